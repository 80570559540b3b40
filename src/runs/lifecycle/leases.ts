import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import { guarded, prepared } from '../../platform/sql.ts';
import { AT_ONCE } from '../learning-sweep.ts';
import type { FencedRun, Run, RunKey } from '../run.ts';
import { RUN, type RunRow, toRun } from '../run-row.ts';
import { LEASE } from '../store.ts';

/** All SQL of the execution of runs: leases, jobs, and runs without an owner. */

export async function claimRun(
  db: Db,
  id: string,
  owner: string,
  jobId: string,
): Promise<Run | 'busy' | 'over'> {
  const rows = await db.query<RunRow>(
    sql`with claimed as (
          update runs set owner = ${owner}, fence = fence + 1, lease_expires_at = db_now() + ${LEASE}, job_id = ${jobId}
          where id = ${id} and finished_at is null and (owner is null or owner = ${owner} or lease_expires_at < db_now())
          returning *
        )
        select ${RUN} from claimed r`,
  );
  if (rows[0]) return toRun(rows[0]);
  const [row] = await db.query<{ finished: boolean }>(
    sql`select finished_at is not null as finished from runs where id = ${id}`,
  );
  return row && !row.finished ? 'busy' : 'over';
}

export interface Held {
  id: string;
  fence: number;
  hasProgressed: boolean;
}

/** Renews the leases of all runs this instance executes; answers those it still owns. */
export async function renewLeases(db: Db, owner: string, held: Held[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(
    sql`update runs r
        set lease_expires_at = db_now() + ${LEASE}, progress_at = case when h.progressed then db_now() else r.progress_at end
        from unnest(${held.map((run) => run.id)}::text[], ${held.map((run) => run.fence)}::int[],
                    ${held.map((run) => run.hasProgressed)}::boolean[]) as h (id, fence, progressed)
        where r.id = h.id and r.fence = h.fence and r.owner = ${owner} and r.finished_at is null
        returning r.id`,
  );
  return new Set(rows.map((row) => row.id));
}

/** Whether this instance still executes the run: as a renewal would say, without writing. */
export async function isOwned(
  db: Db,
  owner: string,
  { id, workspaceId, fence }: FencedRun,
): Promise<boolean> {
  const rows = await db.query(
    prepared(
      'is_run_owned',
      sql`select 1 from runs
          where id = ${id} and workspace_id = ${workspaceId} and fence = ${fence} and owner = ${owner} and finished_at is null`,
    ),
  );
  return rows.length > 0;
}

/** The fence goes on as well: an attempt of the last owner that ends late must find the run no longer its own. */
export function releaseLeaseStatement(run: FencedRun): Statement {
  return sql`update runs set owner = null, fence = fence + 1, lease_expires_at = db_now()
             where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null`;
}

/** An executor names its fence: pg-boss hands a job out again under the same id. A run without an owner has no fence to name. */
export function replaceJobStatement(
  run: RunKey & { fence?: number },
  oldJobId: string,
  newJobId: string,
): Statement {
  return sql`with replaced as (
               update runs set job_id = ${newJobId}
               where id = ${run.id} and workspace_id = ${run.workspaceId} and job_id = ${oldJobId}
                 and fence = coalesce(${run.fence ?? null}, fence) and finished_at is null returning 1
             )
             select ${guarded(sql`exists (select 1 from replaced)`, 'superseded')}`;
}

/** Runs that no executor can bring to an end any more: past their contract, or abandoned for too long. */
export async function findOverdue(db: Db, deadExecutorMs: number): Promise<RunKey[]> {
  return db.query<RunKey & Row>(
    sql`select id, workspace_id as "workspaceId" from runs
        where finished_at is null
          and (expires_at < db_now()
               or (fence > 0 and greatest(lease_expires_at, progress_at) < db_now() - ${deadExecutorMs}::double precision * interval '1 millisecond'))
        order by id limit 100`,
  );
}

/** Live runs without a live lease, with the job that should bring them back. */
export async function findUnowned(db: Db): Promise<Array<RunKey & { jobId: string }>> {
  return db.query<RunKey & Row & { jobId: string }>(
    sql`select id, workspace_id as "workspaceId", job_id as "jobId" from runs
        where finished_at is null and lease_expires_at < db_now() order by id limit 500`,
  );
}

/** How many accepted runs wait for an executor, and how many of them are this workspace's. */
export async function countWaiting(db: Db, workspaceId: string): Promise<{ all: number; own: number }> {
  const [row] = await db.query<{ all: number; own: number }>(
    sql`select count(*) as all, count(*) filter (where workspace_id = ${workspaceId}) as own
        from runs where finished_at is null and owner is null`,
  );
  return row ?? { all: 0, own: 0 };
}

/** Runs under way and waiting, on all instances. */
export async function countUnfinished(db: Db): Promise<number> {
  const [row] = await db.query<{ unfinished: number }>(
    sql`select count(*) as unfinished from runs where finished_at is null`,
  );
  return row?.unfinished ?? 0;
}

/** The first probes of all learning sweeps that wait for an executor. */
export async function countWaitingProbes(db: Db): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(
    sql`select coalesce(sum(least(${AT_ONCE}::int, jsonb_array_length(plan -> 'order'))), 0)::int as waiting
        from runs where finished_at is null and owner is null and routing_class in ('learning', 'learning-all')`,
  );
  return row?.waiting ?? 0;
}
