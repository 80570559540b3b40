import type { Gate } from '../../platform/net/gate.ts';
import { isOnSite } from '../../platform/net/own-site.ts';
import { type AttemptCredential, type AttemptResult, stuck, type Task } from '../contract.ts';

/** A failure if the task starts on a site that the credential is not bound to, or on plain http outside local targets; otherwise null. */
export function offSiteResult(
  { url }: Task,
  credential: AttemptCredential | null,
  gate: Gate,
): AttemptResult | null {
  if (!credential || url === null) return null;
  const isLocal = (at: string) => gate.isLocalTarget(at);
  if (isOnSite(url, { ...credential, isLocal })) return null;
  const isPlain = isOnSite(url.replace(/^http:/i, 'https:'), { ...credential, isLocal });
  const message = isPlain
    ? 'The task starts at an http URL. Credentials are used on https only.'
    : 'The task starts on a site that the credential is not bound to.';
  return { ...stuck('credential_off_site', message), costMicroUsd: 0 };
}
