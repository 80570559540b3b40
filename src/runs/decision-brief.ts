import type { Decision, Reason, Strategy } from '../routing/port.ts';

/** What a run needs of the decision that led to an attempt; all of it is kept apart, for the explanation card. */
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
}

export function briefOf(decision: Decision): DecisionBrief {
  const { chain, strategy, reason, summary, policyVersion, hedgeAfterMs, widening } = decision;
  const numbers = new Map(decision.candidates.map(({ runner, success }) => [runner, success]));
  const success = chain.map((runner) => numbers.get(runner) ?? 0);
  return { chain, strategy, reason, summary, policyVersion, hedgeAfterMs, widening, success };
}

/** What was expected of a runner by the run's first decision, and by the one that dispatched it. */
export function predictedOf(
  first: DecisionBrief | null,
  last: DecisionBrief | null,
  runner: string,
): { first: number; last: number } | null {
  const by = (brief: DecisionBrief | null) => brief?.success[brief.chain.indexOf(runner)];
  const before = by(last);
  return before === undefined ? null : { first: by(first) ?? before, last: before };
}
