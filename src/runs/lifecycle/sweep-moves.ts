import { leftMicro } from '../ceiling.ts';
import { AT_ONCE, hasLogin, wavesOf } from '../learning-sweep.ts';
import { isSuccess, ranked } from '../ranking.ts';
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

/** The next probes of a sweep, wave after wave, or its end. Pure. */
export function sweepMoves(run: Run, running: Attempt[], now: Now, decide: Decide): Move[] {
  const forbidden: string[] = [];
  for (const [index, wave] of wavesOf(run).entries()) {
    const open = wave.filter((slug) => !isTried(run, slug) || running.some(({ runner }) => runner === slug));
    const idle = open.filter((slug) => !running.some(({ runner }) => runner === slug));
    const fitting = idle.filter((slug) => decide.priceMicro(slug) <= leftMicro(run));
    if (open.length === 0 || (fitting.length === 0 && running.length === 0)) {
      if (run.routingClass === 'learning' && hasWorked(run, wave)) break;
      forbidden.push(...idle);
      continue;
    }
    const stop = isHopeless(run) ? null : whyStopped(run, now);
    if (stop === null && !isHopeless(run)) {
      const slots = (hasLogin(run) ? 1 : AT_ONCE) - running.length;
      return fitting
        .slice(0, Math.max(0, slots))
        .map((runner) => ({ do: 'attempt', runner, phase: 'probe', batch: index + 1, decision: null }));
    }
    if (running.length > 0) return [];
    // At the end of its time a sweep ends with its findings; a reached ceiling is reported with or without findings.
    if (stop && !(stop.code === 'run_timeout' && hasWorked(run, run.plan.order))) return [finish(stop)];
    break;
  }
  if (running.length > 0) return [];
  return [finish(stopAtCeiling(run, forbidden, decide) ?? endOf(run))];
}

function endOf(run: Run) {
  const best = ranked(run.attempts)[0]?.attempt;
  const weak = bestWeak(run.attempts);
  return best && isSuccess(best)
    ? ({ kind: 'answered', attempt: best } as const)
    : weak
      ? ({ kind: 'answered', attempt: weak } as const)
      : ({ kind: 'failed', attempt: tellingFailure(run.attempts) } as const);
}

function hasWorked({ attempts }: Run, runners: readonly string[]): boolean {
  return attempts.some((attempt) => isSuccess(attempt) && runners.includes(attempt.runner));
}

/** A site that refused the login once is not asked by fifty others, nor is a forbidden address. */
function isHopeless(run: Run): boolean {
  return run.attempts.some(
    ({ fault, error }) => error?.code === 'unsafe_url' || (hasLogin(run) && fault === 'caller'),
  );
}
