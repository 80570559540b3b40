import sql from 'sql-template-tag';
import type { Db, Row } from '../../../platform/db.ts';
import type { Leftover } from '../../../runners/contract.ts';
import type { Attempt, RunKey } from '../../run.ts';

/** Written before anything is sent, so that the end of the attempt deletes the data at its provider. */
export async function noteLeftover(
  db: Db,
  run: RunKey,
  { id, runner, isOwnKey }: Pick<Attempt, 'id' | 'runner' | 'isOwnKey'>,
): Promise<void> {
  await db.query(
    sql`insert into provider_leftovers (attempt_id, run_id, workspace_id, runner, own_key)
        values (${id}, ${run.id}, ${run.workspaceId}, ${runner}, ${isOwnKey}) on conflict do nothing`,
  );
}

export async function nameLeftover(db: Db, attemptId: string, item: string): Promise<void> {
  await db.query(sql`update provider_leftovers set item = ${item} where attempt_id = ${attemptId}`);
}

/** The workspace whose attempt left it, and the payer of the account. */
export interface LeftBy {
  workspaceId: string;
  isOwnKey: boolean;
}

/** Null when nothing is left of the attempt. */
export async function loadLeftover(
  db: Db,
  attemptId: string,
): Promise<(LeftBy & Pick<Leftover, 'item'>) | null> {
  const [row] = await db.query<LeftBy & Row & { item: string | null }>(
    sql`select item, workspace_id as "workspaceId", own_key as "isOwnKey"
        from provider_leftovers where attempt_id = ${attemptId}`,
  );
  return row ?? null;
}

/** An empty search counts only once no call that was under way can arrive any more. */
export async function dropLeftover(db: Db, attemptId: string, wasFound: boolean): Promise<void> {
  await db.query(
    sql`delete from provider_leftovers where attempt_id = ${attemptId}
          and (${wasFound} or created_at < db_now() - interval '15 minutes')`,
  );
}

type LeftRow = Row & Leftover & LeftBy & { runner: string; tries: number };

/** Claims leftovers of ended attempts for a while; other instances find them again when that time is over. */
export async function takeLeftovers(db: Db, limit: number): Promise<LeftRow[]> {
  return db.query<LeftRow>(
    sql`with due as (
          select l.attempt_id, a.reference from provider_leftovers l
          left join attempts a on a.run_id = l.run_id and a.workspace_id = l.workspace_id and a.id = l.attempt_id
          where l.due_at <= db_now() and a.status is distinct from 'running'
          order by l.due_at limit ${limit} for update of l skip locked
        )
        update provider_leftovers l
        set tries = l.tries + 1, due_at = db_now() + least(power(2, l.tries) * interval '1 minute', interval '1 hour')
        from due where l.attempt_id = due.attempt_id
        returning l.attempt_id as "attemptId", l.workspace_id as "workspaceId", l.own_key as "isOwnKey", l.runner,
          due.reference, l.item, l.tries`,
  );
}
