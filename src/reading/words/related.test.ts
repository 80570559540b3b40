import { expect, test } from 'vitest';
import { joinPhrases, nearness } from './related.ts';
import { stem, stemsOf } from './words.ts';

const near = (one: string, other: string) => nearness(stem(one), stem(other));

test('words of one matter are near, those that mean the same are nearer, others are not', () => {
  expect(near('pay', 'cost')).toBeGreaterThan(0);
  expect(near('email', 'mail')).toBeGreaterThan(near('pay', 'cost'));
  expect(near('saturates', 'saturated')).toBeGreaterThan(0.8);
  expect(near('mayor', 'may')).toBe(0);
  expect(near('braces', 'price')).toBe(0);
});

test('words that only mean something together count as one', () => {
  const [joined = ''] = stemsOf(joinPhrases('money back'));
  expect(nearness(joined, stem('refund'))).toBeGreaterThan(0);
});
