import { DatabaseAway } from '../../platform/db.ts';
import type { HostedRunner, LeftLogin } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import type { Attempt } from '../run.ts';
import { dropLeftLogin, loadLeftItem, takeLeftLogins } from './store.ts';

type Context = Pick<RunsContext, 'db' | 'log' | 'registry'>;

const AT_ONCE = 10;

/** An ended attempt's provider gives up what it kept of the login. What does not work now, the sweep does later. */
export async function forgetLogin(
  ctx: Context,
  runner: HostedRunner,
  { id: attemptId, reference }: Pick<Attempt, 'id' | 'reference'>,
): Promise<void> {
  try {
    const item = await loadLeftItem(ctx.db, attemptId);
    if (item !== undefined) await forget(ctx, runner, { attemptId, reference, item });
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
  }
}

/** On every instance: what attempts left whose executor died, or whose provider did not answer at their end. */
export async function sweepLeftLogins(ctx: Context): Promise<void> {
  const left = await takeLeftLogins(ctx.db, AT_ONCE);
  await Promise.all(
    left.map(async ({ runner: slug, tries, ...login }) => {
      const runner = ctx.registry.runner(slug);
      if (runner?.shape === 'hosted') await forget(ctx, runner, login);
      if (tries > 1)
        ctx.log.warn({ attempt: login.attemptId, runner: slug, tries }, 'a login is still at its provider');
    }),
  );
}

async function forget(ctx: Context, runner: HostedRunner, login: LeftLogin): Promise<void> {
  const answer = await runner.forget?.(login).catch((error: unknown) => {
    ctx.log.error({ runner: runner.facts.slug, cause: String(error) }, 'runner threw');
    return 'failed' as const;
  });
  if (answer !== 'failed') await dropLeftLogin(ctx.db, login.attemptId, answer !== 'nothing');
}
