import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { prepared } from '../platform/sql.ts';

export interface KeyOwner {
  accountId: string;
  workspaceId: string;
  toppedUp: boolean;
}

export async function findKeyOwner(db: Db, hash: Buffer): Promise<KeyOwner | null> {
  const [row] = await db.query<{ account_id: string; workspace_id: string; topped_up: boolean }>(
    prepared(
      'find_key_owner',
      sql`select w.account_id, k.workspace_id, w.topped_up_at is not null as topped_up
          from api_keys k join workspaces w on w.id = k.workspace_id
          where k.hash = ${hash} and k.revoked_at is null`,
    ),
  );
  return row ? { accountId: row.account_id, workspaceId: row.workspace_id, toppedUp: row.topped_up } : null;
}

export interface AccountView {
  accountId: string;
  workspaceId: string;
  kind: 'human' | 'agent';
  claimed: boolean;
  plan: string;
  toppedUp: boolean;
  createdAt: Date;
}

export async function loadAccount(db: Db, workspaceId: string): Promise<AccountView> {
  const [row] = await db.query<{
    account_id: string;
    kind: 'human' | 'agent';
    claimed: boolean;
    plan: string;
    topped_up: boolean;
    created_at: Date;
  }>(
    sql`select w.account_id, a.kind, a.claimed, w.plan, w.topped_up_at is not null as topped_up, a.created_at
        from workspaces w join accounts a on a.id = w.account_id where w.id = ${workspaceId}`,
  );
  if (!row) throw new Error(`workspace ${workspaceId} is gone`);
  return {
    accountId: row.account_id,
    workspaceId,
    kind: row.kind,
    claimed: row.claimed,
    plan: row.plan,
    toppedUp: row.topped_up,
    createdAt: row.created_at,
  };
}

/** Made by whichever instance comes first; all others read that one. */
export async function sharedSecret(db: Db, name: string, fresh: Buffer): Promise<Buffer> {
  await db.query(
    sql`insert into service_secrets (name, value) values (${name}, ${fresh}) on conflict do nothing`,
  );
  const [row] = await db.query<{ value: Buffer }>(
    sql`select value from service_secrets where name = ${name}`,
  );
  if (!row) throw new Error(`the shared secret ${name} is missing`);
  return row.value;
}

export const lockBootstrap: Statement = sql`select pg_advisory_xact_lock(hashtext('switchyard-bootstrap'))`;

export const selectFirstWorkspace: Statement = sql`select id, account_id from workspaces order by id limit 1`;

export function insertAccount(accountId: string, workspaceId: string): Statement {
  return sql`with account as (insert into accounts (id, kind) values (${accountId}, 'human'))
             insert into workspaces (id, account_id) values (${workspaceId}, ${accountId})`;
}

export function insertKey(id: string, workspaceId: string, hash: Buffer, lastFour: string): Statement {
  return sql`insert into api_keys (id, workspace_id, hash, last_four)
             values (${id}, ${workspaceId}, ${hash}, ${lastFour}) on conflict (hash) do nothing`;
}
