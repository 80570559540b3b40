import { DatabaseAway } from '../../../platform/db.ts';
import type { Forgotten, Leftover, Runner } from '../../../runners/contract.ts';
import type { AttemptContext } from '../../context.ts';
import type { Attempt } from '../../run.ts';
import { dropLeftover, type LeftBy, loadLeftover, takeLeftovers } from './store.ts';

type Context = Pick<AttemptContext, 'db' | 'log' | 'registry' | 'providerKeys'>;

const AT_ONCE = 10;

/** Makes the provider of an ended attempt delete the data that it kept. A failed try is repeated by the tidy routine. */
export async function forgetLeftover(
  ctx: Context,
  runner: Runner,
  { id: attemptId, reference }: Pick<Attempt, 'id' | 'reference'>,
): Promise<void> {
  try {
    const left = await loadLeftover(ctx.db, attemptId);
    if (left) await forget(ctx, runner, { ...left, attemptId, reference });
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
  }
}

/** On every instance: leftovers of attempts whose executor died, or whose provider did not answer at their end. */
export async function tidyLeftovers(ctx: Context): Promise<void> {
  const left = await takeLeftovers(ctx.db, AT_ONCE);
  await Promise.all(
    left.map(async ({ runner: slug, tries, ...leftover }) => {
      const runner = ctx.registry.runner(slug);
      const answer = runner ? await forget(ctx, runner, leftover) : 'failed';
      if (answer === 'failed' && tries > 1)
        ctx.log.warn({ attempt: leftover.attemptId, runner: slug, tries }, 'something is left at a provider');
    }),
  );
}

async function forget(ctx: Context, runner: Runner, left: Leftover & LeftBy): Promise<Forgotten> {
  const { workspaceId, isOwnKey } = left;
  const scope = {
    accounts: await ctx.providerKeys.accountsFor(workspaceId, runner.facts.slug, isOwnKey),
  };
  const asked = runner.forget?.(left, scope) ?? Promise.resolve<Forgotten>('deleted');
  const answer = await asked.catch((error: unknown): Forgotten => {
    ctx.log.error({ runner: runner.facts.slug, cause: String(error) }, 'runner threw');
    return 'failed';
  });
  if (answer !== 'failed') await dropLeftover(ctx.db, left.attemptId, answer === 'deleted');
  return answer;
}
