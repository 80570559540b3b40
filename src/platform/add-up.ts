import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db } from './db.ts';

// Every transaction is committed within this time of its begin.
const SETTLED_AFTER = sql`interval '2 minutes'`;
const STEP = sql`interval '1 hour'`;
const STEP_MS = 5 * 60_000;

/**
 * Adds up the next hour at most since the mark in the table `mark`, with the statement for that time; true when more hours wait.
 * Safe on several instances at once.
 */
export async function addUpNext(
  db: Db,
  mark: 'usage_mark' | 'run_days_mark',
  statementFor: (span: { since: string; until: string; isMoved: Sql }) => Sql,
): Promise<boolean> {
  const [due] = await db.query<{ since: string; until: string; has_more: boolean }>(
    sql`select added_until::text as since, least(db_now() - ${SETTLED_AFTER}, added_until + ${STEP})::text as until,
               added_until + ${STEP} < db_now() - ${SETTLED_AFTER} as has_more
        from ${raw(mark)} where added_until < db_now() - ${SETTLED_AFTER}`,
  );
  if (!due) return false;
  const { since, until } = due;
  await db.slowQuery(
    sql`with moved as (
          update ${raw(mark)} set added_until = ${until}::timestamptz where added_until = ${since}::timestamptz returning 1
        )
        ${statementFor({ since, until, isMoved: sql`exists (select from moved)` })}`,
    STEP_MS,
  );
  return due.has_more;
}
