import type { DecisionBrief } from './decision-brief.ts';
import type { Attempt, Run } from './run.ts';

/** Why this runner, in one sentence: the decision that began the run, or after a fallback why the one before failed and why this one was next. */
export function routingSentence(run: Pick<Run, 'attempts' | 'runner'>, first: DecisionBrief): string {
  const present = run.attempts.findLast(({ runner }) => runner === run.runner) ?? run.attempts.at(-1);
  const before = run.attempts.findLast(
    ({ ordinal, verdict }) => verdict !== null && ordinal < (present?.ordinal ?? 0),
  );
  const isNext = present?.phase === 'fallback' || present?.phase === 'widened';
  if (!isNext || !before || !present.decision) return first.summary;
  const { summary } = present.decision;
  return `${failureOf(before)}; ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
}

const MAX_WORDS = 160;

function failureOf({ runner, verdict, error }: Attempt): string {
  const what = verdict === 'blocked' ? 'was blocked' : 'failed';
  const [first = ''] = (error?.message ?? '').split(/(?<=[.!?…])\s/, 1);
  const why = first.slice(0, MAX_WORDS).replace(/(?<![\s.!?…])[\s.!?…]+$/, '');
  return why === '' ? `${runner} ${what}` : `${runner} ${what} (${why})`;
}
