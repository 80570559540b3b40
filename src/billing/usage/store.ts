import sql, { join, raw, type Sql } from 'sql-template-tag';
import { addUpNext } from '../../platform/add-up.ts';
import type { Db, Row } from '../../platform/db.ts';
import type { Reader } from '../../platform/reads.ts';

export const DIMENSIONS = ['day', 'runner', 'key', 'site'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const COLUMNS = { day: 'day', runner: 'runner', key: 'key_id', site: 'site' } as const;

const AMOUNTS = sql`count(distinct a.id) as attempts,
      coalesce(sum(e.amount_micro) filter (where e.credit not in ('platform:fees', 'platform:normalization')), 0)::bigint as runner_micro,
      coalesce(sum(e.amount_micro) filter (where e.credit = 'platform:fees'), 0)::bigint as fee_micro,
      coalesce(sum(e.amount_micro) filter (where e.credit = 'platform:normalization'), 0)::bigint as normalization_micro`;
const IS_USAGE = sql`e.debit like 'workspace:%' and e.credit like 'platform:%' and e.credit <> 'platform:payments'`;

/** The usage between two moments: an entry names its attempt, the attempt its runner, the run the rest. */
function entriesAsUsage(condition: Sql): Sql {
  return sql`select e.workspace_id, (e.created_at at time zone 'utc')::date as day,
      coalesce(a.runner, r.runner, split_part(regexp_replace(e.reference, '^fee:', ''), ':', 1)) as runner,
      coalesce(r.key_id, e.key_id, '') as key_id,
      coalesce(r.site, '') as site,
      ${AMOUNTS}
    from ledger_entries e
    left join run_facts r on r.id = e.run_id and r.workspace_id = e.workspace_id
    left join attempt_facts a on a.run_id = e.run_id and a.workspace_id = e.workspace_id and a.id = split_part(e.reference, ':', 2)
    where ${condition} and ${IS_USAGE}
    group by 1, 2, 3, 4, 5`;
}

export interface Amounts extends Row {
  attempts: number;
  runner_micro: number;
  fee_micro: number;
  normalization_micro: number;
}

export interface UsageRow extends Amounts {
  day: string | null;
  runner: string | null;
  key_id: string | null;
  site: string | null;
}

export interface TagRow extends Amounts {
  tag: string;
}

/** From the first to the last day, in the requested groups; the youngest entries straight from the ledger. */
export async function loadUsage(
  db: Reader,
  workspaceId: string,
  asked: { from: string; to: string; by: readonly Dimension[]; limit: number },
): Promise<UsageRow[]> {
  const columns = DIMENSIONS.map((name) =>
    asked.by.includes(name)
      ? sql`${raw(name === 'day' ? 'day::text' : COLUMNS[name])} as ${raw(COLUMNS[name])}`
      : sql`null::text as ${raw(COLUMNS[name])}`,
  );
  const young = sql`e.created_at >= (select added_until from usage_mark) and e.workspace_id = ${workspaceId}`;
  return db.queryFor<UsageRow>(
    workspaceId,
    sql`select ${join(columns)}, sum(attempts)::bigint as attempts, sum(runner_micro)::bigint as runner_micro,
          sum(fee_micro)::bigint as fee_micro, sum(normalization_micro)::bigint as normalization_micro
        from (
          select day, runner, key_id, site, attempts, runner_micro, fee_micro, normalization_micro
          from usage_days where workspace_id = ${workspaceId}
          union all
          select day, runner, key_id, site, attempts, runner_micro, fee_micro, normalization_micro
          from (${entriesAsUsage(young)}) as young
        ) as usage
        where day between ${asked.from}::date and ${asked.to}::date
        group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${asked.limit}`,
  );
}

/** By tag, straight from the ledger: a run counts for each of its tags, and without one for the empty tag. */
export async function loadTagUsage(
  db: Reader,
  workspaceId: string,
  asked: { from: string; to: string; limit: number },
): Promise<TagRow[]> {
  return db.queryFor<TagRow>(
    workspaceId,
    sql`with usage as (
          select e.run_id, ${AMOUNTS}
          from ledger_entries e
          left join attempt_facts a on a.run_id = e.run_id and a.workspace_id = e.workspace_id and a.id = split_part(e.reference, ':', 2)
          where e.workspace_id = ${workspaceId} and ${IS_USAGE}
            and e.created_at >= ${asked.from}::date at time zone 'utc'
            and e.created_at < (${asked.to}::date + 1) at time zone 'utc'
          group by 1
        )
        select coalesce(t.key || '=' || t.value, '') as tag, sum(attempts)::bigint as attempts,
          sum(runner_micro)::bigint as runner_micro, sum(fee_micro)::bigint as fee_micro,
          sum(normalization_micro)::bigint as normalization_micro
        from usage u left join run_facts r on r.id = u.run_id and r.workspace_id = ${workspaceId}
        left join lateral jsonb_each_text(case when jsonb_typeof(r.tags) = 'object' then r.tags end) t on true
        group by 1 order by 1 limit ${asked.limit}`,
  );
}

/** Adds up the next hour at most; true when more hours wait. */
export function addUp(db: Db): Promise<boolean> {
  return addUpNext(
    db,
    'usage_mark',
    ({ since, until, isMoved }) =>
      sql`insert into usage_days as d
          select * from (${entriesAsUsage(sql`e.created_at >= ${since}::timestamptz and e.created_at < ${until}::timestamptz`)}) as added
          where ${isMoved}
          on conflict (workspace_id, day, runner, key_id, site) do update set
            attempts = d.attempts + excluded.attempts, runner_micro = d.runner_micro + excluded.runner_micro,
            fee_micro = d.fee_micro + excluded.fee_micro,
            normalization_micro = d.normalization_micro + excluded.normalization_micro`,
  );
}

/** Workspaces with a lower balance get a low-credit warning. */
export const LOW_MICRO = 1_000_000;

/** Workspaces whose credits became low since the last look. */
export async function findLowBalances(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string; is_low: boolean }>(
    sql`update workspaces w set low_balance_at = case when b.credits_micro + b.held_micro < ${LOW_MICRO} then db_now() end
        from balances b
        where b.workspace_id = w.id and (w.low_balance_at is null) = (b.credits_micro + b.held_micro < ${LOW_MICRO})
        returning w.id, w.low_balance_at is not null as is_low`,
  );
  return rows.filter((row) => row.is_low).map((row) => row.id);
}

/** The names of a workspace's keys, also of deleted ones; none unless usage is grouped by key. */
export async function loadKeyNames(
  db: Reader,
  workspaceId: string,
  by: readonly string[],
): Promise<Map<string, string>> {
  if (!by.includes('key')) return new Map();
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from api_keys where workspace_id = ${workspaceId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
