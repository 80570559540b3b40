import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The receiver's side: is this delivery ours, unchanged and fresh?
 * It depends on Node only, so that it can be copied as it is.
 */
export interface Delivered {
  /** The raw body, before any JSON parser. */
  body: string | Uint8Array;
  /** The value of `X-Svc-Signature`. */
  signature: string | null | undefined;
  secret: string;
  now: Date;
  /** 0 switches the check of the age off. */
  toleranceSeconds?: number;
}

export type Verified =
  | { ok: true }
  | { ok: false; reason: 'malformed_header' | 'wrong_signature' | 'too_old' };

export function verifyDelivery(delivered: Delivered): Verified {
  const { body, secret, now, toleranceSeconds = 300 } = delivered;
  const { t, signatures } = parseHeader(delivered.signature ?? '');
  if (t === null || signatures.length === 0) return { ok: false, reason: 'malformed_header' };
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  if (!signatures.some((one) => timingSafeEqual(one, expected)))
    return { ok: false, reason: 'wrong_signature' };
  const age = Math.abs(now.getTime() / 1_000 - Number(t));
  return toleranceSeconds > 0 && age > toleranceSeconds ? { ok: false, reason: 'too_old' } : { ok: true };
}

function parseHeader(header: string): { t: string | null; signatures: Buffer[] } {
  const parts = header.split(',').map((part) => part.split('=', 2));
  const t = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .map(([, value]) => Buffer.from(value ?? '', 'hex'));
  return { t: /^\d{1,12}$/.test(t) ? t : null, signatures };
}
