import type { AttemptResult, AttemptScope, DirectRunner } from '../../runners/contract.ts';
import type { AttemptContext } from '../context.ts';
import { forgetLeftover } from './leftovers/forget.ts';
import { noteLeftover } from './leftovers/store.ts';
import type { Assigned } from './run-hosted.ts';
import { atStartPage } from './start-page.ts';
import { understood } from './understood.ts';

/** How long an end from outside waits for the provider; tidying does the rest later. */
const LET_GO_MS = 1_000;

/** Runs an attempt in this process and removes its leftovers at a provider, however it ended. */
export async function runDirect(
  ctx: AttemptContext,
  runner: DirectRunner,
  { liveRun, attempt, task }: Assigned,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const asked = liveRun.run.request.task;
  const run = async () => {
    const { reading, modelMicroUsd } = runner.goesByReading
      ? await understood(ctx, liveRun, runner, scope)
      : { reading: null, modelMicroUsd: 0 };
    const result = await runner.run(reading ? { ...task, reading } : task, scope);
    return { ...atStartPage(asked, result), modelMicroUsd: modelMicroUsd + (result.modelMicroUsd ?? 0) };
  };
  if (!runner.forget) return run();
  await noteLeftover(ctx.db, liveRun.run, attempt);
  try {
    return await run();
  } finally {
    const forgetting = forgetLeftover(ctx, runner, attempt).catch((error: unknown) =>
      ctx.log.error({ attempt: attempt.id, cause: String(error) }, 'leftovers'),
    );
    // The answer need not wait for it; a process that shuts down should, for a moment.
    if (scope.signal.aborted) await Promise.race([forgetting, ctx.clock.sleep(LET_GO_MS)]);
    else if (liveRun.run.request.isTest) await forgetting;
  }
}
