import type { CandidateNumbers, DecideContext, Decision } from '../port.ts';
import { REPLAY_RUNNER } from './parameters.ts';

/** One sentence on why this runner, with the two numbers that decided. */
export function summaryOf(decision: Omit<Decision, 'summary'>, context: DecideContext): string {
  const [slug] = decision.chain;
  const chosen = decision.candidates.find(({ runner }) => runner === slug);
  if (!chosen && context.tooDear.length > 0)
    return 'Every runner that fits costs more than the spend ceiling leaves.';
  if (!chosen) return 'No remaining runner is worth a further attempt.';
  const subject = decision.domain ?? 'tasks like this';
  const odds = `${percent(chosen.success)} likely to succeed at about ${dollars(chosen.costUsd)}`;
  const rival = decision.candidates.find(({ runner }) => runner === decision.chain[1]);
  switch (decision.reason) {
    case 'forced_by_caller':
      return `${chosen.runner} is the only runner that your choice leaves; it is ${odds}.`;
    case 'fallback_static_chain':
      return `No statistics can be read now, so the catalog decides: ${chosen.runner} first, ${odds}.`;
    case 'explore_floor':
      return `One run in a hundred tries a runner that could surprise: ${chosen.runner}, ${odds}.`;
    case 'explore_streak_breaker':
      return `The same runner has begun every run on ${subject} for long; this one looks whether ${chosen.runner} does better (${odds}).`;
    case 'exploit_recent_winner':
      if (chosen.runner === REPLAY_RUNNER)
        return `This very task worked before, so its recorded steps are repeated: ${odds}.`;
      return `${chosen.runner} has worked on ${subject} of late: ${odds}.`;
    case 'explore_cold_domain':
      return `Little is known about ${subject} yet, so ${chosen.runner} is tried: ${odds}.`;
    case 'explore_low_confidence':
      return `${chosen.runner} is ${odds}, and too few attempts are known to rule out that it is better${than(chosen, rival)}.`;
    case 'explore_budget_widening':
      return `The planned runners are used up; ${dollars(decision.widening?.headroomUsd ?? 0)} of the budget is left, and ${chosen.runner} is ${odds}.`;
    default:
      return context.candidates.length === 1
        ? `Only ${chosen.runner} can take this task here; it is ${odds}.`
        : isCheapTry(chosen, rival)
          ? `${chosen.runner} goes first on ${subject}, since it costs little to try: ${odds}; ${rival.runner} (${percent(rival.success)}, ${dollars(rival.costUsd)}) follows when it fails.`
          : `${chosen.runner} is the best choice on ${subject}: ${odds}${than(chosen, rival)}.`;
  }
}

/** The chain is ordered by price per likelihood, so the likelier runner may come second. */
function isCheapTry(
  chosen: CandidateNumbers,
  rival: CandidateNumbers | undefined,
): rival is CandidateNumbers {
  return rival !== undefined && rival.success > chosen.success && rival.costUsd > chosen.costUsd;
}

function than(chosen: CandidateNumbers, rival: CandidateNumbers | undefined): string {
  if (!rival) return '';
  // Where the rival is likelier and cheaper, it was the time that decided.
  const isBetter = rival.success >= chosen.success && rival.costUsd <= chosen.costUsd;
  const isSlower = isBetter && rival.latencyMs > chosen.latencyMs;
  const time = isSlower ? `, but in ${seconds(rival.latencyMs)} instead of ${seconds(chosen.latencyMs)}` : '';
  return ` (next ${rival.runner}: ${percent(rival.success)}, ${dollars(rival.costUsd)}${time})`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function dollars(usd: number): string {
  const digits = usd >= 0.1 ? 2 : usd >= 0.01 ? 3 : 4;
  return `$${usd.toFixed(digits)}`;
}
