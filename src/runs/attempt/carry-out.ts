import { captureFiles, missedFile } from '../../artifacts/capture.ts';
import { keepStepFiles } from '../../artifacts/step-pictures.ts';
import type { NewArtifact } from '../../artifacts/store.ts';
import { Aborted, DatabaseAway } from '../../platform/db.ts';
import { ModelMeter, metered } from '../../platform/model-meter.ts';
import type { Redactor } from '../../platform/redactor.ts';
import { traced } from '../../platform/trace.ts';
import { type AttemptResult, type AttemptScope, type Runner, stuck } from '../../runners/contract.ts';
import { Exchange, exchanging } from '../../runners/wire/exchange.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import type { AttemptContext } from '../context.ts';
import type { Attempt, Run, StepRecord, TimedStep } from '../run.ts';
import { assess } from './assess.ts';
import type { AtWork } from './executed-run.ts';
import { type Dispatched, withLogin } from './login/with-login.ts';
import { runDirect } from './run-direct.ts';
import { type Assigned, runHosted } from './run-hosted.ts';
import {
  billedMicro,
  type Result,
  settleLost,
  settleOverTime,
  settleResult,
  settleUnusable,
  typicalMs,
  type Worked,
} from './settle.ts';
import { withStartPage } from './start-page.ts';
import { stopAtProvider } from './stop-at-provider.ts';

/**
 * Runs one attempt to its end and answers the rows to write; writes nothing itself. Null where the run is over, or its next owner
 * goes on with the attempt.
 */
export async function carryOut(ctx: AttemptContext, work: AtWork): Promise<Result | null> {
  const exchange = new Exchange(work.liveRun.run.request.isTest);
  const meter = new ModelMeter();
  const made = await metered(meter, () => exchanging(exchange, () => executeAttempt(ctx, work)));
  if (!made) return null;
  const settled = withExchange(ctx, work, made.settled, exchange);
  const { result } = settled;
  const models = meter.uses;
  return {
    ...made,
    settled: models.length > 0 && result ? { ...settled, result: { ...result, models } } : settled,
  };
}

/** Keeps what the exchange with the provider showed. */
function withExchange(
  { log }: AttemptContext,
  { liveRun: { run }, attempt: { runner } }: AtWork,
  settled: SettledAttempt,
  exchange: Exchange,
): SettledAttempt {
  if (settled.error) exchange.ended(settled.error.code);
  const { differences, calls, isCostReported } = exchange;
  for (const difference of differences)
    log.warn({ runner, ...difference }, 'a provider answered otherwise than known');
  if (settled.result === null || (differences.length === 0 && !run.request.isTest)) return settled;
  const kept = run.request.isTest && { exchange: { calls, isCostReported, states: [...exchange.states] } };
  return {
    ...settled,
    result: { ...settled.result, ...(differences.length > 0 && { differences }), ...kept },
  };
}

async function executeAttempt(ctx: AttemptContext, work: AtWork): Promise<Result | null> {
  const { liveRun, attempt, liveAttempt } = work;
  const runner = ctx.registry.runner(attempt.runner);
  if (ctx.clock.mono() > liveRun.windowEndsMono && !liveRun.run.isSweep)
    return tooLate(ctx, liveRun.run, work);
  const show = ctx.stage.open(liveRun.run.id, liveAttempt.steps);
  ctx.faults.pass('during-attempt');
  const forbidden = await liveRun.walked;
  const raw = forbidden
    ? forbidden
    : runner
      ? await withRunner(ctx, runner, work, show.scope)
      : stuck('runner_gone', `The runner ${attempt.runner} is not available on this instance.`);
  await show.close();
  if (liveRun.signal.aborted) {
    const isLost = liveRun.isReleased && runner?.shape === 'direct';
    return isLost ? { settled: settleLost(attempt, 'executor_left'), files: [] } : null;
  }
  try {
    return await judged(ctx, work, liveAttempt.signal.aborted ? noProgress() : raw, show.recording());
  } catch (error) {
    if (error instanceof Aborted || error instanceof DatabaseAway) throw error;
    return unusable(ctx, liveRun.run, attempt, error);
  }
}

function withRunner(
  ctx: AttemptContext,
  runner: Runner,
  work: AtWork,
  show: Dispatched['show'],
): Promise<AttemptResult> {
  const { facts } = runner;
  const assigned = { ...work, task: withStartPage(work.liveRun.run.request.task, facts, ctx.searchUrl) };
  return withLogin(ctx, { ...assigned, facts, show }, (scope, redactor) =>
    runAttempt(ctx, runner, { ...assigned, redactor }, scope),
  );
}

/** Settles a result that cannot be written; otherwise every owner of the run would fail on it, one after the other. */
export function unusable({ log }: AttemptContext, run: Run, attempt: Attempt, error: unknown): Result {
  log.error({ attempt: attempt.id, cause: String(error) }, 'result could not be used');
  return { settled: settleUnusable(run, attempt), files: [] };
}

async function judged(
  ctx: AttemptContext,
  work: AtWork,
  result: AttemptResult,
  recording: AttemptResult['files'],
): Promise<Result> {
  const { liveRun, attempt, liveAttempt } = work;
  const files = [...result.files, ...recording];
  const captured = await captureFiles(ctx.files, files, ctx.log);
  const pictured = await withPictures(ctx, liveAttempt.steps);
  const kept = [...captured, ...(result.missed ?? []).map(missedFile), ...pictured.files];
  if (liveAttempt.stopReason === 'window')
    return {
      settled: settleOverTime(attempt, pictured.steps, workedOf(ctx, work)),
      files: kept,
    };
  const limits = { stop: liveRun.signal, leftMs: liveRun.windowEndsMono - ctx.clock.mono() };
  const mayNormalize = async ({ costMicroUsd, modelMicroUsd }: AttemptResult) => {
    const costMicro = billedMicro(costMicroUsd, attempt.priceMicro) + (modelMicroUsd ?? 0);
    await liveRun.note({ kind: 'normalizing', attemptId: attempt.id, costMicro });
    return liveRun.run.normalizing?.includes(attempt.id) ?? false;
  };
  const stepCount = pictured.steps.length;
  const assessment = await assess(ctx, {
    run: liveRun.run,
    result,
    captured,
    stepCount,
    mayNormalize,
    limits,
  });
  const settled = settleResult({
    attempt,
    result,
    ...assessment,
    steps: pictured.steps,
    isFailureFree: ctx.registry.entry(attempt.runner)?.facts.price.isFailureFree ?? false,
  });
  ctx.faults.pass('after-artifact-bytes');
  ctx.faults.pass('before-result-commit');
  return { settled, files: kept };
}

/** No runner hears of an attempt whose time is over; one that a provider has already is ended there, and bills. */
function tooLate(ctx: AttemptContext, run: Run, work: AtWork): Result {
  const { attempt } = work;
  const hasBegun = attempt.reference !== null;
  if (hasBegun) stopAtProvider(ctx, run, attempt, true);
  return {
    settled: settleOverTime(attempt, attempt.result?.steps ?? [], hasBegun ? workedOf(ctx, work) : null),
    files: [],
  };
}

function workedOf(ctx: AttemptContext, { attempt, liveAttempt }: AtWork): Worked {
  return { workedMs: liveAttempt.workedMs(ctx.clock.mono()), typicalMs: typicalMs(ctx.registry, attempt) };
}

async function withPictures(
  ctx: AttemptContext,
  steps: TimedStep[],
): Promise<{ steps: StepRecord[]; files: NewArtifact[] }> {
  const pictures = await Promise.all(steps.map(({ picture }) => picture ?? null));
  const views = steps.map(({ observation }) => (observation ? Buffer.from(observation) : null));
  const [shown, seen] = await Promise.all([
    keepStepFiles(ctx.files, 'picture', pictures, ctx.log),
    keepStepFiles(ctx.files, 'observation', views, ctx.log),
  ]);
  const records = steps.map(({ picture: _, observation: __, ...step }, index) => ({
    ...step,
    screenshot: shown.ofStep[index],
    ...(seen.ofStep[index] && { view: seen.ofStep[index] }),
  }));
  return { steps: records, files: [...shown.files, ...seen.files] };
}

function noProgress(): AttemptResult {
  return stuck('no_progress', 'The runner made no progress for too long.');
}

/** Expected failures come back as results; a thrown error is a bug of the runner and fails the attempt, not the run. */
async function runAttempt(
  ctx: AttemptContext,
  runner: Runner,
  work: Assigned & { redactor: Redactor },
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { liveRun, attempt, redactor } = work;
  try {
    const span = { 'svc.run_id': liveRun.run.id, 'svc.attempt_id': attempt.id, 'svc.runner': attempt.runner };
    return await traced('attempt', span, async () =>
      runner.shape === 'direct'
        ? runDirect(ctx, runner, work, scope)
        : ((await runHosted(ctx, runner, work, scope)) ?? noProgress()),
    );
  } catch (error) {
    if (error instanceof Aborted || error instanceof DatabaseAway) throw error;
    if (!scope.signal.aborted)
      ctx.log.error(
        { runner: attempt.runner, attempt: attempt.id, cause: redactor.scrub(String(error)) },
        'runner threw',
      );
    return stuck('runner_crashed', `The runner ${attempt.runner} failed unexpectedly.`);
  }
}
