import type { Grant } from 'oidc-provider';
import { ApiError } from '../../errors.ts';
import type { Caller, Permission } from '../../platform/http/route.ts';
import { microUsd } from '../../platform/money.ts';
import { mintKey } from '../authenticate.ts';
import type { AccountsContext } from '../context.ts';
import { mayManage } from '../keys/manage.ts';
import { listKeys, revokeKey } from '../keys/store.ts';
import { insertKey } from '../store.ts';
import type { OAuthRequest } from './provider.ts';
import { deleteItems, insertApp } from './store.ts';

const MAX_APPS = 100;

/** A program that asks a person for access. */
export interface Asking {
  clientId: string;
  name: string;
  /** Where the code goes: the part of the request that a program cannot invent. */
  redirectHost: string;
  asksForVault: boolean;
}

/** Null for another browser than the one that was sent here, and after the end of the request. */
export async function askingOf({ oauth }: AccountsContext, request: OAuthRequest): Promise<Asking | null> {
  return oauth.within(request, async (provider, req, res) => {
    const { errors } = await import('oidc-provider');
    const asked = await provider.interactionDetails(req, res).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    });
    const clientId = asked && String(asked.params.client_id);
    const client = clientId && (await provider.Client.find(clientId));
    if (!client) return null;
    const scope = asked.params.scope === undefined ? [] : String(asked.params.scope).split(' ');
    return {
      clientId,
      name: client.clientName ?? clientId,
      redirectHost: placeOf(String(asked.params.redirect_uri)),
      asksForVault: scope.includes('vault'),
    };
  });
}

/** The host of a page, or the scheme of a program. */
function placeOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//`;
}

export interface Consent {
  isGranted: boolean;
  vault: boolean;
  spendLimitUsd: number | null;
}

/** Returns the URL at which the authorization goes on. */
export async function consent(
  ctx: AccountsContext,
  caller: Caller,
  request: OAuthRequest,
  answer: Consent,
): Promise<string> {
  await mayManage(ctx.db, caller);
  const asking = await askingOf(ctx, request);
  if (!asking) throw new ApiError('not_found', 'This request has expired. Connect from the program again.');
  return ctx.oauth.within(request, async (provider, req, res) => {
    if (!answer.isGranted)
      return provider.interactionResult(
        req,
        res,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      );
    const permissions: Permission[] = answer.vault ? ['runs', 'vault'] : ['runs'];
    const keyId = await connect(ctx, caller, asking, { ...answer, permissions });
    const grant: Grant = new provider.Grant({ accountId: keyId, clientId: asking.clientId });
    grant.addResourceScope(ctx.oauth.resource, permissions.join(' '));
    const grantId = await grant.save();
    return provider.interactionResult(req, res, { login: { accountId: keyId }, consent: { grantId } });
  });
}

async function connect(
  ctx: AccountsContext,
  caller: Caller,
  { clientId, name, redirectHost }: Asking,
  { permissions, spendLimitUsd }: Consent & { permissions: Permission[] },
): Promise<string> {
  const { workspaceId } = caller;
  const apps = (await listKeys(ctx.db, workspaceId)).filter(({ app }) => app !== null);
  if (apps.length >= MAX_APPS)
    throw new ApiError('invalid_request', `A workspace has at most ${MAX_APPS} connected apps. Revoke one.`);
  const limitMicro = spendLimitUsd === null ? null : microUsd(spendLimitUsd);
  // Nobody learns this key: the tokens of the app lead to it.
  const key = ctx.authenticator.newKey(mintKey(), {
    workspaceId,
    name: name.slice(0, 100),
    limitMicro,
    permissions,
  });
  await ctx.db.batchFor(workspaceId, [
    insertKey(key),
    insertApp({ keyId: key.id, workspaceId, clientId, redirectHost }),
  ]);
  return key.id;
}

/** Its tokens end on every instance within seconds. */
export async function disconnect(ctx: AccountsContext, caller: Caller, id: string): Promise<void> {
  await mayManage(ctx.db, caller);
  const keys = await listKeys(ctx.db, caller.workspaceId);
  if (!keys.some((key) => key.id === id && key.app !== null))
    throw new ApiError('not_found', 'No connected app has this ID.');
  await revokeKey(ctx.db, caller.workspaceId, id);
  await ctx.db.queryFor(caller.workspaceId, deleteItems(id));
}
