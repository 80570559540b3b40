import { share } from '../platform/money.ts';

/** One movement of money: `amountMicro` goes from `debit` to `credit`, once, under a reference of its own. */
interface Entry {
  reference: string;
  debit: string;
  credit: string;
  amountMicro: number;
}

/** Entries with what they do to the workspace's two cached balances. */
export interface Posting {
  entries: Entry[];
  creditsDelta: number;
  heldDelta: number;
}

const CREDITS = 'workspace:credits';
const HELD = 'workspace:held';
const RUNNER_REVENUE = 'platform:runners';
const FEE_REVENUE = 'platform:fees';
const NORMALIZATION_REVENUE = 'platform:normalization';
export const GRANTS = 'platform:grants';

/** The most an attempt can take from the balance at its listed price. */
export function priceWithFee(priceMicro: number, feeRatePpm: number): number {
  return priceMicro + share(priceMicro, feeRatePpm);
}

export function hold(reference: string, amountMicro: number): Posting {
  if (amountMicro <= 0) return { entries: [], creditsDelta: 0, heldDelta: 0 };
  return {
    entries: [{ reference, debit: CREDITS, credit: HELD, amountMicro }],
    creditsDelta: -amountMicro,
    heldDelta: amountMicro,
  };
}

export function release(reference: string, amountMicro: number): Posting {
  if (amountMicro <= 0) return { entries: [], creditsDelta: 0, heldDelta: 0 };
  return {
    entries: [{ reference, debit: HELD, credit: CREDITS, amountMicro }],
    creditsDelta: amountMicro,
    heldDelta: -amountMicro,
  };
}

/**
 * Charges an executed attempt against what its run holds. A cost above the hold is first moved into it, so that
 * every attempt has exactly one charge; an executed attempt bills even when the balance goes below zero by it.
 */
export function charge(input: {
  attemptId: string;
  costMicro: number;
  feeRatePpm: number;
  heldMicro: number;
}): { posting: Posting; heldLeftMicro: number } {
  const fee = share(input.costMicro, input.feeRatePpm);
  const total = input.costMicro + fee;
  const missing = hold(`hold:${input.attemptId}:over`, total - input.heldMicro);
  const entries = [...missing.entries];
  if (input.costMicro > 0) {
    entries.push({
      reference: `attempt:${input.attemptId}`,
      debit: HELD,
      credit: RUNNER_REVENUE,
      amountMicro: input.costMicro,
    });
  }
  if (fee > 0) {
    entries.push({ reference: `fee:${input.attemptId}`, debit: HELD, credit: FEE_REVENUE, amountMicro: fee });
  }
  return {
    posting: { entries, creditsDelta: missing.creditsDelta, heldDelta: missing.heldDelta - total },
    heldLeftMicro: Math.max(0, input.heldMicro - total),
  };
}

/** The flat price of an output that was brought into its schema's shape, once per run and without a fee. */
export const NORMALIZATION_MICRO = 100_000;

export function chargeNormalization(run: { id: string; heldMicro: number }): {
  posting: Posting;
  heldLeftMicro: number;
} {
  const missing = hold(`hold:${run.id}:normalize`, NORMALIZATION_MICRO - run.heldMicro);
  const entry = {
    reference: `normalize:${run.id}`,
    debit: HELD,
    credit: NORMALIZATION_REVENUE,
    amountMicro: NORMALIZATION_MICRO,
  };
  return {
    posting: {
      entries: [...missing.entries, entry],
      creditsDelta: missing.creditsDelta,
      heldDelta: missing.heldDelta - NORMALIZATION_MICRO,
    },
    heldLeftMicro: Math.max(0, run.heldMicro - NORMALIZATION_MICRO),
  };
}

export function combine(...postings: Posting[]): Posting {
  return {
    entries: postings.flatMap((posting) => posting.entries),
    creditsDelta: postings.reduce((sum, posting) => sum + posting.creditsDelta, 0),
    heldDelta: postings.reduce((sum, posting) => sum + posting.heldDelta, 0),
  };
}
