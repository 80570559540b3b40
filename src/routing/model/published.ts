import type { Candidate } from '../port.ts';
import { kindOf, PUBLISHED, priorMean } from './parameters.ts';
import type { EffectDelta } from './state.ts';

/**
 * The evidence of a published success rate: as much as a few attempts of ours with that rate would give, and only
 * about the runner as a whole.
 */
export function publishedMove(
  runner: Pick<Candidate, 'runner' | 'kind'>,
  success: number,
): EffectDelta['add'] {
  const rate = Math.min(1 - PUBLISHED.edge, Math.max(PUBLISHED.edge, success));
  const kind = kindOf(runner);
  const expected = ['g', 'k'].reduce(
    (sum, level) => sum + priorMean(level, kind, 'extract', 'unknown')[1],
    0,
  );
  const lam = PUBLISHED.attempts * rate * (1 - rate);
  // No attempt was made here: the counts stay zero.
  return [0, 0, 0, lam, lam * (Math.log(rate / (1 - rate)) - expected), 0];
}
