import type pg from 'pg';
import { type Finding, ratioFinding } from './report.ts';
import type { Pair } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 3;
// A day at twenty a second: the cost of deleting grows with it, that of dropping does not. `SWITCHYARD_BENCH_ROWS` tries fewer.
const ROWS = Number(process.env.SWITCHYARD_BENCH_ROWS ?? 2_000_000);

/** Forgetting a day of progress events with its range, against deleting its rows, without and with giving their room back. */
export async function retention(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await stage.service({ runners: [instantRunner] });
  const pool = stage.pool();
  const rows: Pair[] = [];
  const room: Pair[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = round + 1;
    await fill(pool, 'deleted', day);
    await fill(pool, 'dropped', day);
    const deleted = await timed(() => pool.query('delete from deleted where run_id >= $1', [firstId(day)]));
    const vacuumed = await timed(() => pool.query('vacuum deleted'));
    const dropped = await timed(() => pool.query('drop table dropped_day'));
    rows.push({ baseline: dropped, product: deleted });
    room.push({ baseline: dropped, product: deleted + vacuumed });
    await pool.query('drop table deleted, dropped');
  }
  return [
    ratioFinding('a day of progress events, deleted / dropped', 'ms', rows, { atLeast: 20 }),
    ratioFinding('the same, deleted and vacuumed / dropped', 'ms', room, { atLeast: 20 }),
  ];
}

/** Like `run_events`, with its keys. */
async function fill(pool: pg.Pool, table: 'deleted' | 'dropped', day: number): Promise<void> {
  const isRange = table === 'dropped';
  await pool.query(
    `create table ${table} (like run_events including defaults, primary key (run_id, sequence, workspace_id)) ${isRange ? 'partition by range (run_id)' : ''}`,
  );
  if (isRange)
    await pool.query(
      `create table dropped_day partition of dropped for values from ('${firstId(day)}') to ('${firstId(day + 1)}')`,
    );
  await pool.query(
    `insert into ${table} (run_id, sequence, workspace_id, response)
     select '${firstId(day)}' || lpad(to_hex(n / 5), 20, '0'), n % 5, 'ws_bench', json_build_object('text', repeat(md5(n::text), 3))
     from generate_series(1, ${ROWS}) n`,
  );
  // Rows that are old enough to go were vacuumed long ago; or the drop waits a second before it ends the autovacuum of the new ones.
  await pool.query(`vacuum (analyze) ${table}`);
  await pool.query('checkpoint');
}

function firstId(day: number): string {
  return `resp_${(day * 86_400_000).toString(16).padStart(12, '0')}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
