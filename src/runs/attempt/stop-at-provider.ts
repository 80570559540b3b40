import type { AttemptContext } from '../context.ts';
import type { Attempt, Run } from '../run.ts';
import { forgetLeftover } from './leftovers/forget.ts';

/**
 * Ends an attempt's work at its provider in the background, and makes the provider forget the login. An executor does the same
 * when it learns of the end, but it may be the one that died.
 */
export function stopAtProvider(
  ctx: AttemptContext,
  { workspaceId }: Pick<Run, 'workspaceId'>,
  attempt: Attempt,
  hasLogin: boolean,
): void {
  const runner = ctx.registry.runner(attempt.runner);
  const { reference } = attempt;
  if (runner?.shape !== 'hosted' || reference === null) return;
  ctx.providerKeys
    .accountsFor(workspaceId, attempt.runner, attempt.isOwnKey)
    .then((accounts) => runner.cancel(reference, { accounts }))
    .then(() => (hasLogin ? forgetLeftover(ctx, runner, attempt) : undefined))
    .catch((error) => ctx.log.warn({ attempt: attempt.id, reason: String(error) }, 'could not be stopped'));
}
