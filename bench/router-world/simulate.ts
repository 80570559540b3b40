import { WEIGHTS } from '../../src/routing/model/parameters.ts';
import type { Defense } from '../../src/routing/port.ts';
import { TASK_TYPES } from '../../src/task/index.ts';
import type { AttemptOutcome, Candidate, DecideContext } from './create-router.ts';
import { mix } from './luck.ts';
import type { Run, Runner, World } from './world.ts';

/** A compared method: it chooses the next runner and learns. The oracle alone looks at the run itself. */
export interface Contender {
  decide(context: DecideContext, run: Run): { order: string[]; success?: number };
  observe(outcome: AttemptOutcome): void;
}

/** One run as it went. */
export interface RunRecord {
  utility: number;
  isSuccess: boolean;
  isFirstSuccess: boolean;
  firstRunner: number;
  costUsd: number;
  seconds: number;
  attempts: number;
}

export interface Record {
  runs: (RunRecord | null)[];
  /** Predicted success and the result of every dispatched attempt in the last fifth. */
  predictions: { expected: number; isSuccess: boolean }[];
  decideMs: number[];
}

const PROBES = 9;

/** All runs of a world through one router, in the order of time. Null stands for a learning sweep. */
export function simulate(world: World, contender: Contender, most = world.runs.length): Record {
  const bySlug = new Map(world.runners.map((runner) => [runner.info.slug, runner]));
  const revealed = new Map<number, Defense>();
  const record: Record = { runs: [], predictions: [], decideMs: [] };
  for (const run of world.runs.slice(0, most)) {
    const present = world.present(run.nowMs);
    const candidates = present.map((runner) => world.infoOf(runner, run.nowMs));
    const context = contextOf(run, candidates, revealed.get(run.domain.index) ?? run.domain.told);
    if (run.isSweep) {
      sweep(world, contender, run, present, context);
      record.runs.push(null);
    } else record.runs.push(play(world, contender, run, context, bySlug, record));
    revealed.set(run.domain.index, seenDefense(run));
  }
  return record;
}

function play(
  world: World,
  contender: Contender,
  run: Run,
  context: DecideContext,
  bySlug: ReadonlyMap<string, Runner>,
  record: Record,
): RunRecord {
  const weights = WEIGHTS[run.slaProfile];
  const made: RunRecord = {
    utility: 0,
    isSuccess: false,
    isFirstSuccess: false,
    firstRunner: -1,
    costUsd: 0,
    seconds: 0,
    attempts: 0,
  };
  const isLate = run.index >= world.size.runs * 0.8;
  while (made.attempts <= run.maxFallbacks && !made.isSuccess) {
    if (run.maxCostUsd !== null && made.costUsd >= run.maxCostUsd) break;
    const startedAt = performance.now();
    const { order, success } = contender.decide(context, run);
    record.decideMs.push(performance.now() - startedAt);
    const slug = order.find((one) => !context.attempts.some(({ runner }) => runner === one));
    const runner = slug === undefined ? undefined : bySlug.get(slug);
    if (!runner) break;
    const result = world.attempt(runner, run);
    const outcome = outcomeOf(world, run, runner, result, made.attempts, 'smart');
    contender.observe(outcome);
    context.attempts.push(outcome);
    context.defense = outcome.defense;
    const isSuccess = result.status === 'succeeded';
    if (made.attempts === 0) [made.firstRunner, made.isFirstSuccess] = [runner.index, isSuccess];
    if (isLate && success !== undefined) record.predictions.push({ expected: success, isSuccess });
    made.isSuccess = isSuccess;
    made.costUsd += result.costUsd;
    made.seconds += result.seconds;
    made.attempts += 1;
    made.utility -=
      weights.cost * result.costUsd +
      weights.latency * result.seconds +
      (result.status === 'blocked' ? weights.block : 0);
  }
  if (made.isSuccess) made.utility += weights.value;
  return made;
}

/** Waves of nine until one of them holds a success; the router learns from every probe. */
function sweep(
  world: World,
  contender: Contender,
  run: Run,
  present: readonly Runner[],
  context: DecideContext,
): void {
  const order = present.toSorted(
    (one, other) => mix(world.size.seed, run.index, one.index) - mix(world.size.seed, run.index, other.index),
  );
  for (let start = 0; start < order.length; start += PROBES) {
    const wave = order.slice(start, start + PROBES);
    const results = wave.map((runner) => ({ runner, result: world.attempt(runner, run) }));
    for (const { runner, result } of results)
      contender.observe({
        ...outcomeOf(world, run, runner, result, 0, 'learning'),
        siteTags: context.siteTags,
      });
    if (results.some(({ result }) => result.status === 'succeeded')) return;
  }
}

function contextOf(run: Run, candidates: Candidate[], defense: Defense): DecideContext {
  return {
    runId: run.id,
    nowMs: run.nowMs,
    domain: run.domain.name,
    defense,
    siteTags: run.domain.tags,
    task: TASK_TYPES[run.task] ?? 'extract',
    slaProfile: run.slaProfile,
    maxFallbacks: run.maxFallbacks,
    maxCostUsd: run.maxCostUsd,
    candidates,
    attempts: [],
  };
}

function outcomeOf(
  world: World,
  run: Run,
  runner: Runner,
  result: ReturnType<World['attempt']>,
  position: number,
  source: 'smart' | 'learning',
): AttemptOutcome {
  return {
    runId: run.id,
    position,
    nowMs: run.nowMs,
    runner: runner.info.slug,
    runnerInfo: world.infoOf(runner, run.nowMs),
    domain: run.domain.name,
    defense: seenDefense(run),
    siteTags: run.domain.tags,
    task: TASK_TYPES[run.task] ?? 'extract',
    slaProfile: run.slaProfile,
    status: result.status,
    errorClass: result.errorClass,
    costUsd: result.costUsd,
    latencyMs: result.seconds * 1000,
    source,
  };
}

/** The first attempt reveals an unknown defence; a wrongly detected one stays wrong. */
function seenDefense({ domain }: Run): Defense {
  return domain.told === 'unknown' ? domain.cluster : domain.told;
}
