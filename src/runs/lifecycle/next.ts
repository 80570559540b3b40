import { readingOf } from '../../task/index.ts';
import { leftMicro } from '../ceiling.ts';
import { hasLogin } from '../learning-sweep.ts';
import { isSuccess } from '../ranking.ts';
import type { Attempt, Run } from '../run.ts';
import {
  bestWeak,
  type Decide,
  finish,
  isTried,
  type Move,
  type Now,
  stopAtCeiling,
  tellingFailure,
  whyStopped,
} from './move.ts';
import { sweepMoves } from './sweep-moves.ts';

// The same error from one runner after the other is the site or the task, not the runner.
const SAME_ERRORS = 3;
const MAY_HAVE_ACTED =
  'The task may be done there, so no other runner repeats it: look at the site before you run it again.';

/** The moves for a run and its attempts. None means to wait for the attempts under way. Pure. */
export function nextMoves(run: Run, now: Now, decide: Decide): Move[] {
  const running = run.attempts.filter((attempt) => attempt.status === 'running');
  const resumed = running.filter(({ id }) => now.localState(id) !== 'begun');
  if (resumed.length > 0) return resumed.map((attempt) => ({ do: 'resume', attempt }));
  if (run.isSweep) return sweepMoves(run, running, now, decide);

  const answered = run.attempts.findLast(isSuccess);
  if (answered) return [finish({ kind: 'answered', attempt: answered })];
  if (running.length > 0) return raceMoves(run, running, now, decide);
  return [endOrNext(run, now, decide)];
}

/**
 * The primary starts first; when it takes too long, the next of its plan starts beside it. Never for a task that acts or
 * signs in: two runners would do it twice.
 */
function raceMoves(run: Run, running: Attempt[], now: Now, decide: Decide): Move[] {
  const [slow, ...others] = running;
  const hedgeAfterMs = slow?.decision?.hedgeAfterMs ?? null;
  const isDue = slow && hedgeAfterMs !== null && now.elapsedMs(slow.id) >= hedgeAfterMs;
  if (!isDue || now.isAsking || others.length > 0 || slow !== run.attempts.at(-1) || whyStopped(run, now))
    return [];
  if (hasLogin(run) || readingOf(run.request.task).acts) return [];
  const runner = slow.decision?.chain.find(
    (slug) => !isTried(run, slug) && decide.priceMicro(slug) <= leftMicro(run),
  );
  return runner === undefined ? [] : [{ do: 'attempt', runner, phase: 'race', batch: null, decision: null }];
}

/** The move of a run without an answer and without an attempt under way. */
function endOrNext(run: Run, now: Now, decide: Decide): Move {
  const last = run.attempts.at(-1);
  const weak = bestWeak(run.attempts);
  const stop = whyStopped(run, now);
  if (stop) return finish(weak ? { kind: 'answered', attempt: weak } : stop);
  // An act that may have happened is repeated only where a second one does no harm.
  if (last?.error?.code === 'not_confirmed' && !isHarmless(run))
    return finish({ kind: 'failed', attempt: last });
  if (last?.result?.isLostSight && readingOf(run.request.task).acts && !isHarmless(run))
    return finish({ kind: 'failed', attempt: last, message: `${last.error?.message} ${MAY_HAVE_ACTED}` });
  if (last?.fault === 'caller' && !weak) return finish({ kind: 'failed', attempt: last });
  if (isRepeating(run.attempts) && !weak) {
    return finish({
      kind: 'failed',
      attempt: last ?? null,
      message: `The same error came back ${SAME_ERRORS} times in a row: ${last?.error?.message}`,
    });
  }
  return nextAttempt(run, weak, decide) ?? finish({ kind: 'failed', attempt: tellingFailure(run.attempts) });
}

/** Searching and downloading leave a site as it was. */
function isHarmless({ request }: Run): boolean {
  return ['search', 'download'].includes(readingOf(request.task).type);
}

/** The next attempt, or the end with the best weak answer or at the ceiling; null where nothing is left. */
function nextAttempt(run: Run, weak: Attempt | null, decide: Decide): Move | null {
  const decision = run.plan.decision && decide.next(run);
  const open = (decision?.chain ?? run.plan.order).filter((slug) => !isTried(run, slug));
  const runner = open.find((slug) => decide.priceMicro(slug) <= leftMicro(run));
  if (runner === undefined) {
    const stop = stopAtCeiling(run, decision?.forbidden ?? open, decide);
    if (!weak) return stop && finish(stop);
    return finish({ kind: 'answered', attempt: weak, ...(stop && { forbidden: stop.forbidden }) });
  }
  const phase = decision?.widening ? 'widened' : run.attempts.length === 0 ? 'planned' : 'fallback';
  return { do: 'attempt', runner, phase, batch: null, decision };
}

function isRepeating(attempts: Attempt[]): boolean {
  const recent = attempts.slice(-SAME_ERRORS);
  const [first] = recent;
  if (recent.length < SAME_ERRORS || !first?.error) return false;
  return recent.every(
    (attempt) => attempt.status !== 'lost' && attempt.error?.message === first.error?.message,
  );
}
