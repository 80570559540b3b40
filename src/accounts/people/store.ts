import sql, { type Sql } from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import type { Permission } from '../../platform/http/route.ts';
import { prepared } from '../../platform/sql.ts';
import { isUnexpired } from '../store.ts';

export const SESSION_DAYS = 14;

export interface Person {
  id: string;
  email: string;
  passwordHash: string;
}

export async function findPerson(db: Db, email: string): Promise<Person | null> {
  const [row] = await db.query<{ id: string; email: string; password_hash: string }>(
    sql`select id, email, password_hash from people where email = ${email}`,
  );
  return row ? { id: row.id, email: row.email, passwordHash: row.password_hash } : null;
}

/** No row when the e-mail address is taken. */
export function insertPerson({ id, email, passwordHash }: Person): Statement {
  return sql`insert into people (id, email, password_hash) values (${id}, ${email}, ${passwordHash})
             on conflict (email) do nothing returning id`;
}

export interface OwnedAccount {
  id: string;
  workspaceId: string;
  kind: 'human' | 'agent';
  client: string | null;
  createdAt: Date;
}

export async function accountsOf(db: Db, personId: string): Promise<OwnedAccount[]> {
  const rows = await db.query<{
    id: string;
    workspace_id: string;
    kind: OwnedAccount['kind'];
    client: string | null;
    created_at: Date;
  }>(
    sql`select a.id, w.id as workspace_id, a.kind, a.client, a.created_at
        from accounts a join workspaces w on w.account_id = a.id where a.person_id = ${personId} order by a.id desc`,
  );
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    kind: row.kind,
    client: row.client,
    createdAt: row.created_at,
  }));
}

/** Of two simultaneous claims, one gets a row. */
export function claimStatement(claimHash: Buffer, personId: string): Statement {
  return sql`update accounts a set claimed = true, person_id = ${personId}
             from api_keys k join workspaces w on w.id = k.workspace_id
             where k.claim_hash = ${claimHash} and a.id = w.account_id and not a.claimed returning a.id, w.id as workspace_id`;
}

export async function findClaimable(
  db: Db,
  claimHash: Buffer,
): Promise<{ accountId: string; client: string | null; email: string | null } | null> {
  const [row] = await db.query<{ id: string; client: string | null; contact_email: string | null }>(
    sql`select a.id, a.client, a.contact_email from api_keys k
        join workspaces w on w.id = k.workspace_id join accounts a on a.id = w.account_id
        where k.claim_hash = ${claimHash} and not a.claimed`,
  );
  return row ? { accountId: row.id, client: row.client, email: row.contact_email } : null;
}

export async function workspaceOf(db: Db, accountId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from workspaces where account_id = ${accountId}`,
  );
  return row?.id ?? '';
}

/**
 * The account loses its person, its login and its ways in; the person goes with their last account. Answers the number of deleted
 * rows by table.
 */
export async function forgetOwner(db: Db, accountId: string): Promise<Record<string, number>> {
  const [row] = await db.query<Record<'console_sessions' | 'one_time_links' | 'people', number>>(
    sql`with owner as (select person_id as id from accounts where id = ${accountId}),
          last as (
            select id from owner where not exists (
              select from accounts a where a.person_id = owner.id and a.id <> ${accountId})
          ),
          freed as (
            update accounts set person_id = null, contact_email = null, client = null where id = ${accountId} returning 1
          ),
          sessions as (
            delete from console_sessions where account_id = ${accountId} or person_id in (select id from last) returning 1
          ),
          links as (
            delete from one_time_links where account_id = ${accountId} or person_id in (select id from last) returning 1
          ),
          person as (delete from people where id in (select id from last) returning 1)
        select (select count(*)::int from sessions) as console_sessions, (select count(*)::int from links) as one_time_links,
          (select count(*)::int from person) as people, (select count(*)::int from freed) as freed`,
  );
  const { console_sessions = 0, one_time_links = 0, people = 0 } = row ?? {};
  const removed = Object.entries({ console_sessions, one_time_links, people });
  return Object.fromEntries(removed.filter(([, count]) => count > 0));
}

/** For an account that no person has yet. */
export function adoptStatement(accountId: string, personId: string): Statement {
  return sql`update accounts set person_id = ${personId} where id = ${accountId} and person_id is null returning id`;
}

export function setPassword(personId: string, passwordHash: string): Statement {
  return sql`update people set password_hash = ${passwordHash} where id = ${personId}`;
}

/** The key that vouches for a session or a link, and its claim token, masked. */
export interface KeyBehind {
  id: string;
  claim: Buffer | null;
}

export function insertSession(session: {
  hash: Buffer;
  accountId: string;
  personId: string | null;
  key: KeyBehind | null;
}): Statement {
  return sql`insert into console_sessions (hash, account_id, person_id, key_id, claim, expires_at)
             values (${session.hash}, ${session.accountId}, ${session.personId}, ${session.key?.id ?? null}, ${session.key?.claim ?? null},
               db_now() + make_interval(days => ${SESSION_DAYS}))`;
}

export interface SessionView {
  accountId: string;
  workspaceId: string;
  personId: string | null;
  email: string | null;
  /** The key that vouches for the session; null for a person. */
  keyId: string | null;
  /** Of that key; null: all. */
  permissions: Permission[] | null;
  /** The claim token of an unclaimed account, masked. */
  claim: Buffer | null;
  toppedUp: boolean;
  isFrozen: boolean;
}

/** Ends with its time, and with the key that vouches for it. */
export async function findSession(db: Db, hash: Buffer, isFrozen: Sql): Promise<SessionView | null> {
  const [row] = await db.query<{
    account_id: string;
    workspace_id: string;
    person_id: string | null;
    email: string | null;
    key_id: string | null;
    permissions: Permission[] | null;
    claim: Buffer | null;
    topped_up: boolean;
    is_frozen: boolean;
  }>(
    prepared(
      'find_session',
      sql`select s.account_id, w.id as workspace_id, s.person_id, p.email, s.key_id, k.permissions,
            case when not a.claimed then s.claim end as claim,
            w.topped_up_at is not null as topped_up, ${isFrozen} as is_frozen
          from console_sessions s join workspaces w on w.account_id = s.account_id join accounts a on a.id = s.account_id
          left join people p on p.id = s.person_id left join api_keys k on k.id = s.key_id
          where s.hash = ${hash} and s.expires_at > db_now() and (s.key_id is null
            or (k.revoked_at is null and ${isUnexpired}))`,
    ),
  );
  if (!row) return null;
  return {
    accountId: row.account_id,
    workspaceId: row.workspace_id,
    personId: row.person_id,
    email: row.email,
    keyId: row.key_id,
    permissions: row.permissions,
    claim: row.claim,
    toppedUp: row.topped_up,
    isFrozen: row.is_frozen,
  };
}

export function changeSession(hash: Buffer, to: { accountId: string; personId: string }): Statement {
  return sql`update console_sessions s set account_id = a.id, person_id = ${to.personId}, key_id = null, claim = null
             from accounts a where s.hash = ${hash} and a.id = ${to.accountId} and a.person_id = ${to.personId} returning a.id`;
}

export function endConsoleSession(hash: Buffer): Statement {
  return sql`delete from console_sessions where hash = ${hash} or expires_at < db_now()`;
}

export function endSessionsOf(personId: string): Statement {
  return sql`delete from console_sessions where person_id = ${personId}`;
}

export interface NewLink {
  hash: Buffer;
  purpose: 'sign_in' | 'reset';
  accountId: string | null;
  personId: string | null;
  key: KeyBehind | null;
  minutes: number;
}

/** Replaces an earlier link for the same purpose. */
export function insertLink(link: NewLink): Statement[] {
  return [
    sql`delete from one_time_links where expires_at < db_now() or (purpose = ${link.purpose}
          and account_id is not distinct from ${link.accountId} and person_id is not distinct from ${link.personId}
          and key_id is not distinct from ${link.key?.id ?? null})`,
    sql`insert into one_time_links (hash, purpose, account_id, person_id, key_id, claim, expires_at)
        values (${link.hash}, ${link.purpose}, ${link.accountId}, ${link.personId}, ${link.key?.id ?? null}, ${link.key?.claim ?? null},
          db_now() + make_interval(mins => ${link.minutes})) returning expires_at`,
  ];
}

export type UsedLink = Row & {
  account_id: string | null;
  person_id: string | null;
  key_id: string | null;
  claim: Buffer | null;
};

/** Its use deletes it: of two simultaneous uses, one gets a row. */
export function useLink(hash: Buffer, purpose: NewLink['purpose']): Statement {
  return sql`delete from one_time_links where hash = ${hash} and purpose = ${purpose} and expires_at > db_now()
             returning account_id, person_id, key_id, claim`;
}

/** The first account, while no person has it. */
export async function findOrphan(db: Db): Promise<string | null> {
  const [row] = await db.query<{ id: string; person_id: string | null }>(
    sql`select id, person_id from accounts where kind = 'human' order by id limit 1`,
  );
  return row && row.person_id === null ? row.id : null;
}

/** The person who signs in to this account; none where only keys open it. */
export async function membersOf(
  db: Db,
  accountId: string,
): Promise<Array<{ id: string; email: string; createdAt: Date }>> {
  const rows = await db.query<{ id: string; email: string; created_at: Date }>(
    sql`select p.id, p.email, p.created_at from accounts a join people p on p.id = a.person_id where a.id = ${accountId}`,
  );
  return rows.map((row) => ({ id: row.id, email: row.email, createdAt: row.created_at }));
}
