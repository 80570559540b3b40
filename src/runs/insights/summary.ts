import { rateOf } from '../../platform/interval.ts';
import { type Gain, type SmartRuns, sumOf } from './gains.ts';

/** Fewer smart runs say too little about either. */
const NEEDED = 30;

/** Smart routing against the strongest single runner on the same mix of sites, in one sentence and its figures. */
export function summaryOf(smart: readonly SmartRuns[], gains: readonly Gain[]) {
  const { tried, succeeded, costUsd } = sumOf(smart);
  const isEnough = tried >= NEEDED;
  const own = isEnough ? { ...figures(rateOf(succeeded, tried)), cost_per_run_usd: costUsd / tried } : null;
  // The strongest is first.
  const [best] = isEnough ? gains : [];
  const single = best
    ? {
        runner: best.runner,
        attempts: best.tried,
        ...figures({
          rate: best.successRate,
          low: Math.max(0, best.successRate - best.reach),
          high: Math.min(1, best.successRate + best.reach),
        }),
        cost_per_run_usd: best.costPerRunUsd,
      }
    : null;
  return { sentence: sentenceOf(tried, own, single), runs: tried, needed_runs: NEEDED, smart: own, single };
}

function figures({ rate, low, high }: { rate: number; low: number; high: number }) {
  return { success_rate: rate, low, high };
}

interface Side {
  success_rate: number;
  low: number;
  high: number;
  cost_per_run_usd: number;
}

function sentenceOf(
  runs: number,
  smart: Side | null,
  single: (Side & { runner: string; attempts: number }) | null,
) {
  if (!smart) return `Not enough runs yet: ${runs} of ${NEEDED}.`;
  const first = `Smart routing succeeded in ${percent(smart)} of ${runs} runs for ${money(smart)} each`;
  if (!single) return `${first}. No single runner was tried first often enough to compare.`;
  return `${first}; always using ${single.runner} would have succeeded in ${percent(single)} for ${money(single)} (${single.attempts} runs).`;
}

function percent({ success_rate, low, high }: Side): string {
  const whole = (share: number) => Math.round(100 * share);
  return `${whole(success_rate)}% (${whole(low)}–${whole(high)}%)`;
}

function money({ cost_per_run_usd: usd }: Side): string {
  return `$${usd < 1 ? Number(usd.toPrecision(2)) : usd.toFixed(2)}`;
}
