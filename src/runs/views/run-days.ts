import sql from 'sql-template-tag';
import { addUpNext } from '../../platform/add-up.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Row } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Reader } from '../../platform/reads.ts';
import { Routine } from '../../platform/routine.ts';
import type { RunStatus } from '../run.ts';

const EVERY_MS = 60_000;
const KEPT = sql`interval '35 days'`;

const STEPS = 50;
const TOOK = sql`floor(${STEPS}::int * ln(greatest(extract(epoch from finished_at - created_at)::float8 * 1000, 1)))::int`;
const DAY = sql`(created_at at time zone 'utc')::date`;

/** The middle of a step of `took`. */
export function tookMs(took: number): number {
  return Math.round(Math.exp((took + 0.5) / STEPS));
}

export interface RunsOfDay extends Row {
  day: string;
  status: RunStatus;
  /** Null while they run. */
  took: number | null;
  runs: number;
}

/** The runs that were created since that day, without sub-runs. */
export async function loadRunDays(db: Reader, workspaceId: string, from: string): Promise<RunsOfDay[]> {
  // As a value for the planner, which takes any other time for a third of the table; the mark may move on meanwhile.
  const [mark] = await db.query<{ at: string }>(sql`select added_until::text as at from run_days_mark`);
  const mine = sql`workspace_id = ${workspaceId} and parent_id is null`;
  return db.queryFor<RunsOfDay>(
    workspaceId,
    sql`select day::text, status, took, sum(runs)::int as runs from (
          select day, status, took, runs from run_days where workspace_id = ${workspaceId}
          union all
          select ${DAY}, status, ${TOOK}, 1 from runs
          where ${mine} and finished_at >= ${mark?.at}::timestamptz and finished_at >= (select added_until from run_days_mark)
          union all
          select ${DAY}, status, null, 1 from runs where ${mine} and finished_at is null
        ) as counted
        where day >= ${from}::date group by 1, 2, 3`,
  );
}

/** Adds up the runs of the next hour at most; true when more hours wait. */
export function addUpRuns(db: Db): Promise<boolean> {
  return addUpNext(
    db,
    'run_days_mark',
    ({ since, until, isMoved }) =>
      sql`insert into run_days as d
          select workspace_id, ${DAY}, status, ${TOOK}, count(*) from runs
          where parent_id is null and finished_at >= ${since}::timestamptz and finished_at < ${until}::timestamptz and ${isMoved}
          group by 1, 2, 3, 4
          on conflict (workspace_id, day, status, took) do update set runs = d.runs + excluded.runs`,
  );
}

export function keepRunDays({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Routine {
  return new Routine({ clock, log, everyMs: EVERY_MS, failure: 'runs were not added up' }, async (signal) => {
    while (!signal.aborted && (await addUpRuns(db)));
    await db.query(sql`delete from run_days where day < (db_now() - ${KEPT})::date`);
  });
}
