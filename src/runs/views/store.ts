import sql, { type Sql } from 'sql-template-tag';
import type { Db, Row } from '../../platform/db.ts';
import type { Reader } from '../../platform/reads.ts';
import { type InteractionRow, toInteraction } from '../interaction-row.ts';
import type { Interaction, Run } from '../run.ts';
import { RUN, type RunRow, toRun } from '../run-row.ts';
import type { RunsQuery } from '../schema-list.ts';
import { filterOf } from './filters.ts';

/** The SQL of lists, and of statistics over many runs. */

// The most rows that a filtered page scans; the caller resumes where the scan stopped.
const SCAN_ROWS = 1_000;

// The id breaks ties within a millisecond.
const NEWEST_FIRST = sql`order by r.created_at desc, r.id desc`;

interface Scan<R> {
  rows: R[];
  /** More rows may match after the last scanned one. */
  hasMore: boolean;
  lastScannedId: string | null;
}

export async function scanRuns(db: Reader, workspaceId: string, query: RunsQuery) {
  const { rows, ...rest } = await scanRows<RunRow>(db, workspaceId, query, RUN);
  return { ...rest, runs: rows.map(toRun) };
}

/** A page of `columns` of the row `r`: a filter looks at a bounded stretch, words are found by their index. */
export async function scanRows<R extends Row & { id: string }>(
  db: Reader,
  workspaceId: string,
  query: RunsQuery,
  columns: Sql,
): Promise<Scan<R>> {
  const { limit, starting_after: cursor } = query;
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(r.created_at, r.id) < (select c.created_at, c.id from runs c where c.id = ${cursor} and c.workspace_id = ${workspaceId})`;
  const inReach = sql`r.workspace_id = ${workspaceId} and r.deleted_at is null and ${after}`;
  const filter = filterOf(workspaceId, query);
  const scan = await scanStretch<R>(db, workspaceId, { inReach, filter, limit, columns });
  if (query.q === undefined || !scan.hasMore || scan.rows.length === limit) return scan;
  // The stretch did not fill the page, so the words are rare enough to be looked up.
  const rows = await db.query<R>(
    sql`with found as materialized (
          select r.id from runs r where ${inReach} and r.finished_at is not null and ${filter}
          union all
          select r.id from runs r where ${inReach} and r.finished_at is null and ${filter}
        )
        select ${columns} from found f join runs r on r.id = f.id and r.workspace_id = ${workspaceId} ${NEWEST_FIRST} limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  return { rows: page, hasMore: rows.length > limit, lastScannedId: page.at(-1)?.id ?? null };
}

async function scanStretch<R extends Row & { id: string }>(
  db: Reader,
  workspaceId: string,
  { inReach, filter, limit, columns }: { inReach: Sql; filter: Sql; limit: number; columns: Sql },
): Promise<Scan<R>> {
  const rows = await db.queryFor<R & { scanned: number; last_scanned: string }>(
    workspaceId,
    sql`with page as materialized (
          select id from (
            select r.id, r.created_at, ${filter} as matches from runs r where ${inReach} ${NEWEST_FIRST} limit ${SCAN_ROWS}
          ) r where matches ${NEWEST_FIRST} limit ${limit + 1}
        ), edge as (
          -- Only a page that is not full needs to know how far the scan went.
          select count(*) as scanned, (array_agg(id order by created_at, id))[1] as last_scanned
          from (select r.id, r.created_at from runs r where ${inReach} ${NEWEST_FIRST} limit ${SCAN_ROWS}) scan
          where (select count(*) from page) <= ${limit}
        )
        select edge.scanned, edge.last_scanned, found.*
        from edge left join lateral (
          select ${columns} from page p join runs r on r.id = p.id and r.workspace_id = ${workspaceId}
        ) found on true
        order by found.created_at desc, found.id desc`,
  );
  const found = rows.filter((row) => row.id !== null);
  const page = found.slice(0, limit);
  const isFull = found.length > limit;
  const scanEnded = (rows[0]?.scanned ?? 0) < SCAN_ROWS;
  return {
    rows: page,
    hasMore: isFull || !scanEnded,
    lastScannedId: isFull ? (page.at(-1)?.id ?? null) : (rows[0]?.last_scanned ?? null),
  };
}

/** The runs of a page that is found by its number, newest first, and how many there are; sub-runs are left out. */
export async function runsAt(
  db: Reader,
  workspaceId: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ runs: Run[]; total: number }> {
  const inReach = sql`r.workspace_id = ${workspaceId} and r.deleted_at is null and r.parent_id is null`;
  const rows = await db.queryFor<RunRow & { total: number }>(
    workspaceId,
    sql`with page as materialized (
          select r.id from runs r where ${inReach} ${NEWEST_FIRST} limit ${limit} offset ${skip}
        )
        select counted.total, found.*
        from (select count(*)::int as total from runs r where ${inReach}) counted
        left join lateral (select ${RUN} from page p join runs r on r.id = p.id and r.workspace_id = ${workspaceId}) found on true
        order by found.created_at desc, found.id desc`,
  );
  return { runs: rows.filter((row) => row.id !== null).map(toRun), total: rows[0]?.total ?? 0 };
}

/** How long the workspace keeps the results of its runs. */
export async function retentionMs(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db.queryFor<{ ms: number }>(
    workspaceId,
    sql`select (extract(epoch from retention::interval) * 1000)::float8 as ms from workspaces where id = ${workspaceId}`,
  );
  return row?.ms ?? 0;
}

/** The share of runs that ended well in the last 24 hours; null without any. Looks at the newest runs only. */
export async function runSuccessRatio(db: Db): Promise<number | null> {
  const [row] = await db.query<{ ratio: number | null }>(
    sql`select avg((status in ('succeeded', 'empty'))::int)::float8 as ratio
        from (select status, finished_at from runs order by id desc limit 1000) as recent
        where finished_at > db_now() - interval '24 hours'`,
  );
  return row?.ratio ?? null;
}

/** Interactions by id, open or closed. */
export async function loadInteractions(
  db: Db,
  workspaceIds: string[],
  ids: string[],
): Promise<Interaction[]> {
  const rows = await db.query<InteractionRow & Row>(
    sql`select id, kind, prompt, channel, created_at, expires_at from interactions
        where id = any(${ids}::text[]) and workspace_id = any(${workspaceIds}::text[])`,
  );
  return rows.map(toInteraction);
}

/** Every question that a run asked, in order, and when it was closed. */
export async function loadWaits(
  db: Db,
  workspaceId: string,
  runId: string,
): Promise<Array<Interaction & { attemptId: string; status: string; closedAt: Date | null }>> {
  const rows = await db.queryFor<
    InteractionRow & Row & { attempt_id: string; status: string; closed_at: Date | null }
  >(
    workspaceId,
    sql`select id, attempt_id, kind, prompt, channel, status, created_at, expires_at, closed_at
        from interactions where run_id = ${runId} and workspace_id = ${workspaceId} order by created_at`,
  );
  return rows.map((row) => ({
    ...toInteraction(row),
    attemptId: row.attempt_id,
    status: row.status,
    closedAt: row.closed_at,
  }));
}
