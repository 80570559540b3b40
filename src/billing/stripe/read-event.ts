import type Stripe from 'stripe';
import { ApiError } from '../../errors.ts';
import type { PaymentChange } from './payment.ts';

/** An event's message about one of our payments; `workspaceId` is null where only the payment itself knows. */
export interface PaymentNews {
  paymentId: string;
  workspaceId: string | null;
  /** Throws for an amount that is not sold here. Other payments of the same account have such amounts, so it is asked for ours only. */
  change(): PaymentChange;
}

/** The name of the workspace's id on all our objects at Stripe. */
export const WORKSPACE = 'switchyard_workspace';

export const MIN_CREDITS_USD = 5;
export const MAX_CREDITS_USD = 10_000;
const MICRO_PER_CENT = 10_000;

/** Null for events that do not concern credits, and for payments for something else. */
export function readEvent(event: Stripe.Event): PaymentNews | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object;
      const workspaceId = session.metadata?.[WORKSPACE];
      const paymentId = idOf(session.payment_intent);
      // Slow ways of paying complete the session first and pay it days later.
      if (!workspaceId || !paymentId || session.payment_status !== 'paid') return null;
      const paid = () => amountOf(session.amount_subtotal, session.currency);
      return { paymentId, workspaceId, change: () => ({ kind: 'paid', micro: paid() }) };
    }
    case 'charge.refunded': {
      const charge = event.data.object;
      const paymentId = idOf(charge.payment_intent);
      if (!paymentId) return null;
      const refunded = () => amountOf(charge.amount_refunded, charge.currency);
      return {
        paymentId,
        workspaceId: charge.metadata[WORKSPACE] ?? null,
        change: () => ({ kind: 'refunded', micro: refunded() }),
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const dispute = event.data.object;
      const paymentId = idOf(dispute.payment_intent);
      // A warning is an inquiry of the bank and moves no money.
      if (!paymentId || dispute.status.startsWith('warning_')) return null;
      const disputed = () => amountOf(dispute.amount, dispute.currency);
      const isWon = dispute.status === 'won';
      return {
        paymentId,
        workspaceId: null,
        change: () => ({ kind: 'disputed', disputeId: dispute.id, micro: disputed(), isWon }),
      };
    }
    default:
      return null;
  }
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function amountOf(cents: number | null, currency: string | null): number {
  const isPossible =
    Number.isSafeInteger(cents) && Number(cents) > 0 && Number(cents) <= MAX_CREDITS_USD * 100;
  if (!isPossible || currency !== 'usd')
    throw new ApiError('invalid_credits_usd', 'The amount of this event is none that is sold here.');
  return Number(cents) * MICRO_PER_CENT;
}
