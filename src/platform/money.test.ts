import fc from 'fast-check';
import { expect, test } from 'vitest';
import { microUsd, roundHalfEven, share, usd } from './money.ts';

const micro = fc.integer({ min: 0, max: 100_000_000_000 });
const rate = fc.integer({ min: 0, max: 50_000 });

test('an amount survives the way to the wire and back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
      (amount) => microUsd(usd(amount)) === amount,
    ),
  );
});

test('the wire shows at most six decimals', () => {
  fc.assert(
    fc.property(micro, (amount) => {
      expect(usd(amount)).toBe(Number(usd(amount).toFixed(6)));
    }),
  );
});

test('a share is exact to the nearest millionth, halves going to the even one', () => {
  fc.assert(
    fc.property(micro, rate, (amount, ppm) => {
      const product = BigInt(amount) * BigInt(ppm);
      const [whole, rest] = [product / 1_000_000n, product % 1_000_000n];
      const up = rest > 500_000n || (rest === 500_000n && whole % 2n === 1n);
      expect(BigInt(share(amount, ppm))).toBe(up ? whole + 1n : whole);
    }),
  );
});

test('a share is never more than the whole and grows with it', () => {
  fc.assert(
    fc.property(micro, micro, rate, (one, other, ppm) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(share(less, ppm)).toBeLessThanOrEqual(share(more, ppm));
      expect(share(more, ppm)).toBeLessThanOrEqual(more);
    }),
  );
});

test.each([
  [0.5, 0],
  [1.5, 2],
  [2.5, 2],
  [3.5, 4],
  [2.4, 2],
  [2.6, 3],
])('%d is rounded to %i', (value, rounded) => expect(roundHalfEven(value)).toBe(rounded));
