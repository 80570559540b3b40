import { addUp as addUpUsage } from '../src/billing/usage/store.ts';
import { addUpRuns } from '../src/runs/views/run-days.ts';
import { readJson } from './api.ts';
import { fillRuns } from './fill-runs.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 9;
const SECONDS = 1;
const FEW = 10_000;
// `SWITCHYARD_BENCH_RUNS` tries it at a smaller size.
const MANY = Number(process.env.SWITCHYARD_BENCH_RUNS ?? 5_000_000);

interface Service {
  url: string;
  /** Anywhere in the table. */
  ids: string[];
  /** Rows with many older ones: among the newest fifty of the small table, almost any of the large one. */
  cursors: string[];
}

/** Reading runs, pages of them, usage and figures with five million runs, against the same with ten thousand. */
export async function growth(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const few = await serviceWith(stage, 'few', FEW);
  const many = await serviceWith(stage, 'many', MANY);
  const findings: Finding[] = [];
  for (const [what, pathsOf] of READS) {
    const read = (service: Service) =>
      load.run({
        url: service.url,
        requests: pathsOf(service).map((path) => ({ method: 'GET', path })),
        connections: 1,
        seconds: SECONDS,
      });
    const rounds = await inTurns(
      ROUNDS,
      () => read(few),
      () => read(many),
    );
    const pairs = rounds.map((round) => ({ baseline: round.baseline.p50Ms, product: round.product.p50Ms }));
    findings.push(ratioFinding(`${what}, p50`, 'ms', pairs, { atMost: 1.3 }));
  }
  return findings;
}

const READS: Array<[what: string, pathsOf: (service: Service) => string[]]> = [
  ['GET /v1/responses/:id', ({ ids }) => ids.map((id) => `/api/v1/responses/${id}`)],
  ['GET /v1/responses', () => ['/api/v1/responses']],
  ['GET /v1/runs', () => ['/api/v1/runs']],
  ['GET /v1/runs from a cursor', ({ cursors }) => cursors.map((id) => `/api/v1/runs?starting_after=${id}`)],
  ['GET /v1/runs?status=failed (1 in 20)', () => ['/api/v1/runs?status=failed']],
  ['GET /v1/runs?status=cancelled (none)', () => ['/api/v1/runs?status=cancelled']],
  ['GET /v1/runs?q= a word of few', () => ['/api/v1/runs?q=kittiwake']],
  ['GET /v1/billing/usage', () => ['/api/v1/billing/usage?group_by=runner']],
  ['GET /v1/overview', () => ['/api/v1/overview']],
  ['GET /v1/insights/routing', () => ['/api/v1/insights/routing']],
];

async function serviceWith(stage: Stage, name: string, runs: number): Promise<Service> {
  const databaseUrl = await stage.createDatabase(name);
  const { url, context } = await stage.service({ runners: [instantRunner], databaseUrl });
  const task = 'Read the opening hours of every store on the page and say which one closes last.';
  await readJson(url, 'POST', '/api/v1/responses', { input: task, routing: 'instant' });
  const pool = stage.pool(databaseUrl);
  await fillRuns(pool, runs);
  // As if the service had added them up all along.
  await pool.query('update usage_mark set added_until = (select min(created_at) from ledger_entries)');
  await pool.query(`update run_days_mark set added_until = db_now() - interval '9 days'`);
  for (const addUp of [addUpUsage, addUpRuns]) while (await addUp(context.db));
  await pool.query('vacuum (analyze) usage_days, run_days');
  const ids = await pool.query<{ id: string }>('select id from runs order by md5(id) limit 1000');
  const cursors = await pool.query<{ id: string }>(
    'select id from (select id from runs order by id desc limit $1) newest order by md5(id) limit 200',
    [runs > 10_000 ? runs - 10_000 : 50],
  );
  return { url, ids: ids.rows.map((row) => row.id), cursors: cursors.rows.map((row) => row.id) };
}
