import type { Llm, LlmAsk } from '../../platform/llm.ts';

/** Output tokens below which a call is not worth its input. */
const LEAST_OUTPUT = 200;

/** The money of one attempt for language models. Nothing is asked that it does not cover. */
export class Purse {
  costMicroUsd = 0;
  /** The dearest step so far: the next one may cost as much. */
  dearestMicroUsd = 0;
  readonly limitMicroUsd: number;

  constructor(limitMicroUsd: number) {
    this.limitMicroUsd = limitMicroUsd;
  }

  get leftMicroUsd(): number {
    return this.limitMicroUsd - this.costMicroUsd;
  }

  /** The longest answer that the rest of the money covers, with all tokens of the input; null when it covers none. */
  outputTokensFor(llm: Llm, ask: Pick<LlmAsk, 'system' | 'messages' | 'tools'>): number | null {
    if (this.leftMicroUsd < this.dearestMicroUsd) return null;
    const tokens = llm.outputTokensFor(ask, this.leftMicroUsd);
    return tokens < LEAST_OUTPUT ? null : tokens;
  }
}

/** A call that is paid from the purse; null when the rest does not cover it. */
export async function askPaid(llm: Llm, purse: Purse, ask: LlmAsk) {
  const affordable = purse.outputTokensFor(llm, ask);
  if (affordable === null) return null;
  const maxOutputTokens = Math.min(affordable, ask.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  const reply = await llm.ask({ ...ask, ...(Number.isFinite(maxOutputTokens) && { maxOutputTokens }) });
  purse.costMicroUsd += reply.costMicroUsd;
  purse.dearestMicroUsd = Math.max(purse.dearestMicroUsd, reply.costMicroUsd);
  return reply;
}
