import sql, { type Sql } from 'sql-template-tag';
import type { Row } from '../../platform/db.ts';
import type { Reader } from '../../platform/reads.ts';
import type { Agreement } from '../feedback/store.ts';

/** The newest that figures are made of: enough for any interval, and a bound on the work. */
const MOST_RUNS = 10_000;

/** Runs that are over, of the last days, in the order of the list and its index. */
function recentRuns(workspaceId: string, days: number): Sql {
  return sql`recent as materialized (
    select id, workspace_id, created_at, status, routing_class, domain, spent_micro, plan->'decision'->>'strategy' as strategy
    from runs
    where workspace_id = ${workspaceId} and deleted_at is null and finished_at is not null and status <> 'cancelled'
      and created_at >= db_now() - make_interval(days => ${days})
    order by created_at desc, id desc limit ${MOST_RUNS}
  )`;
}

/** The attempts of each, by their key: `offset 0` keeps the planner from reading the whole table instead. */
function attemptsOf(condition: Sql): Sql {
  return sql`lateral (
    select * from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id and ${condition} offset 0
  ) a on true`;
}

/** Attempts that say something about their runner. */
const TELLING = sql`a.status = 'finished' and a.verdict is not null and a.fault not in ('platform', 'caller')`;

export interface SiteRow extends Row {
  runner: string;
  site: string;
  tried: number;
  succeeded: number;
  first_tried: number;
  first_succeeded: number;
  first_micro: number;
  week_tried: number;
  week_succeeded: number;
}

/** Every runner on every site; `week` is the last seven days of it. */
export function loadSites(db: Reader, workspaceId: string, days: number): Promise<SiteRow[]> {
  return db.queryFor<SiteRow>(
    workspaceId,
    sql`with ${recentRuns(workspaceId, days)}, attempts_seen as (
        select a.runner, r.domain as site, a.verdict in ('succeeded', 'empty') as is_success, a.ordinal = 0 or a.phase = 'probe' as is_first,
          coalesce(a.cost_micro, 0) as micro, r.created_at > db_now() - interval '7 days' as is_week
        from recent r join ${attemptsOf(TELLING)}
        where r.domain is not null
      )
      select runner, site, count(*)::int as tried, count(*) filter (where is_success)::int as succeeded,
        count(*) filter (where is_first)::int as first_tried,
        count(*) filter (where is_first and is_success)::int as first_succeeded,
        coalesce(sum(micro) filter (where is_first), 0)::float8 as first_micro,
        count(*) filter (where is_week)::int as week_tried,
        count(*) filter (where is_week and is_success)::int as week_succeeded
      from attempts_seen group by 1, 2`,
  );
}

export interface DayRow extends Row {
  day: string;
  site: string | null;
  runs: number;
  succeeded: number;
  first_succeeded: number;
  explored: number;
  micro: number;
  /** Those whose first attempt says something about its runner: only they compare with single runners. */
  told: number;
  told_succeeded: number;
  told_micro: number;
}

/** Smart runs by day and site. */
export function loadDays(db: Reader, workspaceId: string, days: number): Promise<DayRow[]> {
  return db.queryFor<DayRow>(
    workspaceId,
    sql`with ${recentRuns(workspaceId, days)}
      select (r.created_at at time zone 'utc')::date::text as day, r.domain as site, count(*)::int as runs,
        count(*) filter (where r.status in ('succeeded', 'empty'))::int as succeeded,
        count(*) filter (where a.verdict in ('succeeded', 'empty'))::int as first_succeeded,
        count(*) filter (where r.strategy = 'explore')::int as explored,
        coalesce(sum(r.spent_micro), 0)::float8 as micro,
        count(*) filter (where ${TELLING} and r.domain is not null)::int as told,
        count(*) filter (where ${TELLING} and r.domain is not null and r.status in ('succeeded', 'empty'))::int as told_succeeded,
        coalesce(sum(r.spent_micro) filter (where ${TELLING} and r.domain is not null), 0)::float8 as told_micro
      from recent r left join ${attemptsOf(sql`a.ordinal = 0`)}
      where r.routing_class = 'smart'
      group by 1, 2 order by 1`,
  );
}

/** The workspace's own judgements of runs of the last days. */
export async function loadOwnAgreement(db: Reader, workspaceId: string, days: number): Promise<Agreement> {
  const [row] = await db.queryFor<Agreement & Row>(
    workspaceId,
    sql`select count(*) filter (where agrees)::int as confirmed, count(*) filter (where not agrees)::int as corrected
        from run_feedback
        where workspace_id = ${workspaceId} and updated_at >= db_now() - make_interval(days => ${days})`,
  );
  return { confirmed: row?.confirmed ?? 0, corrected: row?.corrected ?? 0 };
}

export interface BucketRow extends Row {
  bucket: number;
  predicted: number;
  tried: number;
  succeeded: number;
}

/** The expectation of the dispatching decision, in tenths, and the result of the attempt. */
export function loadCalibration(db: Reader, workspaceId: string, days: number): Promise<BucketRow[]> {
  return db.queryFor<BucketRow>(
    workspaceId,
    sql`with ${recentRuns(workspaceId, days)}, attempts_seen as (
        select (a.decision->'success'->>0)::float8 as predicted, a.verdict in ('succeeded', 'empty') as is_success
        from recent r
        join ${attemptsOf(sql`a.status = 'finished' and a.verdict is not null and a.decision->'chain'->>0 = a.runner`)}
      )
      select least(9, floor(predicted * 10))::int as bucket, avg(predicted)::float8 as predicted, count(*)::int as tried,
        count(*) filter (where is_success)::int as succeeded
      from attempts_seen where predicted is not null group by 1 order by 1`,
  );
}
