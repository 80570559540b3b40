import { expect, test } from 'vitest';
import { fewAtOnce } from './few-at-once.ts';

test('a key has its limit of requests under way, other keys have theirs, and an ended one makes room', async () => {
  const inTurn = fewAtOnce(2);
  const [one, other] = [
    { keyId: 'key_1', accountId: 'acc' },
    { keyId: null, accountId: 'acc' },
  ];
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = [inTurn(one, () => promise), inTurn(one, () => promise)];
  await expect(inTurn(one, async () => 1)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await inTurn(other, async () => 2)).toBe(2);
  resolve();
  await Promise.all(waiting);
  await expect(
    inTurn(one, async () => {
      throw new Error('failed');
    }),
  ).rejects.toThrow('failed');
  expect(await inTurn(one, async () => 3)).toBe(3);
});
