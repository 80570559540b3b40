import sql from 'sql-template-tag';
import type { Db, Row } from '../../platform/db.ts';
import type { Permission } from '../../platform/http/route.ts';
import { isConnected } from '../oauth/store.ts';
import { insertKey, type NewKey } from '../store.ts';

export interface Key {
  id: string;
  name: string;
  lastFour: string;
  limitMicro: number | null;
  /** Null: all. */
  permissions: Permission[] | null;
  expiresAt: Date | null;
  spentMicro: number;
  lastUsedAt: Date | null;
  createdAt: Date;
  /** The program that holds the key through OAuth; null for a key of the workspace. */
  app: { clientId: string; redirectHost: string; isConnected: boolean } | null;
}

export async function listKeys(db: Db, workspaceId: string): Promise<Key[]> {
  const rows = await db.queryFor<{
    id: string;
    name: string;
    last_four: string;
    limit_micro: number | null;
    spent_micro: number;
    permissions: Permission[] | null;
    expires_at: Date | null;
    last_used_at: Date | null;
    created_at: Date;
    client_id: string | null;
    redirect_host: string;
    is_connected: boolean;
  }>(
    workspaceId,
    sql`select k.id, k.name, k.last_four, b.limit_micro, b.spent_micro, k.permissions, k.expires_at, k.last_used_at, k.created_at,
          c.client_id, c.redirect_host, ${isConnected} as is_connected
        from api_keys k join key_budgets b on b.key_id = k.id left join connected_apps c on c.key_id = k.id
        where k.workspace_id = ${workspaceId} and k.revoked_at is null order by k.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    lastFour: row.last_four,
    limitMicro: row.limit_micro,
    spentMicro: row.spent_micro,
    permissions: row.permissions,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    app:
      row.client_id === null
        ? null
        : { clientId: row.client_id, redirectHost: row.redirect_host, isConnected: row.is_connected },
  }));
}

/** The moment it was made. */
export async function addKey(db: Db, key: NewKey): Promise<Date> {
  const [row] = await db.queryFor<Row & { created_at: Date }>(key.workspaceId, insertKey(key));
  if (!row) throw new Error('two keys were the same');
  return row.created_at;
}

/** Whether there was such a key. */
export async function revokeKey(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`update api_keys set revoked_at = db_now()
        where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null returning id`,
  );
  return rows.length > 0;
}

export async function hasLimit(db: Db, workspaceId: string, keyId: string | null): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`select from key_budgets
        where workspace_id = ${workspaceId} and key_id = ${keyId} and limit_micro is not null`,
  );
  return rows.length > 0;
}
