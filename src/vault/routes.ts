import { z } from 'zod';
import { ApiError, type ErrorCode } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { changeCredential, createCredential } from './change-credential.ts';
import type { VaultContext } from './context.ts';
import { createBody, credential, credentialList, deletedCredential, patchBody } from './schema.ts';
import { type Credential, deleteCredential, findCredential, listCredentials } from './store.ts';

const tag = 'Credentials';
const params = z.object({ id: z.string().describe('ID of the credential.') });
const codes: Record<string, ErrorCode> = {
  '': 'invalid_credential',
  domain: 'invalid_credential',
  username: 'invalid_credential',
  password: 'invalid_credential',
  totp_secret: 'invalid_credential',
  mfa: 'invalid_credential',
  source_id: 'invalid_credential',
  custody: 'invalid_custody',
};

const storeLogin = (ctx: VaultContext) =>
  route({
    method: 'POST',
    path: '/v1/credentials',
    operation: 'credentials.create',
    audit: 'credential.created',
    summary: 'Store a credential',
    description:
      'Stores a username and a password for a site. The secret values are encrypted and cannot be read back.',
    tag,
    body: createBody,
    codes,
    responses: { 201: credential },
    errors: ['invalid_credential', 'invalid_custody'],
    async handler({ caller, body }) {
      return { status: 201, body: render(await createCredential(ctx, caller.workspaceId, body)) };
    },
  });

const listOfLogins = (ctx: VaultContext) =>
  route({
    method: 'GET',
    path: '/v1/credentials',
    operation: 'credentials.list',
    summary: 'List credentials',
    description: 'Lists the stored credentials without their secret values.',
    tag,
    responses: { 200: credentialList },
    errors: [],
    async handler({ caller }) {
      await ctx.keys.current();
      const found = await listCredentials(ctx.db, caller.workspaceId);
      return { status: 200, body: { object: 'list', data: found.map(render) } };
    },
  });

const readLogin = (ctx: VaultContext) =>
  route({
    method: 'GET',
    path: '/v1/credentials/:id',
    operation: 'credentials.get',
    summary: 'Get a credential',
    description: 'Returns one stored credential without its secret values.',
    tag,
    params,
    responses: { 200: credential },
    errors: ['credential_not_found'],
    async handler({ caller, params: { id } }) {
      // Fails closed: while the key service is away nothing of the vault is served.
      await ctx.keys.current();
      const found = isId(id, 'cred') ? await findCredential(ctx.db, caller.workspaceId, id) : null;
      return { status: 200, body: render(found ?? notFound()) };
    },
  });

const changeLogin = (ctx: VaultContext) =>
  route({
    method: 'PATCH',
    path: '/v1/credentials/:id',
    operation: 'credentials.update',
    audit: 'credential.updated',
    summary: 'Update a credential',
    description: 'Changes the custody policy, password or second factor of a credential.',
    tag,
    params,
    body: patchBody,
    codes,
    responses: { 200: credential },
    errors: ['invalid_credential', 'invalid_custody', 'credential_not_found'],
    async handler({ caller, params: { id }, body }) {
      const changed = isId(id, 'cred') ? await changeCredential(ctx, caller.workspaceId, id, body) : null;
      return { status: 200, body: render(changed ?? notFound()) };
    },
  });

const eraseLogin = (ctx: VaultContext) =>
  route({
    method: 'DELETE',
    path: '/v1/credentials/:id',
    operation: 'credentials.delete',
    audit: 'credential.deleted',
    summary: 'Delete a credential',
    description: 'Erases the credential and the browser state saved with it.',
    tag,
    params,
    responses: { 200: deletedCredential },
    errors: ['credential_not_found'],
    // Needs no key: erasing works also without the key service.
    async handler({ caller, params: { id } }) {
      const isDeleted = isId(id, 'cred') && (await deleteCredential(ctx.db, caller.workspaceId, id));
      if (!isDeleted) notFound();
      return { status: 200, body: { id, object: 'svc.credential', deleted: true } };
    },
  });

export function vaultRoutes(ctx: VaultContext): Route[] {
  return [storeLogin(ctx), listOfLogins(ctx), readLogin(ctx), changeLogin(ctx), eraseLogin(ctx)];
}

function notFound(): never {
  throw new ApiError('credential_not_found', 'Credential not found.');
}

function render(found: Credential): z.input<typeof credential> {
  return {
    id: found.id,
    object: 'svc.credential',
    domain: found.domain,
    source_id: found.sourceId,
    username_masked: found.usernameMasked,
    mfa: found.mfa,
    custody: found.custody,
    health: found.health,
    created_at: found.createdAt.toISOString(),
    last_used: found.lastUsedAt?.toISOString() ?? null,
  };
}
