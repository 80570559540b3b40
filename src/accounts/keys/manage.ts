import type { z } from 'zod';
import { ApiError } from '../../errors.ts';
import type { Db } from '../../platform/db.ts';
import { refuseUnpermitted } from '../../platform/http/permissions.ts';
import type { Caller } from '../../platform/http/route.ts';
import { PERMISSIONS, type Permission } from '../../platform/http/route.ts';
import { isId } from '../../platform/ids.ts';
import { microUsd } from '../../platform/money.ts';
import { mintKey } from '../authenticate.ts';
import type { AccountsContext } from '../context.ts';
import type { keyBody } from './schema.ts';
import { addKey, hasLimit, type Key, listKeys, revokeKey } from './store.ts';

type KeysContext = Pick<AccountsContext, 'db' | 'authenticator' | 'clock'>;

const MAX_KEYS = 100;

export async function createKey(
  ctx: KeysContext,
  caller: Caller,
  wanted: z.output<typeof keyBody>,
): Promise<Key & { key: string }> {
  await mayManage(ctx.db, caller);
  const own = (await listKeys(ctx.db, caller.workspaceId)).filter(({ app }) => app === null);
  if (own.length >= MAX_KEYS)
    throw new ApiError('invalid_request', `A workspace has at most ${MAX_KEYS} keys; revoke one first.`);
  const key = mintKey();
  const limitMicro = wanted.spend_limit_usd == null ? null : microUsd(wanted.spend_limit_usd);
  const stored = ctx.authenticator.newKey(key, {
    workspaceId: caller.workspaceId,
    name: wanted.name,
    limitMicro,
    permissions: permissionsOf(caller, wanted),
    expiresAt: expiryOf(ctx, wanted),
  });
  const createdAt = await addKey(ctx.db, stored);
  return { ...stored, key, spentMicro: 0, lastUsedAt: null, createdAt, app: null };
}

/** Null: all. A key gives no more than it has. */
function permissionsOf(caller: Caller, wanted: z.output<typeof keyBody>): Permission[] | null {
  const usual: Permission[] | undefined = wanted.spend_limit_usd == null ? undefined : ['runs'];
  const given = wanted.permissions ?? usual ?? caller.permissions;
  for (const one of given ?? []) refuseUnpermitted(caller, one);
  return given ? PERMISSIONS.filter((one) => given.includes(one)) : null;
}

function expiryOf({ clock }: KeysContext, { expires_at: at }: z.output<typeof keyBody>): Date | null {
  if (at == null) return null;
  const expiresAt = new Date(at);
  if (expiresAt > clock.now()) return expiresAt;
  throw new ApiError('invalid_request', {
    message: '`expires_at`: must be in the future',
    param: 'expires_at',
  });
}

/** Works on every instance within seconds. Runs of the key that live go on. */
export async function removeKey(ctx: KeysContext, caller: Caller, id: string): Promise<void> {
  await mayManage(ctx.db, caller);
  const isGone = isId(id, 'key') && (await revokeKey(ctx.db, caller.workspaceId, id));
  if (!isGone) throw new ApiError('key_not_found', 'Key not found.');
}

/** A key with a spend limit may not: it could lift its own limit. */
export async function mayManage(
  db: Db,
  { workspaceId, keyId }: Pick<Caller, 'workspaceId' | 'keyId'>,
): Promise<void> {
  if (await hasLimit(db, workspaceId, keyId))
    throw new ApiError(
      'limited_key',
      'A key with a spend limit manages neither keys, logins nor the workspace.',
    );
}
