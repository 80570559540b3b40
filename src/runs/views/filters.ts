import sql, { join, type Sql } from 'sql-template-tag';
import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { isId } from '../../platform/ids.ts';
import { microUsd } from '../../platform/money.ts';
import type { RunsQuery } from '../schema-list.ts';

/** The filters of a list as one condition on the row `r`. */
export function filterOf(workspaceId: string, query: RunsQuery): Sql {
  const conditions: Sql[] = [];
  const withChildren = query.parent_id !== undefined || query.exclude_children === 'false';
  if (!withChildren) conditions.push(sql`r.parent_id is null`);
  if (query.parent_id !== undefined) conditions.push(sql`r.parent_id = ${query.parent_id}`);
  if (query.created_after !== undefined) conditions.push(sql`r.created_at > ${query.created_after}`);
  if (query.created_before !== undefined) conditions.push(sql`r.created_at < ${query.created_before}`);
  if (query.runner !== undefined) conditions.push(sql`r.runner = any(${query.runner}::text[])`);
  if (query.site !== undefined) conditions.push(sql`r.domain = any(${query.site}::text[])`);
  if (query.key_id !== undefined) conditions.push(sql`r.key_id = ${query.key_id}`);
  if (query.routing !== undefined)
    conditions.push(sql`r.routing_class = any(${query.routing}::run_routing_class[])`);
  if (query.status !== undefined) {
    conditions.push(
      sql`case when ${IS_OVERDUE} then 'failed' else r.status end = any(${query.status}::run_status[])`,
    );
  }
  if (query.min_cost_usd !== undefined) conditions.push(sql`${COST} >= ${microUsd(query.min_cost_usd)}`);
  if (query.max_cost_usd !== undefined) conditions.push(sql`${COST} <= ${microUsd(query.max_cost_usd)}`);
  if (query.feedback !== undefined)
    conditions.push(
      sql`r.id in (select run_id from run_feedback
            where workspace_id = ${workspaceId} and correct = ${query.feedback === 'correct'})`,
    );
  if (query.tag !== undefined) conditions.push(tagged(query.tag));
  if (query.q !== undefined) conditions.push(wordsCondition(workspaceId, query.q));
  // The outcome can be large: it is looked at last.
  if (query.verdict !== undefined)
    conditions.push(
      sql`case when ${IS_OVERDUE} then 'failed' else r.outcome->'quality'->>'verdict' end = any(${query.verdict}::text[])`,
    );
  return conditions.length > 0 ? join(conditions, ' and ') : sql`true`;
}

const IS_OVERDUE = sql`r.finished_at is null and r.expires_at < db_now()`;

/** As `costOf` adds it up: every fee is rounded half-even, and an attempt under the workspace's own key costs its fee alone. */
const COST = sql`(
  select coalesce(sum(case when a.own_key then 0 else a.cost_micro end
    + case when fee % 2 = 0.5 then floor(fee) else round(fee) end), 0)
  from attempts a cross join lateral (select a.cost_micro::numeric * r.fee_rate_ppm / 1000000) as charged (fee)
  where a.run_id = r.id and a.workspace_id = r.workspace_id and a.cost_micro is not null
) + case when r.request->>'normalize' = 'true' and r.outcome->'normalization'->>'applied' = 'true'
  then ${NORMALIZATION_MICRO}::bigint else 0 end`;

function tagged(tag: string): Sql {
  const at = tag.indexOf('=');
  if (at < 0) return sql`r.request->'metadata'->${tag}::text is not null`;
  return sql`r.request->'metadata'->>${tag.slice(0, at)}::text = ${tag.slice(at + 1)}`;
}

const MOST_WORDS = 12;

function wordsCondition(workspaceId: string, q: string): Sql {
  const asked = q.trim();
  if (isId(asked, 'resp')) return sql`r.id = ${asked}`;
  const words = asked.match(/[\p{L}\p{N}]+/gu)?.slice(0, MOST_WORDS) ?? [];
  if (words.length === 0) return sql`false`;
  const lower = words.map((word) => word.toLowerCase());
  const longest = lower.toSorted((one, other) => other.length - one.length)[0];
  const wanted = lower.map((word) => `'${word}':*`).join(' & ');
  // A row without the letters has not the word: seen at a tenth of the cost of splitting its text into words.
  return sql`strpos(lower(concat_ws(' ', r.request->'task'->>'goal', r.request->'task'->>'url')), ${longest}) > 0
    and run_words(r.workspace_id, r.request) @@ ${`'${workspaceId}' & ${wanted}`}::tsquery`;
}
