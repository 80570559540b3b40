import sql, { empty, type Sql } from 'sql-template-tag';
import { versionOfArtifacts } from '../artifacts/store.ts';
import { entriesPart, type PostingOf } from '../billing/store.ts';
import type { Db, Row, Statement } from '../platform/db.ts';
import { guarded, json, prepared } from '../platform/sql.ts';
import { type NewAttempt, type SettledAttempt, settledPart } from './attempt-store.ts';
import type { Attempt, FencedRun, Outcome, Run, RunKey, RunRequest, RunStatus } from './run.ts';
import { RUN, type RunRow, toRun } from './run-row.ts';

/** All SQL of runs. Rows stay here; runs leave. */

export const LEASE = sql`interval '30 seconds'`;

export async function loadRun(db: Db, workspaceId: string, id: string): Promise<Run | null> {
  const rows = await db.queryFor<RunRow>(
    workspaceId,
    prepared(
      'load_run',
      sql`select ${RUN} from runs r
          where r.id = ${id} and r.workspace_id = ${workspaceId} and r.deleted_at is null`,
    ),
  );
  return rows[0] ? toRun(rows[0]) : null;
}

/** Changes with every row from which a finished run is read. */
const VERSION = sql`concat_ws(',', r.xmin::text,
  (select string_agg(a.xmin::text, ',') from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id), ${versionOfArtifacts(sql`r`)})`;

export async function loadRunWithVersion(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<{ run: Run; version: string } | null> {
  const [row] = await db.queryFor<RunRow & { version: string }>(
    workspaceId,
    prepared(
      'load_run_with_version',
      sql`select ${RUN}, ${VERSION} as version from runs r
          where r.id = ${id} and r.workspace_id = ${workspaceId} and r.deleted_at is null`,
    ),
  );
  return row ? { run: toRun(row), version: row.version } : null;
}

export async function loadVersion(db: Db, workspaceId: string, id: string): Promise<string | null> {
  const [row] = await db.queryFor<{ version: string }>(
    workspaceId,
    prepared(
      'load_run_version',
      sql`select ${VERSION} as version from runs r
          where r.id = ${id} and r.workspace_id = ${workspaceId} and r.deleted_at is null`,
    ),
  );
  return row?.version ?? null;
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
  held: PostingOf,
  key: { settled: Sql; held: Sql } | null,
): Statement {
  const insert = sql`insert into runs (id, workspace_id, request, routing_class, domain, task_type, plan, fee_rate_ppm, max_cost_micro,
          window_ends_at, expires_at, owner, fence, lease_expires_at, job_id, in_flight_micro, held_micro, key_id)
        values (${run.id}, ${run.workspaceId}, ${json(run.request)}, ${run.routingClass}, ${run.domain}, ${run.taskType}, ${json(run.plan)},
          ${run.feeRatePpm}, ${run.maxCostMicro}, db_now() + ${run.windowMs}::double precision * interval '1 millisecond',
          db_now() + ${run.expiresInMs}::double precision * interval '1 millisecond', ${run.owner}, ${fenceOf(run)},
          db_now() + ${LEASE}, ${run.jobId}, ${run.inFlightMicro}, ${run.heldMicro}, ${run.keyId})
        returning created_at, expires_at, view_token`;
  const answer = sql`, ${entriesPart(held)}${key ? sql`, ${key.settled}` : empty}
        select created_at, expires_at, view_token${key ? sql`, ${key.held}` : empty} from run`;
  const suffix = key ? '_with_key' : '';
  if (first === null) return prepared(`insert_run${suffix}`, sql`with run as (${insert})${answer}`);
  return prepared(
    `insert_run_with_attempt${suffix}`,
    sql`with run as (${insert}), attempt as (
          insert into attempts (id, run_id, workspace_id, ordinal, runner, engine, phase, batch, decision, price_micro, own_key)
          values (${first.id}, ${run.id}, ${run.workspaceId}, ${first.ordinal}, ${first.runner}, ${first.engine}, ${first.phase}, ${first.batch},
            ${first.decision && json(first.decision)}, ${first.priceMicro}, ${first.isOwnKey})
        )${answer}`,
  );
}

function fenceOf(run: NewRun): number {
  return run.owner === null ? 0 : 1;
}

/** The run as that statement leaves it. */
export function insertedRun(run: NewRun, row: Row): Run {
  return {
    ...run,
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

/** The change of a run's money in one transaction. */
interface MoneyMoved {
  spentMicro: number;
  /** The price set aside while the attempt was under way. */
  priceMicro: number;
  heldMicro: number;
}

/** After an attempt that does not end the run. */
export function advanceRunStatement(run: FencedRun, moved: MoneyMoved): Statement {
  return sql`with advanced as (
               update runs set spent_micro = spent_micro + ${moved.spentMicro}, in_flight_micro = in_flight_micro - ${moved.priceMicro},
                 held_micro = held_micro + ${moved.heldMicro}, progress_at = db_now()
               where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null returning 1
             )
             select ${guarded(sql`exists (select 1 from advanced)`, 'superseded')}, db_now() as at`;
}

export interface Finish {
  run: FencedRun;
  status: RunStatus;
  runner: string | null;
  outcome: Outcome;
  /** The cost of the attempts that this transaction settles. */
  spentMicro: number;
  /** The attempt that ended the run, when it ends with one. */
  settled: SettledAttempt | null;
  posting: PostingOf;
}

/** The one terminal transition, with the ledger entries of its charges. One statement: most runs end with exactly this. */
export function finishRunStatement(finish: Finish): Statement {
  const { run, status, outcome, settled, posting } = finish;
  const finished = sql`finished as (
          update runs set status = ${status}, outcome = ${json(outcome)}, finished_at = db_now(), runner = ${finish.runner},
            spent_micro = spent_micro + ${finish.spentMicro}, in_flight_micro = 0, held_micro = 0, owner = null, fence = fence + 1,
            event_sequence = event_sequence + 1
          where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null returning finished_at
        )`;
  const paid = entriesPart(posting);
  if (settled === null) {
    return prepared(
      'finish_run',
      sql`with ${finished}, ${paid}
          select ${guarded(sql`exists (select 1 from finished)`, 'superseded')}, (select finished_at from finished) as at`,
    );
  }
  return prepared(
    'finish_run_with_attempt',
    sql`with ${finished}, ${settledPart(run, settled)}, ${paid}
        select ${guarded(sql`exists (select 1 from finished) and exists (select 1 from settled)`, 'superseded')},
               (select finished_at from finished) as at`,
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
