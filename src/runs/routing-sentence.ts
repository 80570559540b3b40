import type { DecisionBrief } from './decision-brief.ts';
import type { Attempt, Run } from './run.ts';

/** Why this runner: the decision that began the run, or after a fallback why the one before failed and why this one was next. */
export function routingSentence(run: Pick<Run, 'attempts' | 'runner'>, first: DecisionBrief): string {
  const present = run.attempts.findLast(({ runner }) => runner === run.runner) ?? run.attempts.at(-1);
  const before = run.attempts.findLast(
    ({ ordinal, verdict }) => verdict !== null && ordinal < (present?.ordinal ?? 0),
  );
  const isNext = present?.phase === 'fallback' || present?.phase === 'widened';
  if (!isNext || !before || !present.decision) return first.summary;
  return `${failureOf(before)} Then: ${present.decision.summary}`;
}

const MAX_WORDS = 160;

function failureOf({ runner, verdict, error }: Attempt): string {
  const what = verdict === 'blocked' ? 'was blocked' : 'failed';
  const why = (error?.message ?? '').slice(0, MAX_WORDS).replace(/[\s.]+$/, '');
  return why === '' ? `${runner} ${what}.` : `${runner} ${what}: ${why}.`;
}
