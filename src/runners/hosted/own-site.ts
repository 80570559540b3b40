import type { Gate } from '../../platform/net/gate.ts';
import { isOnSite } from '../../platform/net/own-site.ts';
import { type AttemptCredential, type AttemptResult, stuck, type Task } from '../contract.ts';

/**
 * A login is not sent with a task that begins on another site than its own, or on plain http outside the operator's local targets.
 * Null when all is well.
 */
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
    ? 'The task begins at an http address, and a login is used on https only.'
    : 'The task begins on another site than the one the credential belongs to.';
  return { ...stuck('credential_off_site', message), costMicroUsd: 0 };
}
