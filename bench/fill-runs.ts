import type pg from 'pg';

const BATCH = 100_000;

// Ids as `newId` makes them: 48 bits of milliseconds, then version, variant and randomness.
const BODY = `lpad(to_hex((extract(epoch from r.created_at) * 1000)::bigint - n * $3::int * 1000), 12, '0')
  || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15)`;
const EARLIER = `n * $3::int * interval '1 second'`;

const RUN_COLUMNS: Record<string, string> = {
  id: `'resp_' || ${BODY}`,
  created_at: `r.created_at - ${EARLIER}`,
  finished_at: `r.finished_at - ${EARLIER}`,
  progress_at: `r.progress_at - ${EARLIER}`,
  expires_at: `r.expires_at - ${EARLIER}`,
  window_ends_at: `r.window_ends_at - ${EARLIER}`,
  job_id: 'gen_random_uuid()',
  view_token: `md5(n::text || 'a') || md5(n::text || 'b')`,
  status: `(case n % 20 when 0 then 'failed' when 1 then 'blocked' when 2 then 'empty' else 'succeeded' end)::run_status`,
};

const ATTEMPT_COLUMNS: Record<string, string> = {
  id: `'att_' || ${BODY}`,
  run_id: `'resp_' || ${BODY}`,
  started_at: `a.started_at - ${EARLIER}`,
  finished_at: `a.finished_at - ${EARLIER}`,
};

/** Multiplies the one finished run of this database into `count` of them, one every few seconds of the past. */
export async function fillRuns(pool: pg.Pool, count: number, secondsApart = 2): Promise<void> {
  const client = await pool.connect();
  try {
    const runs = await copyStatement(client, 'runs', 'r', RUN_COLUMNS);
    const attempts = await copyStatement(client, 'attempts', 'a', ATTEMPT_COLUMNS);
    await client.query('set synchronous_commit = off');
    // The rows refer to each other as they should; having every reference looked up takes longer than writing them.
    await client.query('set session_replication_role = replica');
    // Oldest first, as in life.
    for (let oldest = count - 1; oldest > 0; oldest -= BATCH) {
      const range = [oldest, Math.max(1, oldest - BATCH + 1), secondsApart];
      await client.query(runs, range);
      await client.query(attempts, range);
    }
    await client.query('vacuum (analyze) runs');
    await client.query('vacuum (analyze) attempts');
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
}

/** Every column is copied from the template but those that make a run a run of its own. */
async function copyStatement(
  client: pg.PoolClient,
  table: string,
  alias: string,
  changed: Record<string, string>,
): Promise<string> {
  const found = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const columns = found.rows.map((row) => row.name);
  const values = columns.map((name) => changed[name] ?? `${alias}.${name}`);
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')}
    from (select * from runs order by id desc limit 1) r
    join lateral (select * from attempts where run_id = r.id limit 1) a on true
    cross join generate_series($1::int, $2::int, -1) n`;
}
