import { captureFiles, MAX_FILES_PER_RUN, missedFile } from '../artifacts/capture.ts';
import { keepPictures } from '../artifacts/step-pictures.ts';
import type { NewArtifact } from '../artifacts/store.ts';
import { hold, priceWithFee } from '../billing/postings.ts';
import { withPosting } from '../billing/store.ts';
import { Aborted, DatabaseAway } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Redactor } from '../platform/redactor.ts';
import { type AttemptResult, type AttemptScope, failedResult, type Runner } from '../runners/contract.ts';
import { assess } from './assess.ts';
import type { RunsContext } from './context.ts';
import { closeInteractionsStatement, resumeRunStatement } from './interaction/store.ts';
import type { LiveRun } from './live-run.ts';
import { withLogin } from './login/with-login.ts';
import type { NextStep } from './next.ts';
import { findScript, REPLAY } from './replay/remember.ts';
import type { Attempt, StepRecord, TimedStep } from './run.ts';
import { runDirect } from './run-direct.ts';
import { runHosted } from './run-hosted.ts';
import { settleLost, settleResult, settleUnusable } from './settle.ts';
import { stopAtProvider } from './stop-at-provider.ts';
import { dispatchStatement, loadAnyRun, type NewAttempt } from './store.ts';
import {
  commitFinish,
  commitSettled,
  nextAfter,
  persist,
  postingOf,
  RETRY_MS,
  UNSURE,
} from './write-down.ts';

/**
 * The job: ask `nextStep`, do it, write it down, until the run is terminal or no longer ours. `first` is an attempt
 * that admission has already dispatched. Every write carries the fence; losing it ends the work silently.
 */
export async function executeRun(ctx: RunsContext, live: LiveRun, first: Attempt | null): Promise<void> {
  let step: NextStep | null = first ? { do: 'resume', attempt: first } : next(live);
  while (step !== null && !live.signal.aborted) {
    try {
      step = await take(ctx, live, step);
    } catch (error) {
      step = await recover(ctx, live, error);
    }
  }
}

/** Does one step; answers the next, or null when the run is over or not ours any more. */
async function take(ctx: RunsContext, live: LiveRun, step: NextStep): Promise<NextStep | null> {
  if (step.do === 'finish') {
    await commitFinish(ctx, live, step.ending);
    return null;
  }
  if (step.do === 'abandon') {
    // Whoever answers now would answer to nobody.
    const closing = [resumeRunStatement(live.run), closeInteractionsStatement(live.run)];
    const isOver = await commitSettled(ctx, live, settleLost(step.attempt), [], closing);
    return isOver ? null : next(live);
  }
  const attempt = step.do === 'attempt' ? await dispatch(ctx, live, step) : step.attempt;
  const isEnded = await carryOut(ctx, live, attempt);
  return isEnded ? null : next(live);
}

async function recover(ctx: RunsContext, live: LiveRun, error: unknown): Promise<NextStep | null> {
  if (error instanceof Aborted && error.code === 'superseded') return null;
  if (error instanceof Aborted && error.code === 'insufficient_credits') {
    const message = 'The credits of the workspace do not cover a further attempt.';
    return { do: 'finish', ending: { kind: 'stopped', code: 'budget_exhausted', message } };
  }
  const isUnsure = error instanceof DatabaseAway || (error instanceof Aborted && error.code === UNSURE);
  if (!isUnsure) throw error;
  return lookAgain(ctx, live);
}

/** Goes on from what the row says, as long as it is ours. */
async function lookAgain(ctx: RunsContext, live: LiveRun): Promise<NextStep | null> {
  for (;;) {
    await ctx.clock.sleep(RETRY_MS, live.signal).catch(() => undefined);
    if (live.signal.aborted) return null;
    try {
      const run = await loadAnyRun(ctx.db, live.run.id);
      if (!run || run.finishedAt !== null || run.fence !== live.run.fence) {
        ctx.watch.changed(live.run.id);
        return null;
      }
      live.run = run;
      const running = run.attempts.find((attempt) => attempt.status === 'running');
      return running && !live.hasBegun(running.id) ? { do: 'resume', attempt: running } : next(live);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
    }
  }
}

function next(live: LiveRun): NextStep {
  return nextAfter(live, live.run);
}

async function dispatch(
  ctx: RunsContext,
  live: LiveRun,
  step: Extract<NextStep, { do: 'attempt' }>,
): Promise<Attempt> {
  const attempt = newAttempt(ctx, step.runner, step.phase, live.run.attempts.length);
  const missing = priceWithFee(attempt.priceMicro, live.run.feeRatePpm) - live.run.heldMicro;
  const posting = hold(`hold:${attempt.id}`, missing);
  const statements = [dispatchStatement(live.run, attempt, Math.max(0, missing))];
  const [rows] = await persist(ctx, live, withPosting(statements, postingOf(live.run, posting, true)));
  ctx.faults.pass('after-attempt-row');
  const dispatched = startedAttempt(attempt, rows?.[0]?.started_at as Date);
  live.run = {
    ...live.run,
    heldMicro: live.run.heldMicro + Math.max(0, missing),
    attempts: [...live.run.attempts, dispatched],
  };
  return dispatched;
}

export function newAttempt(
  ctx: RunsContext,
  slug: string,
  phase: Attempt['phase'],
  ordinal: number,
): NewAttempt {
  const facts = ctx.registry.entry(slug)?.facts;
  return {
    id: newId('att'),
    ordinal,
    runner: slug,
    engine: facts?.engine ?? null,
    phase,
    priceMicro: facts?.price.typicalTaskMicroUsd ?? 0,
  };
}

export function startedAttempt(attempt: NewAttempt, startedAt: Date): Attempt {
  return {
    ...attempt,
    status: 'running',
    reference: null,
    costMicro: null,
    verdict: null,
    blockReason: null,
    fault: 'none',
    error: null,
    result: null,
    startedAt,
    finishedAt: null,
  };
}

/** Runs one attempt to its end and writes down what it achieved. True when the run is over or not ours any more. */
async function carryOut(ctx: RunsContext, live: LiveRun, attempt: Attempt): Promise<boolean> {
  const now = ctx.clock.mono();
  // The executor renews the lease or lets the run go; until then nothing may begin.
  if (!live.mayAct(now)) throw new Aborted(UNSURE);
  live.beginAttempt(attempt.id, now);
  const { steps } = live;
  const runner = ctx.registry.runner(attempt.runner);
  const show = ctx.stage.open(live.run.id, steps);
  const { workspaceId, request } = live.run;
  const script = attempt.runner === REPLAY ? await findScript(ctx, workspaceId, request.task) : null;
  ctx.faults.pass('during-attempt');
  const raw = runner
    ? await withLogin(
        ctx,
        live,
        {
          facts: runner.facts,
          attempt,
          steps,
          show: show.scope,
          script,
          stop: async () => stopAtProvider(ctx, attempt, true),
        },
        (scope, redactor) => runAttempt(ctx, live, runner, attempt, scope, redactor),
      )
    : failedResult(
        'platform',
        'runner_gone',
        `The runner ${attempt.runner} is not available on this instance.`,
      );
  await show.close();
  if (live.signal.aborted) {
    if (live.stopReason === 'released' && runner?.shape === 'direct')
      await commitSettled(ctx, live, settleLost(attempt, 'executor_left'), []);
    return true;
  }
  const result = live.attemptSignal.aborted ? cutShort(live) : raw;
  const { run } = live;
  try {
    const files = [...result.files, ...show.recording()];
    const captured = await captureFiles(ctx.files, files, run.artifacts.length, ctx.log);
    const assessment = await assess(ctx, run, attempt.priceMicro, result, captured, live.signal);
    const pictured = await withPictures(ctx, steps);
    const settled = settleResult({ attempt, result, ...assessment, steps: pictured.steps });
    const places = MAX_FILES_PER_RUN - run.artifacts.length;
    const kept = [...captured, ...(result.oversized ?? []).map(missedFile)].slice(0, Math.max(0, places));
    ctx.faults.pass('after-artifact-bytes');
    ctx.faults.pass('before-result-commit');
    return await commitSettled(ctx, live, settled, [...kept, ...pictured.files]);
  } catch (error) {
    if (error instanceof Aborted || error instanceof DatabaseAway) throw error;
    // Otherwise every owner of the run would stumble over the same result, one after the other.
    ctx.log.error({ attempt: attempt.id, cause: String(error) }, 'result could not be used');
    live.run = run;
    return commitSettled(ctx, live, settleUnusable(run, attempt), []);
  }
}

async function withPictures(
  ctx: RunsContext,
  steps: TimedStep[],
): Promise<{ steps: StepRecord[]; files: NewArtifact[] }> {
  const pictures = await Promise.all(steps.map(({ picture }) => picture ?? null));
  const { files, ofStep } = await keepPictures(ctx.files, pictures, ctx.log);
  const records = steps.map(({ picture: _, ...step }, index) => ({ ...step, screenshot: ofStep[index] }));
  return { steps: records, files };
}

function cutShort(live: LiveRun): AttemptResult {
  return live.stopReason === 'window'
    ? failedResult('runner', 'timeout', 'The time for this run was over before the runner finished.')
    : failedResult('runner', 'no_progress', 'The runner made no progress for too long.');
}

/** Expected failures come back as results; what is thrown is a bug of the runner and fails the attempt, not the run. */
async function runAttempt(
  ctx: RunsContext,
  live: LiveRun,
  runner: Runner,
  attempt: Attempt,
  scope: AttemptScope,
  redactor: Redactor,
): Promise<AttemptResult> {
  try {
    return runner.shape === 'direct'
      ? await runDirect(ctx, live.run, runner, attempt, scope)
      : ((await runHosted(ctx, live, runner, attempt, scope)) ?? cutShort(live));
  } catch (error) {
    if (error instanceof Aborted || error instanceof DatabaseAway) throw error;
    if (!scope.signal.aborted)
      ctx.log.error(
        { runner: attempt.runner, attempt: attempt.id, cause: redactor.scrub(String(error)) },
        'runner threw',
      );
    return failedResult('platform', 'runner_crashed', `The runner ${attempt.runner} failed unexpectedly.`);
  }
}
