import { SignatureError } from './errors.ts';
import type { WebhookEvent } from './generated/client.schemas.ts';

export interface SignatureOptions {
  /** How old a signature may be, in seconds; 300 by default. */
  toleranceSeconds?: number;
  now?: Date;
}

/** Checks that the service signed this body with this secret not long ago. */
export async function verifyWebhook(
  body: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: SignatureOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw refused('The body is neither a text nor bytes: a JSON parser has read it already.');
  if (!secret) throw refused('The secret is empty.');
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const t = Number(parts.find(([name]) => name === 't')?.[1]);
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  if (!Number.isInteger(t) || signatures.length === 0)
    throw refused('The header X-Svc-Signature is missing or has another form.');
  if (Math.abs(now.getTime() / 1_000 - t) > toleranceSeconds)
    throw refused(`The signature is more than ${toleranceSeconds} seconds old, or from the future.`);
  const signed = payload(body, t);
  const key = await hmacKey(secret, 'verify');
  const matches = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, fromHex(signature), signed)),
  );
  if (!matches.includes(true)) throw refused('No signature of the header belongs to this body and secret.');
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

/** The header `X-Svc-Signature` as the service would send it. */
export async function signWebhook(
  body: string | Uint8Array,
  secret: string,
  at: Date = new Date(),
): Promise<string> {
  const t = Math.floor(at.getTime() / 1_000);
  const bytes = await crypto.subtle.sign('HMAC', await hmacKey(secret, 'sign'), payload(body, t));
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `t=${t},v1=${hex}`;
}

function hmacKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function payload(body: string | Uint8Array, t: number): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${t}.`);
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(text);
  return Uint8Array.from(isHex ? (text.match(/../g) ?? []) : [], (pair) => Number.parseInt(pair, 16));
}

function refused(message: string): SignatureError {
  return new SignatureError({
    code: 'invalid_signature',
    message,
    remediation:
      'Pass the raw body (not parsed JSON), the header as it came and the secret of this endpoint; check the clock.',
  });
}
