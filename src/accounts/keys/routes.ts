import { z } from 'zod';
import { PERMISSIONS, type Route, route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { AccountsContext } from '../context.ts';
import { createKey, removeKey } from './manage.ts';
import { keyBody, keyList, type keyObject, newKeyObject, revokedKey } from './schema.ts';
import { type Key, listKeys } from './store.ts';

const postKey = (ctx: AccountsContext) =>
  route({
    method: 'POST',
    path: '/v1/keys',
    operation: 'keys.create',
    holdsSecret: true,
    audit: 'key.created',
    summary: 'Create an API key',
    description: 'Creates a key for this workspace. Only this response contains it.',
    tag: 'Account',
    body: keyBody,
    responses: { 201: newKeyObject },
    errors: ['limited_key'],
    async handler({ caller, body }) {
      const { key, ...made } = await createKey(ctx, caller, body);
      return { status: 201, body: { ...renderKey(made), key } };
    },
  });

const getKeys = (ctx: AccountsContext) =>
  route({
    method: 'GET',
    path: '/v1/keys',
    operation: 'keys.list',
    summary: 'List API keys',
    description:
      'Lists the keys of this workspace with what they have spent. The keys themselves are not returned.',
    tag: 'Account',
    responses: { 200: keyList },
    errors: [],
    async handler({ caller }) {
      const keys = await listKeys(ctx.db, caller.workspaceId);
      const own = keys.filter(({ app }) => app === null);
      return { status: 200, body: { object: 'list', data: own.map(renderKey) } };
    },
  });

const deleteKey = (ctx: AccountsContext) =>
  route({
    method: 'DELETE',
    path: '/v1/keys/:id',
    operation: 'keys.delete',
    audit: 'key.revoked',
    summary: 'Revoke an API key',
    description: 'Revokes the key immediately. Live runs that it started continue.',
    tag: 'Account',
    params: z.object({ id: z.string().describe('ID of the key.') }),
    responses: { 200: revokedKey },
    errors: ['key_not_found', 'limited_key'],
    async handler({ caller, params }) {
      await removeKey(ctx, caller, params.id);
      return { status: 200, body: { object: 'svc.key', id: params.id, deleted: true } };
    },
  });

export function keyRoutes(ctx: AccountsContext): Route[] {
  return [postKey(ctx), getKeys(ctx), deleteKey(ctx)];
}

export function renderKey(key: Key): z.input<typeof keyObject> {
  return {
    object: 'svc.key',
    id: key.id,
    name: key.name,
    last_four: key.lastFour,
    spend_limit_usd: key.limitMicro === null ? null : usd(key.limitMicro),
    permissions: key.permissions ?? [...PERMISSIONS],
    expires_at: key.expiresAt?.toISOString() ?? null,
    spent_usd: usd(key.spentMicro),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
