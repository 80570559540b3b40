import type { Decision, Reason, Strategy } from '../routing/port.ts';

/** The part of a decision that a run needs for an attempt; the explanation card has all of it, stored apart. */
export interface DecisionBrief {
  chain: string[];
  strategy: Strategy;
  reason: Reason;
  summary: string;
  policyVersion: string;
  /** Start the next of the chain beside the attempt once it has taken so long. */
  hedgeAfterMs: number | null;
  widening: Decision['widening'];
  /** How likely the members of the chain were to succeed. */
  success: number[];
  /** Runners that the spend ceiling kept out of the chain. */
  forbidden?: string[];
}

export function briefOf(decision: Decision): DecisionBrief {
  const { chain, strategy, reason, summary, policyVersion, hedgeAfterMs, widening } = decision;
  const numbers = new Map(decision.candidates.map(({ runner, success }) => [runner, success]));
  const success = chain.map((runner) => numbers.get(runner) ?? 0);
  const { forbidden = [] } = decision;
  const brief = { chain, strategy, reason, summary, policyVersion, hedgeAfterMs, widening, success };
  return forbidden.length > 0 ? { ...brief, forbidden } : brief;
}

/** The expectations of a runner in the run's first decision, and in the decision that dispatched it. */
export function predictedOf(
  first: DecisionBrief | null,
  last: DecisionBrief | null,
  runner: string,
): { first: number; last: number } | null {
  const by = (brief: DecisionBrief | null) => brief?.success[brief.chain.indexOf(runner)];
  const before = by(last);
  return before === undefined ? null : { first: by(first) ?? before, last: before };
}
