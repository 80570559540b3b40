import sql, { join, type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import type { SealedTable } from './sealed-tables.ts';
import { forgetStateStatement } from './signed-in-state.ts';

export type Mfa = 'none' | 'totp' | 'sms-relay' | 'passkey';
export type SealedField = 'username' | 'password' | 'totp_secret';

/** The public part of a credential. */
export interface Credential {
  id: string;
  domain: string;
  sourceId: string | null;
  usernameMasked: string;
  mfa: Mfa;
  custody: string;
  health: 'ok' | 'stale' | 'failed';
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface NewCredential
  extends Pick<Credential, 'id' | 'domain' | 'sourceId' | 'usernameMasked' | 'mfa' | 'custody'> {
  workspaceId: string;
  username: Buffer;
  password: Buffer;
  totpSecret: Buffer | null;
}

/** How a run's login ended: it worked, the site refused it, or the run was signed out at its end. */
export type LoginOutcome = 'signed_in' | 'rejected' | 'signed_out';

export const sealedCredentials: SealedTable = {
  table: 'credentials',
  columns: {
    username: "workspace_id || '|' || id || '|username'",
    password: "workspace_id || '|' || id || '|password'",
    totp_secret: "workspace_id || '|' || id || '|totp_secret'",
  },
};

interface CredentialRow {
  [column: string]: unknown;
  id: string;
  domain: string;
  source_id: string | null;
  username_masked: string;
  mfa: Mfa;
  custody: string;
  health: Credential['health'];
  created_at: Date;
  last_used_at: Date | null;
}

// Unused for 90 days, a login counts as stale.
const SHOWN = sql`id, domain, source_id, username_masked, mfa, custody, created_at, last_used_at,
  case when health = 'ok' and coalesce(last_used_at, created_at) < db_now() - interval '90 days'
       then 'stale' else health end as health`;

export async function insertCredential(db: Db, made: NewCredential): Promise<Credential> {
  const rows = await db.queryFor<CredentialRow>(
    made.workspaceId,
    sql`insert into credentials (id, workspace_id, domain, source_id, username_masked, username, password,
                                 totp_secret, mfa, custody)
        values (${made.id}, ${made.workspaceId}, ${made.domain}, ${made.sourceId}, ${made.usernameMasked},
                ${made.username}, ${made.password}, ${made.totpSecret}, ${made.mfa}, ${made.custody})
        returning ${SHOWN}`,
  );
  return toCredential(rows[0] as CredentialRow);
}

export async function listCredentials(db: Db, workspaceId: string): Promise<Credential[]> {
  const rows = await db.queryFor<CredentialRow>(
    workspaceId,
    sql`select ${SHOWN} from credentials
        where workspace_id = ${workspaceId} and deleted_at is null order by id desc`,
  );
  return rows.map(toCredential);
}

export async function findCredential(db: Db, workspaceId: string, id: string): Promise<Credential | null> {
  const [row] = await db.queryFor<CredentialRow>(
    workspaceId,
    sql`select ${SHOWN} from credentials
        where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`,
  );
  return row ? toCredential(row) : null;
}

export interface CredentialChanges {
  custody?: string;
  password?: Buffer;
  totpSecret?: Buffer | null;
  mfa?: Mfa;
}

/** All of the changes or none. */
export async function updateCredential(
  db: Db,
  workspaceId: string,
  id: string,
  changes: CredentialChanges,
): Promise<Credential | null> {
  const { custody, password, totpSecret, mfa } = changes;
  const set: Sql[] = [sql`id = id`];
  if (custody !== undefined) set.push(sql`custody = ${custody}`);
  if (password !== undefined) set.push(sql`password = ${password}`);
  if (totpSecret !== undefined) set.push(sql`totp_secret = ${totpSecret}`);
  // A new secret has not failed yet.
  if (password !== undefined || totpSecret) set.push(sql`health = 'ok'`, sql`signed_out_runs = 0`);
  if (mfa !== undefined) set.push(sql`mfa = ${mfa}`);
  else if (totpSecret === null) set.push(sql`mfa = case when mfa = 'totp' then 'none' else mfa end`);
  const [rows] = await db.batchFor(workspaceId, [
    sql`update credentials set ${join(set)}
        where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null returning ${SHOWN}`,
    ...(password === undefined ? [] : [forgetStateStatement(workspaceId, id)]),
  ]);
  return rows?.[0] ? toCredential(rows[0] as CredentialRow) : null;
}

/** Keeps the metadata and erases the secrets. */
export async function deleteCredential(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const [rows] = await db.batchFor(workspaceId, [
    sql`update credentials set deleted_at = db_now(), username = null, password = null, totp_secret = null,
          domain = '', username_masked = '', source_id = null, custody = ''
        where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null returning id`,
    forgetStateStatement(workspaceId, id),
  ]);
  return (rows ?? []).length > 0;
}

export async function loadSealed(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<(Credential & { sealed: Record<SealedField, Buffer | null> }) | null> {
  const [row] = await db.queryFor<CredentialRow & Record<SealedField, Buffer | null>>(
    workspaceId,
    sql`select ${SHOWN}, username, password, totp_secret from credentials
        where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`,
  );
  if (!row) return null;
  const { username, password, totp_secret } = row;
  return { ...toCredential(row), sealed: { username, password, totp_secret } };
}

/** Marks the credential as used, at most once per second. */
export function credentialUsedStatement(workspaceId: string, id: string): Statement {
  return sql`update credentials set last_used_at = db_now()
             where workspace_id = ${workspaceId} and id = ${id}
               and (last_used_at is null or last_used_at < db_now() - interval '1 second')`;
}

/** A run's experience with it. For the transaction that ends the run. */
export function loginEndedStatement(workspaceId: string, id: string, outcome: LoginOutcome): Statement {
  return sql`update credentials set
               last_used_at = db_now(),
               signed_out_runs = case when ${outcome} = 'signed_out' then signed_out_runs + 1 else 0 end,
               health = case
                 when ${outcome} = 'signed_in' then 'ok'
                 when ${outcome} = 'rejected' then 'failed'
                 when signed_out_runs >= 1 then 'stale'
                 else health end
             where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`;
}

function toCredential(row: CredentialRow): Credential {
  return {
    id: row.id,
    domain: row.domain,
    sourceId: row.source_id,
    usernameMasked: row.username_masked,
    mfa: row.mfa,
    custody: row.custody,
    health: row.health,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
