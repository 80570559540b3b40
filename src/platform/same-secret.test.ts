import { expect, test } from 'vitest';
import { isSameSecret } from './same-secret.ts';

test.each(['', 'cron-secre', 'cron-secret!', 'cron-sekret', 'CRON-SECRET', '🔑'])(
  '%j is not the secret, whatever its length',
  (given) => {
    expect(isSameSecret(given, 'cron-secret')).toBe(false);
  },
);

test('the secret itself is', () => {
  expect(isSameSecret('cron-secret', 'cron-secret')).toBe(true);
});
