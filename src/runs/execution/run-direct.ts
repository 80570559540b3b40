import type { AttemptResult, AttemptScope, DirectRunner } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import type { Attempt, Run } from '../run.ts';
import { forgetLeftover } from './leftovers/forget.ts';
import { noteLeftover } from './leftovers/store.ts';
import { atStartPage, withStartPage } from './start-page.ts';

/** How long an end from outside waits for the provider; tidying does the rest later. */
const LET_GO_MS = 1_000;

/** Runs an attempt in this process and removes its leftovers at a provider, however it ended. */
export async function runDirect(
  ctx: RunsContext,
  live: Run,
  runner: DirectRunner,
  attempt: Attempt,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { request } = live;
  const task = withStartPage(request.task, runner.facts, ctx.searchUrl);
  const run = async () => atStartPage(request.task, await runner.run(task, scope));
  if (!runner.forget) return run();
  await noteLeftover(ctx.db, live, attempt);
  try {
    return await run();
  } finally {
    const forgetting = forgetLeftover(ctx, runner, attempt).catch((error: unknown) =>
      ctx.log.error({ attempt: attempt.id, cause: String(error) }, 'leftovers'),
    );
    // The answer need not wait for it; a process that shuts down should, for a moment.
    if (scope.signal.aborted) await Promise.race([forgetting, ctx.clock.sleep(LET_GO_MS)]);
  }
}
