import sql, { type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../../platform/db.ts';

export const CHALLENGE_SECONDS = 120;
const CLAIM_DAYS = 7;

export async function insertChallenge(
  db: Db,
  challenge: { id: string; addressGroup: string; answerHash: Buffer },
): Promise<void> {
  await db.query(
    sql`insert into signup_challenges (id, address_group, answer_hash)
        values (${challenge.id}, ${challenge.addressGroup}, ${challenge.answerHash})`,
  );
}

/** One conditional update: the first answer, right or wrong, uses the challenge up. Null when there is nothing to answer. */
export async function answerChallenge(
  db: Db,
  given: { id: string; addressGroup: string; answerHash: Buffer },
): Promise<{ isSolved: boolean } | null> {
  const [row] = await db.query<{ is_solved: boolean }>(
    sql`update signup_challenges
        set used_at = db_now()
        where id = ${given.id} and address_group = ${given.addressGroup} and used_at is null
          and created_at > db_now() - make_interval(secs => ${CHALLENGE_SECONDS})
        returning answer_hash = ${given.answerHash} as is_solved`,
  );
  return row ? { isSolved: row.is_solved } : null;
}

export const forgetChallenges: Statement = sql`delete from signup_challenges where created_at < db_now() - interval '1 hour'`;

/** One sign-up of an address after the other. */
export function lockAddress(addressGroup: string): Statement {
  return sql`select pg_advisory_xact_lock(hashtext('welcome:' || ${addressGroup}))`;
}

export interface EarlierGrant {
  wait_s: number;
  account_id: string;
  workspace_id: string | null;
  is_open: boolean;
  is_frozen: boolean;
  claim_ends_at: Date;
}

/** The grant of an address and the fate of its account; `wait_s` until it may have another. */
export function selectGrant(addressGroup: string, isFrozen: Sql = sql`false`): Statement {
  return sql`select ceil(extract(epoch from g.granted_at + interval '24 hours' - db_now()))::int as wait_s,
               g.account_id, w.id as workspace_id, coalesce(not a.claimed, false) as is_open,
               coalesce(${isFrozen}, false) as is_frozen, a.claim_ends_at
             from welcome_grants g
             left join accounts a on a.id = g.account_id
             left join workspaces w on w.account_id = a.id
             where g.address_group = ${addressGroup}`;
}

export interface NewAgent {
  accountId: string;
  workspaceId: string;
  client: string | null;
  email: string | null;
}

export function insertAgent(agent: NewAgent): Statement {
  return sql`with account as (
               insert into accounts (id, kind, claimed, claim_ends_at, client, contact_email)
               values (${agent.accountId}, 'agent', false, db_now() + make_interval(days => ${CLAIM_DAYS}), ${agent.client}, ${agent.email})
               returning claim_ends_at
             ), workspace as (
               insert into workspaces (id, account_id) values (${agent.workspaceId}, ${agent.accountId})
             )
             select claim_ends_at from account`;
}

/** The address has had its credit from now on. */
export function takeGrant(addressGroup: string, accountId: string): Statement {
  return sql`insert into welcome_grants (address_group, account_id, granted_at)
             values (${addressGroup}, ${accountId}, db_now())
             on conflict (address_group) do update set account_id = excluded.account_id, granted_at = excluded.granted_at`;
}
