import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, type Payment, type PaymentChange, worthMicro } from './payment.ts';

const NOTHING: Payment = { paidMicro: 0, refundedMicro: 0, disputes: {} };
const micro = fc.integer({ min: 1, max: 10_000_000_000 });

/** Possible events of one payment: it is paid once, refunds add up, a dispute has one amount and may be won. */
const story = fc
  .record({
    paid: micro,
    refunds: fc.array(micro, { maxLength: 3 }),
    disputes: fc.array(fc.record({ micro, isWon: fc.boolean() }), { maxLength: 2 }),
  })
  .map(({ paid, refunds, disputes }): PaymentChange[] => [
    { kind: 'paid', micro: paid },
    ...refunds.map((_, index) => ({
      kind: 'refunded' as const,
      micro: refunds.slice(0, index + 1).reduce((sum, one) => sum + one, 0),
    })),
    ...disputes.flatMap((dispute, index) => [
      { kind: 'disputed' as const, disputeId: `dp_${index}`, micro: dispute.micro, isWon: false },
      ...(dispute.isWon
        ? [{ kind: 'disputed' as const, disputeId: `dp_${index}`, micro: dispute.micro, isWon: true }]
        : []),
    ]),
  ]);

test('events in any order, any number of times, come to the same', () => {
  const shuffled = story.chain((told) =>
    fc.tuple(
      fc.constant(told),
      fc.shuffledSubarray([...told, ...told, ...told], { minLength: told.length * 3 }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([told, heard]) => {
      const [inOrder, outOfOrder] = [told, heard].map((changes) =>
        worthMicro(changes.reduce(changed, NOTHING)),
      );
      expect(outOfOrder).toBe(inOrder);
    }),
  );
});

test('a payment is never worth less than nothing or more than was paid', () => {
  fc.assert(
    fc.property(story, (told) => {
      const payment = told.reduce(changed, NOTHING);
      expect(worthMicro(payment)).toBeGreaterThanOrEqual(0);
      expect(worthMicro(payment)).toBeLessThanOrEqual(payment.paidMicro);
    }),
  );
});
