import type pg from 'pg';

const BATCH = 100_000;

// Ids as `newId` makes them: 48 bits of milliseconds, then version, variant and randomness.
const BODY = `lpad(to_hex((extract(epoch from r.created_at) * 1000)::bigint - n::bigint * $3::int * 1000), 12, '0')
  || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15)`;
const EARLIER = `n * $3::int * interval '1 second'`;
/** A word of one run in a hundred thousand, and one of one in twenty thousand. */
const RARE = `case when n % 100000 = 7 then ' kittiwake' else '' end`;
const WORDS = `' bay' || n % 20000 || ${RARE}`;

const COPIES: Array<{ table: string; alias: string; changed: Record<string, string> }> = [
  {
    table: 'runs',
    alias: 'r',
    changed: {
      id: `'resp_' || ${BODY}`,
      created_at: `r.created_at - ${EARLIER}`,
      finished_at: `r.finished_at - ${EARLIER}`,
      progress_at: `r.progress_at - ${EARLIER}`,
      expires_at: `r.expires_at - ${EARLIER}`,
      window_ends_at: `r.window_ends_at - ${EARLIER}`,
      job_id: 'gen_random_uuid()',
      view_token: `md5(n::text || 'a') || md5(n::text || 'b')`,
      domain: `'shop' || n % 50 || '.example'`,
      routing_class: `(case n % 2 when 0 then 'smart' else 'runner' end)::run_routing_class`,
      status: `(case n % 20 when 0 then 'failed' when 1 then 'blocked' when 2 then 'empty' else 'succeeded' end)::run_status`,
      request: `replace(r.request::text, ' of every store', ' of every store' || ${WORDS})::json`,
    },
  },
  {
    table: 'attempts',
    alias: 'a',
    changed: {
      id: `'att_' || ${BODY}`,
      run_id: `'resp_' || ${BODY}`,
      started_at: `a.started_at - ${EARLIER}`,
      finished_at: `a.finished_at - ${EARLIER}`,
    },
  },
  {
    table: 'ledger_entries',
    alias: 'e',
    changed: {
      reference: `replace(replace(e.reference, r.id, 'resp_' || ${BODY}), a.id, 'att_' || ${BODY})`,
      run_id: `'resp_' || ${BODY}`,
      created_at: `e.created_at - ${EARLIER}`,
    },
  },
];

/**
 * Multiplies the one finished run of this database into `count` of them, one every few seconds of the past, with its attempt
 * and its entries in the ledger.
 */
export async function fillRuns(pool: pg.Pool, count: number, secondsApart = 2): Promise<void> {
  const client = await pool.connect();
  try {
    // The rows refer to each other correctly; checking every reference takes longer than writing them.
    await client.query(`set synchronous_commit = off; set session_replication_role = replica; set work_mem = '64MB';
      set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2`);
    for (const { table, alias, changed } of COPIES) {
      const indexes = await takeIndexes(client, table);
      const copy = await copyStatement(client, table, alias, changed);
      // Oldest first, as in a real database.
      for (let oldest = count - 1; oldest > 0; oldest -= BATCH)
        await client.query(copy, [oldest, Math.max(1, oldest - BATCH + 1), secondsApart]);
      for (const definition of indexes) await client.query(definition);
      await client.query(`vacuum (analyze) ${table}`);
    }
    await client.query('checkpoint');
  } finally {
    client.release(true);
  }
}

/** Drops the indexes that are no keys: building them is faster than growing them. Answers the statements that do. */
async function takeIndexes(client: pg.PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Copies every column from the template except those that identify a run. */
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
  const entries = table === 'ledger_entries' ? 'join ledger_entries e on e.run_id = r.id' : '';
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')}
    from (select * from runs order by id desc limit 1) r
    join lateral (select * from attempts where run_id = r.id limit 1) a on true ${entries}
    cross join generate_series($1::int, $2::int, -1) n`;
}
