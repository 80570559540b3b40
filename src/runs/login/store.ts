import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import type { LeftLogin } from '../../runners/contract.ts';
import type { SealedTable } from '../../vault/sealed-tables.ts';

export const sealedRunSecrets: SealedTable = {
  table: 'run_secrets',
  columns: { sealed: "workspace_id || '|' || id || '|run_secrets'" },
};

interface Owner {
  id: string;
  workspaceId: string;
}

export function insertOwnSecretsStatement(run: Owner, sealed: Buffer): Statement {
  return sql`insert into run_secrets (id, workspace_id, sealed) values (${run.id}, ${run.workspaceId}, ${sealed})`;
}

export async function loadOwnSecrets(db: Db, run: Owner): Promise<Buffer | null> {
  const [row] = await db.query<{ sealed: Buffer }>(
    sql`select sealed from run_secrets where id = ${run.id} and workspace_id = ${run.workspaceId}`,
  );
  return row?.sealed ?? null;
}

export function eraseOwnSecretsStatement(run: Owner): Statement {
  return sql`delete from run_secrets where id = ${run.id} and workspace_id = ${run.workspaceId}`;
}

/** Before anything is sent: from now on whoever ends the attempt, or finds it ended, has its provider forget. */
export async function noteLeftLogin(db: Db, attemptId: string, runner: string): Promise<void> {
  await db.query(
    sql`insert into provider_logins (attempt_id, runner) values (${attemptId}, ${runner}) on conflict do nothing`,
  );
}

export async function noteLeftItem(db: Db, attemptId: string, item: string): Promise<void> {
  await db.query(sql`update provider_logins set item = ${item} where attempt_id = ${attemptId}`);
}

/** Undefined when nothing is left of the attempt. */
export async function loadLeftItem(db: Db, attemptId: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ item: string | null }>(
    sql`select item from provider_logins where attempt_id = ${attemptId}`,
  );
  return row?.item;
}

/** Nothing found is believed once no call that was under way can arrive any more. */
export async function dropLeftLogin(db: Db, attemptId: string, wasFound: boolean): Promise<void> {
  await db.query(
    sql`delete from provider_logins where attempt_id = ${attemptId}
          and (${wasFound} or created_at < db_now() - interval '15 minutes')`,
  );
}

type LeftRow = Row & LeftLogin & { runner: string; tries: number };

/** What ended attempts left behind, taken for a while by who asks: others find it again when that time is over. */
export async function takeLeftLogins(db: Db, limit: number): Promise<LeftRow[]> {
  return db.query<LeftRow>(
    sql`with due as (
          select l.attempt_id, a.reference from provider_logins l left join attempts a on a.id = l.attempt_id
          where l.due_at <= db_now() and a.status is distinct from 'running'
          order by l.due_at limit ${limit} for update of l skip locked
        )
        update provider_logins l
        set tries = l.tries + 1, due_at = db_now() + least(power(2, l.tries) * interval '1 minute', interval '1 hour')
        from due where l.attempt_id = due.attempt_id
        returning l.attempt_id as "attemptId", l.runner, due.reference, l.item, l.tries`,
  );
}
