import type { Attempt, Explanation, Run } from '@switchyard/sdk';

/** Three figures of a runner: expected before, or measured afterwards. */
interface Figures {
  /** From 0 to 1; a real result is 1 or 0, and null where it says nothing about the runner. */
  success: number | null;
  costUsd: number | null;
  timeMs: number | null;
}

export interface Lane {
  runner: string;
  /** Its place in the plan from 1; null when it is not in it. */
  place: number | null;
  expected: Figures | null;
  /** The knowledge about it: 0 to 1. */
  confidence: number | null;
  attempts: Attempt[];
  happened: Figures | null;
  /** The reason why it was not planned. */
  leftOut: string | null;
}

/** One lane for every runner that was weighed or tried: those that were tried in order, then the plan, then the others as they were ranked. */
export function lanesOf(run: Run, explanation: Explanation | null): Lane[] {
  const attempts = run.progress?.attempts ?? run.routing_attempts;
  const tried = [...new Set(attempts.map(({ runner }) => runner))];
  const candidates = new Map((explanation?.candidates ?? []).map((one) => [one.runner, one]));
  const ranked = [...candidates.values()].sort(
    (a, b) => (a.plannedPosition ?? 1e6) - (b.plannedPosition ?? 1e6) || b.index - a.index,
  );
  const planned = explanation?.plan ?? run.ranked_runners;
  const order = new Set([...tried, ...planned, ...ranked.map(({ runner }) => runner)]);
  return [...order].map((runner) => {
    const candidate = candidates.get(runner);
    const mine = attempts.filter((attempt) => attempt.runner === runner);
    const place = planned.indexOf(runner);
    return {
      runner,
      place: place < 0 ? null : place + 1,
      expected: candidate
        ? {
            success: candidate.successProbability,
            costUsd: candidate.expectedCostUsd,
            timeMs: candidate.expectedLatencyMs,
          }
        : null,
      confidence: candidate?.confidence ?? null,
      attempts: mine,
      happened: mine.length > 0 ? happenedOf(mine) : null,
      leftOut: candidate?.excludedBecause ?? null,
    };
  });
}

function happenedOf(attempts: readonly Attempt[]): Figures {
  const last = attempts.at(-1);
  const isWell = last?.verdict === 'succeeded' || last?.verdict === 'empty';
  return {
    success: last?.verdict == null ? null : isWell ? 1 : 0,
    costUsd: sum(attempts.map(({ cost_usd }) => cost_usd)),
    timeMs: sum(attempts.map(({ timing_ms }) => timing_ms)),
  };
}

function sum(values: ReadonlyArray<number | null>): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

/** The largest cost and time of these lanes, as the right end of their tracks. */
export function reachOf(lanes: readonly Lane[]): { costUsd: number; timeMs: number } {
  const figures = lanes
    .flatMap(({ expected, happened }) => [expected, happened])
    .filter((one) => one !== null);
  return {
    costUsd: Math.max(1e-6, ...figures.map(({ costUsd }) => costUsd ?? 0)),
    timeMs: Math.max(1, ...figures.map(({ timeMs }) => timeMs ?? 0)),
  };
}

/** The runners that were not weighed, by the reason. */
export function excludedOf(explanation: Explanation): Array<[why: string, runners: string[]]> {
  const groups = Map.groupBy(explanation.excluded, ({ excludedBecause }) => excludedBecause);
  return [...groups]
    .map(([why, members]): [string, string[]] => [why, members.map(({ runner }) => runner)])
    .sort((a, b) => b[1].length - a[1].length);
}
