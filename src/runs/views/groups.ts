import sql from 'sql-template-tag';
import type { z } from 'zod';
import type { Row } from '../../platform/db.ts';
import type { Reader } from '../../platform/reads.ts';
import type { groupList, groupsQuery } from '../schema-list.ts';
import { filterOf } from './filters.ts';

const MOST_RUNS = 10_000;
const MOST_GROUPS = 50;

interface GroupRow extends Row {
  site: string | null;
  code: string | null;
  message: string | null;
  runs: number;
  failed: number;
  latest_id: string;
  latest_at: Date;
  all_runs: number;
  all_groups: number;
}

/** Matching runs by their site, or failed ones by their reason. Reasons that differ in numbers, addresses or quotations are one. */
export async function groupRuns(
  db: Reader,
  workspaceId: string,
  { by, ...query }: z.output<typeof groupsQuery>,
): Promise<z.input<typeof groupList>> {
  const filter = filterOf(workspaceId, { ...query, limit: MOST_RUNS, starting_after: undefined });
  const key =
    by === 'site'
      ? sql`coalesce(domain, '')`
      : sql`code || ' ' || regexp_replace(left(message, 300), 'https?://[^[:space:]]+|"[^"]*"|[0-9][0-9.,]*', '#', 'g')`;
  const rows = await db.queryFor<GroupRow>(
    workspaceId,
    sql`with matching as materialized (
          select r.id, r.created_at, r.domain, r.status, r.outcome->'error'->>'code' as code, r.outcome->'error'->>'message' as message
          from runs r
          where r.workspace_id = ${workspaceId} and r.deleted_at is null and ${filter}
          order by r.created_at desc, r.id desc limit ${MOST_RUNS}
        ), keyed as (
          select *, ${key} as key from matching where ${by === 'site'} or code is not null
        ), grouped as (
          select count(*)::int as runs, max(domain) as domain,
            count(*) filter (where status in ('failed', 'blocked', 'empty', 'cancelled'))::int as failed,
            (array_agg(code order by code is null, created_at desc))[1] as code,
            (array_agg(message order by code is null, created_at desc))[1] as message,
            (array_agg(id order by created_at desc))[1] as latest_id, max(created_at) as latest_at
          from keyed group by key
        )
        select case when ${by === 'site'} then domain end as site, code, message, runs, failed, latest_id, latest_at,
          (select count(*)::int from matching) as all_runs, (select count(*)::int from grouped) as all_groups
        from grouped order by ${by === 'site' ? sql`failed desc, runs desc` : sql`runs desc`}, latest_at desc limit ${MOST_GROUPS}`,
  );
  return {
    object: 'list',
    data: rows.map(({ site, code, message, runs, failed, latest_id, latest_at }) => ({
      object: 'svc.run_group',
      site,
      error: code === null ? null : { code, message: message ?? '' },
      runs,
      failed,
      latest_id,
      latest_at: latest_at.toISOString(),
    })),
    runs: rows[0]?.all_runs ?? 0,
    groups: rows[0]?.all_groups ?? 0,
  };
}
