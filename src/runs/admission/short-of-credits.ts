import { limitReached, RAISE_LIMIT } from '../../billing/key-limit.ts';
import { priceWithFee } from '../../billing/postings.ts';
import { loadMeans } from '../../billing/store.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { RunsContext } from '../context.ts';

/** The refusal of a run that the credits do not cover: its hold, the balance, and the remedy for this case. */
export async function shortOfCredits(
  ctx: Pick<RunsContext, 'db' | 'registry' | 'providerKeys' | 'sellsCredits'>,
  caller: Caller,
  neededMicro: number,
): Promise<ApiError> {
  const { leftMicro, keyLimit } = await loadMeans(ctx.db, caller);
  const needs = `The run needs ${usd(neededMicro)} USD`;
  const message = keyLimit
    ? `${needs}. ${limitReached(keyLimit)}`
    : `${needs}, and the workspace has ${usd(Math.max(0, leftMicro))} USD of credits.`;
  const more = keyLimit
    ? RAISE_LIMIT
    : ctx.sellsCredits
      ? 'Buy credits on the account page or with POST /api/billing/checkout.'
      : 'Ask the operator of this service for credits.';
  const own = await ctx.providerKeys.owned(caller.workspaceId);
  const covered = ctx.registry
    .entries(own)
    .filter(({ status }) => status === 'available')
    .map(({ facts }) => ({
      slug: facts.slug,
      micro: priceWithFee(
        facts.price.typicalTaskMicroUsd,
        caller.feeRatePpm,
        ctx.registry.isOwnKey(facts.slug, own) ? 'workspace' : 'service',
      ),
    }))
    .filter(({ micro }) => micro <= leftMicro && micro < neededMicro)
    .sort((one, other) => other.micro - one.micro)[0];
  const cheaper = covered && ` Or choose a cheaper runner: ${covered.slug} holds ${usd(covered.micro)} USD.`;
  return new ApiError('insufficient_credits', { message, remediation: `${more}${cheaper ?? ''}` });
}
