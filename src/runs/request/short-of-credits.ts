import { limitReached, RAISE_LIMIT } from '../../billing/key-limit.ts';
import { loadMeans } from '../../billing/store.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { RequestContext } from '../context.ts';

/** A runner that could take the run, with the hold that the whole run would need there. */
interface Alternative {
  runner: string;
  holdMicro: number;
}

/** The refusal of a run that the credits do not cover: its hold, the balance, and the remedy for this case. */
export async function shortOfCredits(
  ctx: Pick<RequestContext, 'db' | 'sellsCredits'>,
  caller: Caller,
  neededMicro: number,
  alternatives: readonly Alternative[],
): Promise<ApiError> {
  const { leftMicro, keyLimit } = await loadMeans(ctx.db, caller);
  const needs = `The run needs ${usd(neededMicro)} USD`;
  const message = keyLimit
    ? `${needs}. ${limitReached(keyLimit)}`
    : `${needs}, and the workspace has ${usd(Math.max(0, leftMicro))} USD of credits.`;
  const more = keyLimit
    ? RAISE_LIMIT
    : ctx.sellsCredits
      ? 'Buy credits on the account page, or through the billing API.'
      : 'Ask the operator of this service for credits.';
  const covered = alternatives
    .filter(({ holdMicro }) => holdMicro <= leftMicro && holdMicro < neededMicro)
    .toSorted((one, other) => other.holdMicro - one.holdMicro)[0];
  const cheaper =
    covered &&
    ` Or choose a cheaper runner: with ${covered.runner} the run needs ${usd(covered.holdMicro)} USD.`;
  return new ApiError('insufficient_credits', { message, remediation: `${more}${cheaper ?? ''}` });
}
