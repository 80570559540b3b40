import { share } from '../platform/money.ts';

/** One movement of `amountMicro` from `debit` to `credit`, with a unique reference. */
interface Entry {
  reference: string;
  debit: string;
  credit: string;
  amountMicro: number;
}

/** Entries, with the changes of the workspace's two cached balances. */
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
export const PAYMENTS = 'platform:payments';

/** The listed price with the platform fee. */
export function priceWithFee(priceMicro: number, feeRatePpm: number, payer: Payer = 'service'): number {
  return (payer === 'service' ? priceMicro : 0) + share(priceMicro, feeRatePpm);
}

/** The payer of the provider: the service, or the workspace with its own key. Then only the fee is ours. */
export type Payer = 'service' | 'workspace';

export const NO_POSTING: Posting = { entries: [], creditsDelta: 0, heldDelta: 0 };

export function hold(reference: string, amountMicro: number): Posting {
  if (amountMicro <= 0) return NO_POSTING;
  return {
    entries: [{ reference, debit: CREDITS, credit: HELD, amountMicro }],
    creditsDelta: -amountMicro,
    heldDelta: amountMicro,
  };
}

export function release(reference: string, amountMicro: number): Posting {
  if (amountMicro <= 0) return NO_POSTING;
  return {
    entries: [{ reference, debit: HELD, credit: CREDITS, amountMicro }],
    creditsDelta: amountMicro,
    heldDelta: -amountMicro,
  };
}

/**
 * Charges an executed attempt against the run's hold. A cost above the hold is first moved into it, so that every attempt
 * has exactly one charge. An executed attempt bills even if the balance becomes negative.
 */
export function charge(input: {
  attemptId: string;
  costMicro: number;
  feeRatePpm: number;
  heldMicro: number;
  /** The base of the fee: the cost, unless the workspace paid its provider itself and the cost is zero. */
  feeBasisMicro?: number;
}): { posting: Posting; heldLeftMicro: number } {
  const fee = share(input.feeBasisMicro ?? input.costMicro, input.feeRatePpm);
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

/** Charges a price and its fee without a hold, for usage that is billed in small steps. */
export function chargeAtOnce(
  reference: string,
  priceMicro: number,
  feeRatePpm: number,
  payer: Payer = 'service',
): Posting {
  const fee = share(priceMicro, feeRatePpm);
  const costMicro = payer === 'service' ? priceMicro : 0;
  const parts = [
    { reference, debit: CREDITS, credit: RUNNER_REVENUE, amountMicro: costMicro },
    { reference: `fee:${reference}`, debit: CREDITS, credit: FEE_REVENUE, amountMicro: fee },
  ];
  return {
    entries: parts.filter(({ amountMicro }) => amountMicro > 0),
    creditsDelta: -(costMicro + fee),
    heldDelta: 0,
  };
}

/** The flat price of a normalized output, once per run and without a fee. */
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
