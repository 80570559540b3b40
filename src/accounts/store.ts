import sql, { type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import type { Permission } from '../platform/http/route.ts';
import { prepared } from '../platform/sql.ts';
import type { RunToken } from './run-token.ts';

/**
 * Of the account `a` with the workspace `w`: it is unclaimed, and its time is over or its credits pay for no runner here. A
 * provider key makes runners free.
 */
export function isFrozen(cheapestMicro: number): Sql {
  return sql`(not a.claimed and (a.claim_ends_at <= db_now() or exists (
    select from balances b where b.workspace_id = w.id and b.credits_micro + b.held_micro < case
      when exists (select from provider_keys p where p.workspace_id = w.id) then 1 else greatest(1, ${cheapestMicro}::bigint) end)))`;
}

export interface KeyOwner {
  keyId: string;
  accountId: string;
  workspaceId: string;
  toppedUp: boolean;
  isClaimed: boolean;
  isFrozen: boolean;
  /** Null: all. */
  permissions: Permission[] | null;
  /** The last recorded use of the key is a while ago. */
  isUseNews: boolean;
}

/** Of the key `k`. */
export const isUnexpired = sql`(k.expires_at is null or k.expires_at > db_now())`;

export function findKeyOwner(db: Db, hash: Buffer, isFrozen: Sql): Promise<KeyOwner | null> {
  return findOwner(db, 'find_key_owner', sql`k.hash = ${hash}`, isFrozen);
}

/** The owner of an app, by its access token. The app of a frozen account has none. */
export async function findAppOwner(db: Db, tokenHash: Buffer, isFrozen: Sql): Promise<KeyOwner | null> {
  const isTheirs = sql`k.id = (select key_id from oauth_items
    where kind = 'AccessToken' and hash = ${tokenHash} and expires_at > db_now())`;
  const owner = await findOwner(db, 'find_app_owner', isTheirs, isFrozen);
  // The page that claims an account belongs to the holders of its keys.
  return owner && !owner.isFrozen ? { ...owner, isClaimed: true } : null;
}

async function findOwner(db: Db, name: string, isTheirs: Sql, isFrozen: Sql): Promise<KeyOwner | null> {
  const [row] = await db.query<{
    id: string;
    account_id: string;
    workspace_id: string;
    topped_up: boolean;
    claimed: boolean;
    is_frozen: boolean;
    permissions: Permission[] | null;
    is_use_news: boolean;
  }>(
    prepared(
      name,
      sql`select k.id, w.account_id, k.workspace_id, w.topped_up_at is not null as topped_up, a.claimed, ${isFrozen} as is_frozen, k.permissions,
            coalesce(k.last_used_at < db_now() - interval '1 minute', true) as is_use_news
          from api_keys k join workspaces w on w.id = k.workspace_id join accounts a on a.id = w.account_id
          where ${isTheirs} and k.revoked_at is null and ${isUnexpired}`,
    ),
  );
  if (!row) return null;
  return {
    keyId: row.id,
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    toppedUp: row.topped_up,
    isClaimed: row.claimed,
    isFrozen: row.is_frozen,
    permissions: row.permissions,
    isUseNews: row.is_use_news,
  };
}

/** The account behind a read token, while the token and the key that vouched for it are valid. */
export async function findTokenOwner(db: Db, token: RunToken): Promise<string | null> {
  const [row] = await db.query<{ account_id: string }>(
    sql`select account_id from workspaces
        where id = ${token.workspaceId} and ${token.expiresAt} > db_now() and (${token.keyId}::text is null
          or exists (select from api_keys k where k.id = ${token.keyId} and k.revoked_at is null and ${isUnexpired}))`,
  );
  return row?.account_id ?? null;
}

/** Skips a row that another instance is updating with the same value. */
export async function touchKey(db: Db, id: string): Promise<void> {
  await db.query(
    sql`update api_keys set last_used_at = db_now()
        where id = (select id from api_keys where id = ${id} for no key update skip locked)`,
  );
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

/** Created by the first instance; the others read it. */
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

export interface NewKey {
  id: string;
  workspaceId: string;
  hash: Buffer;
  claimHash: Buffer;
  lastFour: string;
  name: string;
  limitMicro: number | null;
  /** Null: all. */
  permissions: Permission[] | null;
  expiresAt: Date | null;
}

/** Does nothing when the key is there already. */
export function insertKey(key: NewKey): Statement {
  return sql`with key as (
               insert into api_keys (id, workspace_id, hash, claim_hash, last_four, name, permissions, expires_at)
               values (${key.id}, ${key.workspaceId}, ${key.hash}, ${key.claimHash}, ${key.lastFour}, ${key.name},
                 ${key.permissions}, ${key.expiresAt})
               on conflict (hash) do nothing returning id, workspace_id, created_at
             ), budget as (
               insert into key_budgets (key_id, workspace_id, limit_micro)
               select id, workspace_id, ${key.limitMicro}::bigint from key
             )
             select created_at from key`;
}

export async function firstWorkspaceId(db: Db): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(sql`select id from workspaces order by id limit 1`);
  return row?.id ?? null;
}

export async function hasWorkspace(db: Db, id: string): Promise<boolean> {
  return (await db.query(sql`select 1 from workspaces where id = ${id}`)).length > 0;
}
