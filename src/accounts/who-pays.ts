import { ApiError } from '../errors.ts';
import type { SessionProof } from '../platform/http/caller.ts';
import { refuseUnpermitted } from '../platform/http/permissions.ts';
import type { Caller } from '../platform/http/route.ts';
import type { AccountsContext } from './context.ts';

/** A key or a person in the console may buy credits; all others get `auth_required`. */
export async function whoPays(ctx: AccountsContext, proof: SessionProof): Promise<Caller> {
  const hasKey = proof.header('authorization') !== null || proof.header('x-api-key') !== null;
  const finding = hasKey ? ctx.authenticator.authenticate(proof) : ctx.sessions.caller(proof);
  const caller = await finding.catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid_api_key') throw error;
    throw new ApiError('auth_required', 'The API key is not valid.');
  });
  refuseUnpermitted(caller, 'workspace');
  return caller;
}
