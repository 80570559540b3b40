import type { CandidateNumbers, Decision } from '../../routing/port.ts';
import { WAVE } from '../learning-sweep.ts';

/**
 * The order in which a sweep tries its runners: the most promising first, so that `learning` is over early; the last place of
 * every wave goes to the one that was tried least.
 */
export function sweepOrder({ candidates, weights }: Pick<Decision, 'candidates' | 'weights'>): string[] {
  const indexOf = ({ costUsd, latencyMs, block, success }: CandidateNumbers) => {
    const price = weights.cost * costUsd + (weights.latency * latencyMs) / 1_000 + weights.block * block;
    return weights.value - price / success;
  };
  const triesOf = ({ evidence }: CandidateNumbers) => evidence.reduce((sum, count) => sum + count, 0);
  const left = candidates.toSorted((one, other) => indexOf(other) - indexOf(one));
  const order: string[] = [];
  while (left.length > 0) {
    const isLastOfWave = order.length % WAVE === WAVE - 1;
    const least = isLastOfWave ? Math.min(...left.map(triesOf)) : null;
    const index = least === null ? 0 : left.findIndex((candidate) => triesOf(candidate) === least);
    order.push(...left.splice(index, 1).map(({ runner }) => runner));
  }
  return order;
}
