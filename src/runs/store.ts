import sql, { join, type Sql } from 'sql-template-tag';
import { versionOfArtifacts } from '../artifacts/store.ts';
import { entriesPart, type PostingOf } from '../billing/store.ts';
import type { Db, Row, Statement } from '../platform/db.ts';
import { guarded, json, prepared } from '../platform/sql.ts';
import type { Attempt, AttemptFacts, Outcome, Run, RunRequest, RunStatus } from './run.ts';
import { RUN, type RunRow, toRun } from './run-row.ts';
import type { RunsQuery } from './schema.ts';

/** All SQL of runs and their attempts. Rows stay here; runs leave. */

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

/** Changes with every row that a finished run is read from. */
const VERSION = sql`concat_ws(',', r.xmin::text,
  (select string_agg(a.xmin::text, ',') from attempts a where a.run_id = r.id), ${versionOfArtifacts(sql`r.id`)})`;

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

/** Those of these runs that are there. */
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

/** For the executor and the sweeper, which act for the service and not for a caller. */
export async function loadAnyRun(db: Db, id: string): Promise<Run | null> {
  const rows = await db.query<RunRow>(sql`select ${RUN} from runs r where r.id = ${id}`);
  return rows[0] ? toRun(rows[0]) : null;
}

/** Send it before `lockedRunStatement`: a statement that had to wait for the lock still sees the attempts of before. */
export function lockRunStatement(id: string): Statement {
  return sql`select from runs where id = ${id} for no key update`;
}

export function lockedRunStatement(id: string): Statement {
  return sql`select ${RUN} from runs r where r.id = ${id}`;
}

export interface NewRun {
  id: string;
  workspaceId: string;
  request: RunRequest;
  routingClass: Run['routingClass'];
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

/** The run with the entries of its hold and, when its executor is known already, its first attempt. */
export function insertRunStatement(run: NewRun, first: NewAttempt | null, held: PostingOf): Statement {
  const insert = sql`insert into runs (id, workspace_id, request, routing_class, plan, fee_rate_ppm, max_cost_micro,
          window_ends_at, expires_at, owner, fence, lease_expires_at, job_id, in_flight_micro, held_micro)
        values (${run.id}, ${run.workspaceId}, ${json(run.request)}, ${run.routingClass}, ${json(run.plan)},
          ${run.feeRatePpm}, ${run.maxCostMicro}, db_now() + ${run.windowMs}::double precision * interval '1 millisecond',
          db_now() + ${run.expiresInMs}::double precision * interval '1 millisecond', ${run.owner}, ${fenceOf(run)},
          db_now() + ${LEASE}, ${run.jobId}, ${run.inFlightMicro}, ${run.heldMicro})
        returning created_at, expires_at, view_token`;
  const answer = sql`select created_at, expires_at, view_token from run`;
  if (first === null)
    return prepared('insert_run', sql`with run as (${insert}), ${entriesPart(held)} ${answer}`);
  return prepared(
    'insert_run_with_attempt',
    sql`with run as (${insert}), attempt as (
          insert into attempts (id, run_id, ordinal, runner, engine, phase, price_micro)
          values (${first.id}, ${run.id}, ${first.ordinal}, ${first.runner}, ${first.engine}, ${first.phase}, ${first.priceMicro})
        ), ${entriesPart(held)} ${answer}`,
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

export interface NewAttempt {
  id: string;
  ordinal: number;
  runner: string;
  engine: string | null;
  phase: Attempt['phase'];
  priceMicro: number;
}

/** The only way an attempt starts: under the fence, while the run lives and its executed spend is below the ceiling. */
export function dispatchStatement(
  run: Pick<Run, 'id' | 'fence'>,
  attempt: NewAttempt,
  holdMicro: number,
): Statement {
  return prepared(
    'dispatch_attempt',
    sql`with run as (
          update runs set in_flight_micro = in_flight_micro + ${attempt.priceMicro}, held_micro = held_micro + ${holdMicro},
            progress_at = db_now()
          where id = ${run.id} and fence = ${run.fence} and finished_at is null
            and (max_cost_micro is null or spent_micro < max_cost_micro)
          returning id
        ), attempt as (
          insert into attempts (id, run_id, ordinal, runner, engine, phase, price_micro)
          select ${attempt.id}, id, ${attempt.ordinal}::int, ${attempt.runner}, ${attempt.engine}, ${attempt.phase}, ${attempt.priceMicro}::bigint from run
          returning started_at
        )
        select ${guarded(sql`exists (select 1 from run)`, 'superseded')}, (select started_at from attempt) as started_at`,
  );
}

export function saveReferenceStatement(
  run: Pick<Run, 'id' | 'fence'>,
  attemptId: string,
  reference: string,
): Statement {
  return sql`with saved as (
               update attempts set reference = ${reference}
               where run_id = ${run.id} and id = ${attemptId} and status = 'running'
                 and exists (select 1 from runs where id = ${run.id} and fence = ${run.fence} and finished_at is null)
               returning 1
             )
             select ${guarded(sql`exists (select 1 from saved)`, 'superseded')}`;
}

export interface SettledAttempt {
  id: string;
  status: Exclude<Attempt['status'], 'running'>;
  costMicro: number;
  verdict: Attempt['verdict'];
  blockReason: string | null;
  fault: Attempt['fault'];
  error: Attempt['error'];
  result: AttemptFacts | null;
}

function settledPart(runId: string, attempt: SettledAttempt): Sql {
  return sql`settled as (
          update attempts set status = ${attempt.status}, finished_at = db_now(), cost_micro = ${attempt.costMicro},
            verdict = ${attempt.verdict}, block_reason = ${attempt.blockReason}, fault = ${attempt.fault},
            error = ${attempt.error && json(attempt.error)}, result = ${attempt.result && json(attempt.result)}
          where run_id = ${runId} and id = ${attempt.id} and status = 'running' returning finished_at
        )`;
}

/** Guarded by the statement that moves the run on in the same transaction. */
export function settleAttemptStatement(runId: string, attempt: SettledAttempt): Statement {
  return prepared(
    'settle_attempt',
    sql`with ${settledPart(runId, attempt)}
        select ${guarded(sql`exists (select 1 from settled)`, 'superseded')}, (select finished_at from settled) as finished_at`,
  );
}

/** After an attempt that does not end the run. */
export function advanceRunStatement(run: Run, attempt: { priceMicro: number; costMicro: number }): Statement {
  return sql`with advanced as (
               update runs set spent_micro = spent_micro + ${attempt.costMicro}, in_flight_micro = in_flight_micro - ${attempt.priceMicro},
                 held_micro = ${run.heldMicro}, progress_at = db_now()
               where id = ${run.id} and fence = ${run.fence} and finished_at is null returning 1
             )
             select ${guarded(sql`exists (select 1 from advanced)`, 'superseded')}`;
}

export interface Finish {
  run: Pick<Run, 'id' | 'workspaceId' | 'fence' | 'spentMicro' | 'runner'>;
  status: RunStatus;
  outcome: Outcome;
  /** The attempt that ended the run, when it ends with one. */
  settled: SettledAttempt | null;
  posting: PostingOf;
}

/** The number of the event that this transaction emits, once it has moved the counter on: from the row and from nowhere else. */
export function eventSequenceOf(runId: string): Sql {
  return sql`(select event_sequence from runs where id = ${runId})`;
}

/** The one terminal transition, with the entries of what it owes. One statement: most runs end with exactly this. */
export function finishRunStatement({ run, status, outcome, settled, posting }: Finish): Statement {
  const finished = sql`finished as (
          update runs set status = ${status}, outcome = ${json(outcome)}, finished_at = db_now(), runner = ${run.runner},
            spent_micro = ${run.spentMicro}, in_flight_micro = 0, held_micro = 0, owner = null, fence = fence + 1,
            event_sequence = event_sequence + 1
          where id = ${run.id} and fence = ${run.fence} and finished_at is null returning finished_at
        )`;
  const paid = entriesPart(posting);
  if (settled === null) {
    return prepared(
      'finish_run',
      sql`with ${finished}, ${paid}
          select ${guarded(sql`exists (select 1 from finished)`, 'superseded')}, (select finished_at from finished) as finished_at`,
    );
  }
  return prepared(
    'finish_run_with_attempt',
    sql`with ${finished}, ${settledPart(run.id, settled)}, ${paid}
        select ${guarded(sql`exists (select 1 from finished) and exists (select 1 from settled)`, 'superseded')},
               (select finished_at from finished) as finished_at`,
  );
}

export function tombstoneStatement(id: string): Statement {
  return sql`update runs set deleted_at = db_now() where id = ${id} and deleted_at is null returning id`;
}

/**
 * Appends a progress event while the run lives and has the owner it had, with what the attempt under way has done so
 * far; the answer is the number of the event, if there is one.
 */
export function appendProgressStatement(
  run: Pick<Run, 'id' | 'fence'>,
  response: unknown,
  underWay: Pick<Attempt, 'id' | 'result'> | null = null,
): Statement {
  return sql`with run as (
               update runs set progress_events = progress_events + 1
               where id = ${run.id} and fence = ${run.fence} and finished_at is null
               returning progress_events
             ), kept as (
               update attempts set result = ${json(underWay?.result)}
               where run_id = ${run.id} and id = ${underWay?.id ?? null} and status = 'running'
                 and exists (select 1 from run)
             )
             insert into run_events (run_id, sequence, response)
             select ${run.id}, progress_events + 1, ${json(response)} from run returning sequence`;
}

export async function loadProgress(
  db: Db,
  runId: string,
  after: number,
): Promise<Array<{ sequence: number; response: unknown }>> {
  return db.query(
    sql`select sequence, response from run_events where run_id = ${runId} and sequence > ${after} order by sequence limit 200`,
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

// A filtered page never looks at more rows than this; the caller resumes from where the scan stopped.
const SCAN_ROWS = 1_000;

export interface Scan {
  runs: Run[];
  /** More rows may match behind the last one looked at. */
  hasMore: boolean;
  lastScannedId: string | null;
}

export async function scanRuns(db: Db, workspaceId: string, query: RunsQuery): Promise<Scan> {
  const withChildren = query.parent_id !== undefined || query.exclude_children === 'false';
  const conditions: Sql[] = [];
  if (!withChildren) conditions.push(sql`r.parent_id is null`);
  if (query.parent_id !== undefined) conditions.push(sql`r.parent_id = ${query.parent_id}`);
  if (query.created_after !== undefined) conditions.push(sql`r.created_at > ${query.created_after}`);
  if (query.created_before !== undefined) conditions.push(sql`r.created_at < ${query.created_before}`);
  if (query.runner !== undefined) conditions.push(sql`r.runner = ${query.runner}`);
  if (query.routing !== undefined) conditions.push(sql`r.routing_class = ${query.routing}`);
  if (query.status !== undefined) {
    conditions.push(
      sql`case when r.finished_at is null and r.expires_at < db_now() then 'failed' else r.status end = ${query.status}`,
    );
  }
  const filter = conditions.length > 0 ? join(conditions, ' and ') : sql`true`;
  const cursor = query.starting_after;
  const after =
    cursor === undefined
      ? sql`true`
      : sql`r.id < ${cursor} and exists (select 1 from runs c where c.id = ${cursor} and c.workspace_id = ${workspaceId})`;
  const inReach = sql`r.workspace_id = ${workspaceId} and r.deleted_at is null and ${after}`;
  const rows = await db.queryFor<RunRow & { scanned: number; last_scanned: string }>(
    workspaceId,
    sql`with page as materialized (
          select id from (
            select r.id, ${filter} as matches from runs r where ${inReach} order by r.id desc limit ${SCAN_ROWS}
          ) scan where matches limit ${query.limit + 1}
        ), edge as (
          -- Only a page that is not full needs to know how far the scan went.
          select count(*) as scanned, min(id) as last_scanned
          from (select r.id from runs r where ${inReach} order by r.id desc limit ${SCAN_ROWS}) scan
          where (select count(*) from page) <= ${query.limit}
        )
        select edge.scanned, edge.last_scanned, found.*
        from edge left join lateral (
          select ${RUN} from page p join runs r on r.id = p.id
        ) found on true
        order by found.id desc`,
  );
  const runs = rows.filter((row) => row.id !== null).map(toRun);
  const page = runs.slice(0, query.limit);
  const isFull = runs.length > query.limit;
  const scanEnded = (rows[0]?.scanned ?? 0) < SCAN_ROWS;
  return {
    runs: page,
    hasMore: isFull || !scanEnded,
    lastScannedId: isFull ? (page.at(-1)?.id ?? null) : (rows[0]?.last_scanned ?? null),
  };
}
