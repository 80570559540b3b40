import { pause } from '../../platform/clock.ts';
import type { AttemptResult, AttemptScope, HostedRunner, Task } from '../../runners/contract.ts';
import { saveReferenceStatement } from '../attempt-store.ts';
import type { AttemptContext } from '../context.ts';
import { persist } from '../persist.ts';
import { loadStates } from '../store.ts';
import type { AtWork } from './executed-run.ts';
import { forgetLeftover } from './leftovers/forget.ts';
import { noteLeftover } from './leftovers/store.ts';

/** With the task as its runner gets it. */
export interface Assigned extends AtWork {
  task: Task;
}

/**
 * Starts an attempt at its provider, or goes on with one that was started, and polls it to its end. Null when it was
 * cut short. The provider's copy of a login is deleted at every end of the attempt.
 */
export async function runHosted(
  ctx: AttemptContext,
  runner: HostedRunner,
  { liveRun, attempt, liveAttempt, task }: Assigned,
  scope: AttemptScope,
): Promise<AttemptResult | null> {
  let { reference } = attempt;
  const forget = async () => {
    if (scope.credential && runner.forget) await forgetLeftover(ctx, runner, { ...attempt, reference });
  };
  const leave = async () => {
    if (reference !== null) await runner.cancel(reference, scope);
    await forget();
  };
  const goOnAs = async (known: string) => {
    reference = known;
    try {
      const statements = [saveReferenceStatement(liveRun.run, attempt.id, known)];
      await persist(ctx, { statements, hot: null }, liveRun.signal);
    } catch (error) {
      // Only we know this reference: without it the provider's task would go on unseen.
      await leave();
      throw error;
    }
  };

  if (reference === null) {
    if (scope.credential && runner.forget) await noteLeftover(ctx.db, liveRun.run, attempt);
    const started = await runner.start(task, scope);
    if (!('reference' in started)) {
      await forget();
      return started;
    }
    ctx.faults.pass('after-provider-start');
    await goOnAs(started.reference);
  }
  liveAttempt.isAtProvider = true;
  for (;;) {
    const result = await runner.poll(reference ?? '', scope, task);
    if (result && 'reference' in result) await goOnAs(result.reference);
    else if (result && !scope.signal.aborted) {
      await forget();
      return result;
    }
    if (scope.signal.aborted) {
      if (await isUnwanted(ctx, { liveRun, liveAttempt })) await leave();
      return null;
    }
    liveAttempt.confirm(ctx.clock.mono(), runner.quietForMs ?? 0);
    await pause(ctx.clock, runner.pollIntervalMs, scope.signal);
  }
}

/** The next owner of a released or taken-over run polls it on; the attempt of a run that is over is stopped. */
async function isUnwanted(
  ctx: AttemptContext,
  { liveRun, liveAttempt }: Pick<AtWork, 'liveRun' | 'liveAttempt'>,
): Promise<boolean> {
  const { stopReason } = liveAttempt;
  if (stopReason === 'released') return false;
  if (stopReason !== 'superseded') return true;
  const [state] = await loadStates(ctx.db, [liveRun.run.id]).catch(() => []);
  return state?.isOver ?? false;
}
