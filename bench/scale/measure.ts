import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Load } from '../load.ts';
import { instantRunner, waitingRunner } from '../runners.ts';
import { Stage } from '../stage.ts';

/** The cost of one unit of work. Times are processor seconds. */
export interface Cost {
  serviceSeconds: number;
  databaseSeconds: number;
  commits: number;
  rows: number;
  walBytes: number;
  diskBytes: number;
}

export interface Costs {
  /** A background run with one attempt on a runner that answers at once. */
  run: Cost;
  /** Reading a finished run. */
  read: Cost;
  /** A minute of a live run. */
  liveMinute: Cost;
}

const RUNS = 3_000;
const READS = 5_000;
const LIVE_RUNS = 500;
const LIVE_SECONDS = 30;
const TICKS_A_SECOND = 100;

/** Measures the real service on a database of its own; processor time hardly depends on other work of the machine. */
export async function measureCosts(): Promise<Costs> {
  await using stage = await Stage.open();
  await using load = new Load();
  const app = await stage.service({ runners: [instantRunner, waitingRunner] });
  const pool = stage.pool();
  const create = (total: number, routing: string) =>
    load.run({
      url: app.url,
      requests: [{ method: 'POST', path: '/api/v1/responses', body: bodyFor(routing) }],
      connections: 4,
      total,
    });
  const untilOver = async () => {
    while ((await pool.query('select 1 from runs where finished_at is null limit 1')).rowCount)
      await delay(20);
  };
  const costOf = async (units: number, work: () => Promise<unknown>): Promise<Cost> => {
    const before = await totals(pool);
    await work();
    // Statistics reach the server's tables once a second.
    await delay(1_500);
    const after = await totals(pool);
    return Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, (value - before[name as keyof Cost]) / units]),
    ) as unknown as Cost;
  };

  // Until compiler and plan caches have settled.
  await create(2_000, 'instant');
  await untilOver();
  const run = await costOf(RUNS, async () => {
    await create(RUNS, 'instant');
    await untilOver();
  });
  const [{ id }] = (await pool.query('select id from runs limit 1')).rows;
  const requests = [{ method: 'GET' as const, path: `/api/v1/responses/${id}` }];
  const read = await costOf(READS, () => load.run({ url: app.url, requests, connections: 4, total: READS }));
  await create(LIVE_RUNS, 'waiting');
  await delay(2_000);
  const liveMinute = await costOf((LIVE_RUNS * LIVE_SECONDS) / 60, () => delay(LIVE_SECONDS * 1_000));
  return { run, read, liveMinute };
}

function bodyFor(routing: string): string {
  return JSON.stringify({ input: 'Say hello to the reader of this benchmark.', routing, background: true });
}

async function totals(pool: pg.Pool): Promise<Cost> {
  const { rows } = await pool.query(`select
    (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits,
    (select sum(n_tup_ins + n_tup_upd) from pg_stat_user_tables)::float8 as rows,
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
    pg_database_size(current_database())::float8 as disk, pg_backend_pid() as pid`);
  const { user, system } = process.cpuUsage();
  return {
    serviceSeconds: (user + system) / 1e6,
    databaseSeconds: await databaseSeconds(rows[0].pid),
    commits: rows[0].commits,
    rows: rows[0].rows,
    walBytes: rows[0].wal,
    diskBytes: rows[0].disk,
  };
}

/** Processor time of the server and of all its processes, ended ones too; `pid` is one of them. */
export async function databaseSeconds(pid: number): Promise<number> {
  const { parent: server } = await statOf(String(pid));
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const stats = await Promise.all(pids.map(statOf));
  const own = stats.filter(({ parent }) => parent === server).map(({ own }) => own);
  const { own: ofServer, ended } = await statOf(server);
  return [...own, ofServer, ended].reduce((total, ticks) => total + ticks, 0) / TICKS_A_SECOND;
}

/** The parent of a process, and its ticks: its own, and those of its ended children. Zero when it is gone. */
async function statOf(pid: string): Promise<{ parent: string; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = ''] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}
