import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { signatureHeader } from './sign.ts';
import { verifyDelivery } from './verify.ts';

const now = new Date('2026-05-01T12:00:00.900Z');
const body = JSON.stringify({ id: 'evt_1', data: { text: 'naïve – 日本語 🎉' } });
const stripeAt = (header: string, secret: string, at: Date) =>
  Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, at.getTime());
const secrets = ['whsec_abcdefghijklmnop', 'пароль-пароль-пароль', '🔑'.repeat(16), 'x'.repeat(1_024)];

test.each(secrets)('the official verifier and ours accept what is signed with %s', (secret) => {
  const signature = signatureHeader(body, [secret], now);
  expect(signature).toMatch(/^t=1777636800,v1=[0-9a-f]{64}$/);
  expect(stripeAt(signature, secret, now)).toEqual(JSON.parse(body));
  expect(verifyDelivery({ body, signature, secret, now })).toEqual({ ok: true });
  expect(verifyDelivery({ body: Buffer.from(body), signature, secret, now })).toEqual({ ok: true });
});

test('either of two secrets verifies a header with both', () => {
  const signature = signatureHeader(body, ['the-new-secret-123', 'the-old-secret-123'], now);
  for (const secret of ['the-new-secret-123', 'the-old-secret-123']) {
    expect(stripeAt(signature, secret, now)).toBeTruthy();
    expect(verifyDelivery({ body, signature, secret, now }).ok).toBe(true);
  }
});

test('another secret, a changed body and an old delivery are refused', () => {
  const secret = 'whsec_abcdefghijklmnop';
  const signature = signatureHeader(body, [secret], now);
  expect(verifyDelivery({ body, signature, secret: `${secret}x`, now })).toMatchObject({
    reason: 'wrong_signature',
  });
  expect(verifyDelivery({ body: `${body} `, signature, secret, now })).toMatchObject({
    reason: 'wrong_signature',
  });
  const later = new Date(now.getTime() + 600_000);
  expect(verifyDelivery({ body, signature, secret, now: later })).toMatchObject({ reason: 'too_old' });
  expect(() => stripeAt(signature, secret, later)).toThrow();
  expect(verifyDelivery({ body, signature, secret, now: later, toleranceSeconds: 0 }).ok).toBe(true);
});

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['no time', `v1=${'a'.repeat(64)}`],
  ['no signature', 't=1777636800'],
  ['an empty signature', 't=1777636800,v1='],
  ['a signature that is not hex', `t=1777636800,v1=${'z'.repeat(64)}`],
  ['a time that is no number', `t=now,v1=${'a'.repeat(64)}`],
  ['another scheme only', `t=1777636800,v0=${'a'.repeat(64)}`],
])('a header with %s is malformed', (_name, signature) => {
  expect(verifyDelivery({ body, signature, secret: 'whsec_abcdefghijklmnop', now })).toEqual({
    ok: false,
    reason: 'malformed_header',
  });
});
