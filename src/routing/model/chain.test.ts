import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bestChain } from './chain.ts';

interface Option {
  success: number;
  price: number;
}

function chainOf(options: readonly Option[], limits: Parameters<typeof bestChain>[2]) {
  const columns = {
    success: Float64Array.from(options, ({ success }) => success),
    price: Float64Array.from(options, ({ price }) => price),
  };
  return bestChain(columns, [...options.keys()], limits);
}

const option = fc.record({
  success: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  price: fc.double({ min: 0.001, max: 0.6, noNaN: true }),
});

const plain = (most: number) => ({ most, value: 1, factor: () => 1 });

function worthOf(chain: readonly Option[]): number {
  return chain.reduceRight((after, { success, price }) => success - price + (1 - success) * after, 0);
}

function bruteForce(options: readonly Option[], most: number): number {
  const extend = (chain: Option[]): number =>
    Math.max(
      worthOf(chain),
      ...(chain.length === most
        ? []
        : options.filter((one) => !chain.includes(one)).map((one) => extend([...chain, one]))),
    );
  return extend([]);
}

test('the plan is as good as the best of all ordered choices', () => {
  fc.assert(
    fc.property(
      fc.array(option, { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 4 }),
      (options, most) => {
        const { value, order } = chainOf(options, plain(most));
        expect(value).toBeCloseTo(bruteForce(options, most), 9);
        expect(worthOf(order.map((at) => options[at] as Option))).toBeCloseTo(value, 9);
      },
    ),
    { numRuns: 60 },
  );
});

test('one more candidate never lowers the worth of the plan', () => {
  fc.assert(
    fc.property(
      fc.array(option, { maxLength: 20 }),
      option,
      fc.integer({ min: 1, max: 6 }),
      (options, more, most) => {
        const before = chainOf(options, plain(most)).value;
        expect(chainOf([...options, more], plain(most)).value).toBeGreaterThanOrEqual(before - 1e-12);
      },
    ),
  );
});

test('without fallbacks the single best expected utility is taken', () => {
  const options = [
    { success: 0.5, price: 0.01 },
    { success: 0.95, price: 0.2 },
  ];
  expect(chainOf(options, plain(1)).order).toEqual([1]);
  expect(chainOf(options, plain(2)).order).toEqual([0, 1]);
});
