import sql from 'sql-template-tag';
import { ApiError } from '../errors.ts';
import type { Row, Statement, Tx } from '../platform/db.ts';

/** A number of times in a window of seconds, over all instances. */
export interface Limit {
  action: string;
  times: number;
  seconds: number;
}

/** Counts one more use; 429 when that is too often. Inside a transaction, a refused call does not count. */
export async function throttle(run: Tx, limit: Limit, subject: string, message: string): Promise<void> {
  const [row] = await run<Row & { count: number; wait_s: number }>(countStatement(limit, subject));
  if (!row || row.count <= limit.times) return;
  throw new ApiError('rate_limited', { message, retryAfter: Math.max(1, row.wait_s) });
}

function countStatement({ action, seconds }: Limit, subject: string): Statement {
  return sql`insert into throttles as t (action, subject, window_ends_at, count)
             values (${action}, ${subject}, db_now() + make_interval(secs => ${seconds}), 1)
             on conflict (action, subject) do update set
               count = case when t.window_ends_at <= db_now() then 1 else t.count + 1 end,
               window_ends_at = case when t.window_ends_at <= db_now() then excluded.window_ends_at else t.window_ends_at end
             returning count, ceil(extract(epoch from window_ends_at - db_now()))::int as wait_s`;
}

export const forgetThrottles: Statement = sql`delete from throttles where window_ends_at < db_now() - interval '1 hour'`;
