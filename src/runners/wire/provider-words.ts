import { Redactor } from '../../platform/redactor.ts';
import type { AttemptCredential, ProviderAccount } from '../contract.ts';

const MAX_WORDS = 300;
/** Longer than the shown part, so that no secret is cut in two before the search for it. */
const MAX_READ = 5_000;

/** Shorter keys are ordinary words. */
const LEAST_KEY = 8;
const LEAST_NAME = 6;

/** Providers quote their input: this takes their keys and the login out of their words, and shortens them. */
export type Quote = (said: unknown) => string | null;

export function quoting(account: ProviderAccount, credential: AttemptCredential | null = null): Quote {
  const redactor = new Redactor();
  for (const secret of Object.values(account.secrets))
    redactor.hide(secret.reveal(), '{{provider_key}}', LEAST_KEY);
  if (credential) {
    const { username, password, totpSecret } = credential;
    redactor.hide(username.reveal(), '{{credential.username}}', LEAST_NAME);
    redactor.hide(password.reveal(), '{{credential.password}}');
    if (totpSecret) redactor.hide(totpSecret.reveal(), '{{totp}}');
  }
  return (said) => {
    const words = wordsIn(said)?.slice(0, MAX_READ) ?? null;
    return words === null ? null : redactor.scrub(words).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
  };
}

/** The places of human words in the APIs of providers; our own input often stands beside them. */
const NAMES = ['message', 'msg', 'detail', 'error_description', 'error', 'errors', 'reason', 'title'];

/** The words of an error of any shape; null where there are none. */
function wordsIn(said: unknown, depth = 0): string | null {
  if (typeof said === 'string') return said.trim() || null;
  if (said === null || typeof said !== 'object' || depth > 3) return null;
  const inner = Array.isArray(said) ? said.slice(0, 5) : NAMES.map((name) => Reflect.get(said, name));
  return inner.map((one) => wordsIn(one, depth + 1)).find((words) => words !== null) ?? null;
}
