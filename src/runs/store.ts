import sql from 'sql-template-tag';
import type { Posting } from '../billing/postings.ts';
import { entryRow } from '../billing/store.ts';
import type { Db, Row, Statement } from '../platform/db.ts';
import { guarded, json, prepared } from '../platform/sql.ts';
import { type NewAttempt, type SettledAttempt, settledRow, startedRow } from './attempt-store.ts';
import { isSweep } from './learning-sweep.ts';
import type { Attempt, FencedRun, Run, RunKey, RunRequest } from './run.ts';
import { RUN, type RunRow, toRun } from './run-row.ts';

/** All SQL of runs. Rows stay here; runs leave. */

export const LEASE = sql`interval '30 seconds'`;

export async function loadRun(db: Db, workspaceId: string, id: string): Promise<Run | null> {
  const [row] = await db.queryFor<RunRow & Deleted>(
    workspaceId,
    prepared(
      'load_run',
      sql`select ${RUN}, ${IS_DELETED} from runs r where r.id = ${id} and r.workspace_id = ${workspaceId}`,
    ),
  );
  return row && !row.is_deleted ? toRun(row) : null;
}

interface Deleted {
  is_deleted: boolean;
}
// As a condition it would let the planner of a young table walk the list of the workspace, which has it in its index.
const IS_DELETED = sql`r.deleted_at is not null as is_deleted`;

export async function loadRunWithVersion(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<{ run: Run; version: string } | null> {
  const [row] = await db.queryFor<RunRow & Deleted & { version: string }>(
    workspaceId,
    prepared(
      'load_run_with_version',
      sql`select ${RUN}, ${IS_DELETED}, run_version(r.id, r.workspace_id) as version from runs r
          where r.id = ${id} and r.workspace_id = ${workspaceId}`,
    ),
  );
  return row && !row.is_deleted ? { run: toRun(row), version: row.version } : null;
}

/** Asked without the tenant's role: a version names no content, and the kept answer was read under its workspace. */
export async function loadVersions(db: Db, runs: readonly RunKey[]): Promise<Array<string | null>> {
  const rows = await db.query<{ version: string | null }>(
    prepared(
      'load_run_versions',
      sql`select run_version(id, workspace_id) as version
          from unnest(${runs.map(({ id }) => id)}::text[], ${runs.map(({ workspaceId }) => workspaceId)}::text[])
            with ordinality as wanted (id, workspace_id, place)
          order by place`,
    ),
  );
  return rows.map(({ version }) => version);
}

/** Those of these runs that exist. */
export async function loadRuns(
  db: Db,
  wanted: ReadonlyArray<{ workspaceId: string; runId: string }>,
): Promise<Run[]> {
  const rows = await db.query<RunRow>(
    prepared(
      'load_runs',
      sql`select ${RUN}
          from unnest(${wanted.map(({ runId }) => runId)}::text[], ${wanted.map(({ workspaceId }) => workspaceId)}::text[])
            as wanted (id, workspace_id)
          join runs r on r.id = wanted.id and r.workspace_id = wanted.workspace_id
          where r.deleted_at is null`,
    ),
  );
  return rows.map(toRun);
}

/** For executing and tidying, which act for the service and not for a caller. */
export async function loadAnyRun(db: Db, run: RunKey): Promise<Run | null> {
  const rows = await db.query<RunRow>(
    sql`select ${RUN} from runs r where r.id = ${run.id} and r.workspace_id = ${run.workspaceId}`,
  );
  return rows[0] ? toRun(rows[0]) : null;
}

/** Send it before `lockedRunStatement`: a statement that had to wait for the lock still sees the attempts of before. */
export function lockRunStatement({ id, workspaceId }: RunKey): Statement {
  return sql`select from runs where id = ${id} and workspace_id = ${workspaceId} for no key update`;
}

export function lockedRunStatement({ id, workspaceId }: RunKey): Statement {
  return sql`select ${RUN}, db_now() as now from runs r where r.id = ${id} and r.workspace_id = ${workspaceId}`;
}

export interface NewRun {
  id: string;
  workspaceId: string;
  keyId: string | null;
  request: RunRequest;
  routingClass: Run['routingClass'];
  domain: string | null;
  taskType: Run['taskType'];
  plan: Run['plan'];
  feeRatePpm: number;
  maxCostMicro: number | null;
  windowMs: number | null;
  expiresInMs: number;
  owner: string | null;
  jobId: string;
  inFlightMicro: number;
  heldMicro: number;
}

/**
 * The run with the entries of its hold and, when its executor is known already, its first attempt. Its idempotency key is
 * settled by the same statement, so that nothing between here and the server can tear the two apart.
 */
export function insertRunStatement(
  run: NewRun,
  first: NewAttempt | null,
  { entries }: Posting,
  claim: { key: string; token: string } | null,
): Statement {
  const row = {
    id: run.id,
    workspace_id: run.workspaceId,
    key_id: run.keyId,
    request: run.request,
    routing_class: run.routingClass,
    domain: run.domain,
    task_type: run.taskType,
    plan: run.plan,
    fee_rate_ppm: run.feeRatePpm,
    max_cost_micro: run.maxCostMicro,
    owner: run.owner,
    fence: fenceOf(run),
    job_id: run.jobId,
    in_flight_micro: run.inFlightMicro,
    held_micro: run.heldMicro,
  };
  return prepared(
    'insert_run',
    sql`select * from insert_run(${json(row)}, ${run.windowMs}, ${run.expiresInMs}, ${LEASE}, ${first && json(startedRow(first))},
          ${rowsOf(entries.map(entryRow))}, ${claim?.key}, ${claim?.token})`,
  );
}

/** Rows as a parameter; null where there are none. */
function rowsOf(rows: readonly unknown[]): string | null {
  return rows.length > 0 ? json(rows) : null;
}

function fenceOf(run: NewRun): number {
  return run.owner === null ? 0 : 1;
}

/** The run as that statement leaves it. */
export function insertedRun(run: NewRun, row: Row): Run {
  return {
    ...run,
    isSweep: isSweep(run),
    createdAt: row.created_at as Date,
    viewToken: row.view_token as string,
    expiresAt: row.expires_at as Date,
    progressAt: row.created_at as Date,
    status: 'running',
    isOverdue: false,
    windowLeftMs: run.windowMs,
    fence: fenceOf(run),
    spentMicro: 0,
    progressEvents: 0,
    runner: null,
    outcome: null,
    finishedAt: null,
    parentId: null,
    entityId: null,
    role: null,
    interaction: null,
    attempts: [],
    artifacts: [],
  };
}

/** Undoes the transaction of a new sweep when its account has enough of them under way, on any instance. */
export function limitSweepsStatements(workspaceId: string, atMost: number): Statement[] {
  const account = sql`(select account_id from workspaces where id = ${workspaceId})`;
  return [
    sql`select pg_advisory_xact_lock(hashtextextended('sweeps:' || ${account}, 0))`,
    sql`select ${guarded(
      sql`(select count(*) from runs r join workspaces w on w.id = r.workspace_id
           where w.account_id = ${account} and r.finished_at is null and r.expires_at > db_now()
             and r.routing_class in ('learning', 'learning-all')) <= ${atMost}`,
      'too_many_sweeps',
    )}`,
  ];
}

/** A change of a live run by the owner of its fence. Amounts are differences. */
export interface RunChange {
  settled: readonly SettledAttempt[];
  started: NewAttempt | null;
  posting: Posting;
  spentMicro: number;
  /** The prices of the attempts under way. */
  inFlightMicro: number;
  /** Its end; null while it goes on. */
  end: Pick<Run, 'status' | 'runner' | 'outcome'> | null;
  /** It is not paused any more. */
  isResumed: boolean;
}

/** The only way to settle and start attempts and to end a run. The answer is the time, as `at`. */
export function changeRunStatement(run: FencedRun, change: RunChange): Statement {
  const { settled, started, posting, end } = change;
  const row = {
    id: run.id,
    workspace_id: run.workspaceId,
    fence: run.fence,
    spent_micro: change.spentMicro,
    in_flight_micro: change.inFlightMicro,
    held_micro: posting.heldDelta,
    ...(end ?? (change.isResumed && { status: 'running' })),
  };
  const parts = [
    ...(settled.length > 0 ? ['settle_attempt'] : []),
    ...(started ? ['dispatch_attempt'] : []),
    ...(end ? ['finish_run'] : []),
  ];
  return prepared(
    parts.join(' '),
    sql`select change_run(${json(row)}, ${rowsOf(settled.map(settledRow))}, ${started && json(startedRow(started))},
          ${rowsOf(posting.entries.map(entryRow))}) as at`,
  );
}

/** Leaves ids, times, status and money of a run that is over. */
export function tombstoneStatements({ id, workspaceId }: RunKey): Statement[] {
  const ofRun = sql`run_id = ${id} and workspace_id = ${workspaceId}`;
  return [
    sql`update runs set deleted_at = db_now(), request = '{}', plan = '{}', outcome = null, domain = null, task_type = null
        where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null`,
    sql`update attempts set result = null, error = null, block_reason = null, decision = null, session = null where ${ofRun}`,
    sql`delete from run_events where ${ofRun}`,
    sql`delete from decisions where ${ofRun}`,
    sql`delete from interactions where ${ofRun}`,
    sql`delete from run_feedback where ${ofRun}`,
    sql`delete from live_views where run_id = ${id}`,
    sql`delete from long_task_labels where run_id = ${id}`,
  ];
}

/**
 * Appends a progress event with the steps of the attempts under way, while the run lives under the same owner; the answer is the
 * number of the event, if there is one.
 */
export function appendProgressStatement(
  run: FencedRun,
  response: unknown,
  underWay: ReadonlyArray<Pick<Attempt, 'id' | 'result'>> = [],
): Statement {
  return sql`with run as (
               update runs set progress_events = progress_events + 1
               where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null
               returning progress_events
             ), kept as (
               update attempts a set result = done.result::json
               from unnest(${underWay.map(({ id }) => id)}::text[], ${underWay.map(({ result }) => json(result))}::text[])
                 as done (id, result)
               where a.run_id = ${run.id} and a.workspace_id = ${run.workspaceId} and a.id = done.id and a.status = 'running' and exists (select 1 from run)
             )
             insert into run_events (run_id, workspace_id, sequence, response)
             select ${run.id}, ${run.workspaceId}, progress_events + 1, ${json(response)} from run returning sequence`;
}

export async function loadProgress(
  db: Db,
  run: RunKey,
  after: number,
): Promise<Array<{ sequence: number; response: unknown }>> {
  return db.query(
    sql`select sequence, response from run_events
        where run_id = ${run.id} and workspace_id = ${run.workspaceId} and sequence > ${after} order by sequence limit 200`,
  );
}

export interface RunState {
  id: string;
  progressEvents: number;
  isOver: boolean;
}

export async function loadStates(db: Db, ids: string[]): Promise<RunState[]> {
  const rows = await db.query<{ id: string; progress_events: number; is_over: boolean }>(
    prepared(
      'load_run_states',
      sql`select id, progress_events, finished_at is not null or expires_at < db_now() or deleted_at is not null as is_over
          from runs where id = any(${ids}::text[])`,
    ),
  );
  return rows.map((row) => ({ id: row.id, progressEvents: row.progress_events, isOver: row.is_over }));
}

/** Runs that are not deleted yet, some at a time. */
export async function findRunIds(
  db: Db,
  workspaceId: string,
  which: 'finished' | 'all',
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from runs where workspace_id = ${workspaceId} and deleted_at is null
          and (${which === 'all'}::boolean or finished_at is not null) limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** Ended runs that their workspace no longer keeps, some at a time. */
export async function findOutdatedRuns(db: Db, limit: number): Promise<RunKey[]> {
  const rows = await db.query<{ id: string; workspace_id: string }>(
    sql`select r.id, r.workspace_id
        from workspaces w, lateral (select db_now() - make_interval(days => w.run_retention_days) as time) as oldest, runs r
        where w.run_retention_days is not null and r.workspace_id = w.id and r.deleted_at is null
          and r.created_at < oldest.time and r.finished_at < oldest.time
        limit ${limit}`,
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
