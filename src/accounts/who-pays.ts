import { ApiError } from '../errors.ts';
import type { SessionProof } from '../platform/http/caller.ts';
import type { Caller } from '../platform/http/route.ts';
import type { AccountsContext } from './context.ts';

/** A key or a person in the console may buy credits; all others get `auth_required`. */
export async function whoPays(ctx: AccountsContext, proof: SessionProof): Promise<Caller> {
  const hasKey = proof.header('authorization') !== null || proof.header('x-api-key') !== null;
  if (!hasKey) return ctx.sessions.caller(proof);
  return ctx.authenticator.authenticate(proof).catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid_api_key') throw error;
    throw new ApiError('auth_required', 'The API key is not valid.');
  });
}
