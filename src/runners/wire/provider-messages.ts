import { Redactor } from '../../platform/redactor.ts';
import type { AttemptCredential, ProviderAccount } from '../contract.ts';

const MAX_LENGTH = 300;
/** Longer than `MAX_LENGTH`, so that truncation cannot split a secret before redaction. */
const MAX_READ = 5_000;

/** Shorter values may be ordinary words. */
const MIN_KEY_LENGTH = 8;
const MIN_NAME_LENGTH = 6;

/** Returns the message in a provider's error body, truncated, with API keys and login values redacted. */
export type Quote = (body: unknown) => string | null;

export function quoting(account: ProviderAccount, credential: AttemptCredential | null = null): Quote {
  const redactor = new Redactor();
  for (const secret of Object.values(account.secrets))
    redactor.hide(secret.reveal(), '{{provider_key}}', MIN_KEY_LENGTH);
  if (credential) {
    const { username, password, totpSecret } = credential;
    redactor.hide(username.reveal(), '{{credential.username}}', MIN_NAME_LENGTH);
    redactor.hide(password.reveal(), '{{credential.password}}');
    if (totpSecret) redactor.hide(totpSecret.reveal(), '{{totp}}');
  }
  return (body) => {
    const message = messageIn(body)?.slice(0, MAX_READ) ?? null;
    return message === null ? null : redactor.scrub(message).replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
  };
}

/** Fields that hold messages in provider APIs. Other fields may repeat our input. */
const NAMES = ['message', 'msg', 'detail', 'error_description', 'error', 'errors', 'reason', 'title'];

/** The message in an error body of any shape; null without one. */
function messageIn(body: unknown, depth = 0): string | null {
  if (typeof body === 'string') return body.trim() || null;
  if (body === null || typeof body !== 'object' || depth > 3) return null;
  const inner = Array.isArray(body) ? body.slice(0, 5) : NAMES.map((name) => Reflect.get(body, name));
  return inner.map((one) => messageIn(one, depth + 1)).find((message) => message !== null) ?? null;
}
