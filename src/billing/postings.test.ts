import fc from 'fast-check';
import { expect, test } from 'vitest';
import { charge, combine, hold, type Posting, priceWithFee, release } from './postings.ts';

const amount = fc.integer({ min: 0, max: 5_000_000_000 });
const feeRate = fc.constantFrom(0, 50_000, 1, 999_999, 333_333);

type Step = { do: 'hold' | 'charge'; amount: number };
const steps = fc.array(fc.record({ do: fc.constantFrom<Step['do']>('hold', 'charge'), amount }), {
  maxLength: 12,
});

/** The life of a run's money, as the executor drives it: holds and charges in any order, then one release. */
function live(sequence: Step[], feeRatePpm: number) {
  const postings: Posting[] = [];
  let heldMicro = 0;
  sequence.forEach((step, index) => {
    if (step.do === 'hold') {
      postings.push(hold(`hold:${index}`, step.amount));
      heldMicro += step.amount;
    } else {
      const charged = charge({ attemptId: `att_${index}`, costMicro: step.amount, feeRatePpm, heldMicro });
      postings.push(charged.posting);
      heldMicro = charged.heldLeftMicro;
    }
  });
  postings.push(release('release', heldMicro));
  return postings;
}

function sumOf(posting: Posting, account: string): number {
  return posting.entries.reduce(
    (sum, entry) =>
      sum +
      (entry.credit === account ? entry.amountMicro : 0) -
      (entry.debit === account ? entry.amountMicro : 0),
    0,
  );
}

test('entries and cached balances change by the same amount, after every step', () => {
  fc.assert(
    fc.property(steps, feeRate, (sequence, rate) => {
      for (const posting of live(sequence, rate)) {
        expect(posting.creditsDelta).toBe(sumOf(posting, 'workspace:credits'));
        expect(posting.heldDelta).toBe(sumOf(posting, 'workspace:held'));
      }
    }),
  );
});

test('the hold is never negative, and nothing is held at the end', () => {
  fc.assert(
    fc.property(steps, feeRate, (sequence, rate) => {
      let held = 0;
      for (const posting of live(sequence, rate)) {
        held += posting.heldDelta;
        expect(held).toBeGreaterThanOrEqual(0);
      }
      expect(held).toBe(0);
    }),
  );
});

test('every attempt is charged once, with its fee, and the credits pay exactly that', () => {
  fc.assert(
    fc.property(steps, feeRate, (sequence, rate) => {
      const all = combine(...live(sequence, rate));
      const references = all.entries.map((entry) => entry.reference);
      expect(new Set(references).size).toBe(references.length);
      const costs = sequence.map((step) => (step.do === 'charge' ? step.amount : 0));
      sequence.forEach((step, index) => {
        const charges = all.entries.filter((entry) => entry.reference === `attempt:att_${index}`);
        expect(charges.map((entry) => entry.amountMicro)).toEqual(
          step.do === 'charge' && step.amount > 0 ? [step.amount] : [],
        );
      });
      expect(sumOf(all, 'platform:runners')).toBe(costs.reduce((sum, cost) => sum + cost, 0));
      expect(all.creditsDelta + costs.reduce((sum, cost) => sum + priceWithFee(cost, rate), 0)).toBe(0);
    }),
  );
});

test('entries are whole positive amounts between two accounts', () => {
  fc.assert(
    fc.property(steps, feeRate, (sequence, rate) => {
      for (const entry of combine(...live(sequence, rate)).entries) {
        expect(Number.isSafeInteger(entry.amountMicro) && entry.amountMicro > 0).toBe(true);
        expect(entry.debit).not.toBe(entry.credit);
      }
    }),
  );
});

test('a cost above the hold is moved into it first', () => {
  const { posting, heldLeftMicro } = charge({
    attemptId: 'a',
    costMicro: 300,
    feeRatePpm: 50_000,
    heldMicro: 100,
  });
  expect(posting).toMatchObject({ creditsDelta: -215, heldDelta: -100 });
  expect(posting.entries.map((entry) => entry.reference)).toEqual(['hold:a:over', 'attempt:a', 'fee:a']);
  expect(heldLeftMicro).toBe(0);
});

test('under its own key at a provider a workspace pays the fee of the price and nothing else', () => {
  fc.assert(
    fc.property(amount, feeRate, (price, feeRatePpm) => {
      const held = priceWithFee(price, feeRatePpm, 'workspace');
      const { posting, heldLeftMicro } = charge({
        attemptId: 'a',
        costMicro: 0,
        feeBasisMicro: price,
        feeRatePpm,
        heldMicro: held,
      });
      expect(sumOf(posting, 'platform:runners')).toBe(0);
      expect(sumOf(posting, 'platform:fees')).toBe(held);
      expect(heldLeftMicro).toBe(0);
    }),
  );
});
