import sql from 'sql-template-tag';
import type { Db, Row } from '../../../platform/db.ts';
import type { Leftover } from '../../../runners/contract.ts';

/** Before anything is sent: from now on the end of the attempt makes its provider forget. */
export async function noteLeftover(db: Db, attemptId: string, runner: string): Promise<void> {
  await db.query(
    sql`insert into provider_leftovers (attempt_id, runner) values (${attemptId}, ${runner}) on conflict do nothing`,
  );
}

export async function nameLeftover(db: Db, attemptId: string, item: string): Promise<void> {
  await db.query(sql`update provider_leftovers set item = ${item} where attempt_id = ${attemptId}`);
}

/** Undefined when nothing is left of the attempt. */
export async function loadLeftoverItem(db: Db, attemptId: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ item: string | null }>(
    sql`select item from provider_leftovers where attempt_id = ${attemptId}`,
  );
  return row?.item;
}

/** Nothing found is believed once no call that was under way can arrive any more. */
export async function dropLeftover(db: Db, attemptId: string, wasFound: boolean): Promise<void> {
  await db.query(
    sql`delete from provider_leftovers where attempt_id = ${attemptId}
          and (${wasFound} or created_at < db_now() - interval '15 minutes')`,
  );
}

type LeftRow = Row & Leftover & { runner: string; tries: number };

/** Claims leftovers of ended attempts for a while; other instances find them again when that time is over. */
export async function takeLeftovers(db: Db, limit: number): Promise<LeftRow[]> {
  return db.query<LeftRow>(
    sql`with due as (
          select l.attempt_id, a.reference from provider_leftovers l left join attempts a on a.id = l.attempt_id
          where l.due_at <= db_now() and a.status is distinct from 'running'
          order by l.due_at limit ${limit} for update of l skip locked
        )
        update provider_leftovers l
        set tries = l.tries + 1, due_at = db_now() + least(power(2, l.tries) * interval '1 minute', interval '1 hour')
        from due where l.attempt_id = due.attempt_id
        returning l.attempt_id as "attemptId", l.runner, due.reference, l.item, l.tries`,
  );
}
