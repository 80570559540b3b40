import { isOnSite } from '../../platform/net/own-site.ts';
import { type AttemptCredential, type AttemptResult, stuck, type Task } from '../contract.ts';

/** A login is not sent with a task that begins on another site than its own. Null when all is well. */
export function offSiteResult(task: Task, credential: AttemptCredential | null): AttemptResult | null {
  if (!credential || task.url === null || isOnSite(task.url, { ...credential, isLocal })) return null;
  const message = 'The task begins on another site than the one the credential belongs to.';
  return { ...stuck('credential_off_site', message), costMicroUsd: 0 };
}

// A provider's browser reaches no local address.
const isLocal = () => false;
