import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { Load } from './load.ts';
import { type Finding, ratioFinding, valueFinding } from './report.ts';
import { inTurns, median } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { databaseSeconds } from './scale/measure.ts';
import { CONNECTIONS, Stage } from './stage.ts';

const ROUNDS = 9;
const RUNS = 1_000;
const CLIENTS = 16;
const WARM_UP = 3_000;
const QUEUE = 'empty';
const MOST_CPU_MS = 2.5;

/** Background creates, measured until the last run is over, against pg-boss passing empty jobs. */
export async function background(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const boss = await startBareBoss(stage);
  const app = await stage.service({ runners: [instantRunner] });
  const pool = stage.pool();
  for (let count = 0; count < WARM_UP; count += RUNS) await createRuns(load, app.url, pool);
  const rounds = await inTurns(
    ROUNDS,
    async () => ({ answered: await passJobs(boss), over: 0, cpuMs: 0 }),
    () => createRuns(load, app.url, pool),
  );
  return [
    ratioFinding(
      'background creates answered',
      '/s',
      rounds.map((round) => ({ baseline: round.baseline.answered, product: round.product.answered })),
      { atLeast: 1 },
    ),
    ratioFinding(
      'background runs created and over',
      '/s',
      rounds.map((round) => ({ baseline: round.baseline.answered, product: round.product.over })),
      { atLeast: 0.35 },
    ),
    valueFinding(
      'processor time of a background run, service and database',
      median(rounds.map(({ product }) => product.cpuMs)),
      'ms',
      MOST_CPU_MS,
    ),
  ];
}

async function startBareBoss(stage: Stage): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: stage.databaseUrl,
    schema: 'bare_boss',
    max: CONNECTIONS,
    schedule: false,
  });
  // Failures during the measurement throw; these errors are connections that close at the end.
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(QUEUE);
  stage.defer(() => boss.stop({ graceful: false }));
  return boss;
}

/** Send, fetch and complete, as many at a time as there are clients on the other side. Answers jobs per second. */
async function passJobs(boss: PgBoss): Promise<number> {
  let left = RUNS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (left > 0) {
        left -= 1;
        await boss.send(QUEUE, {});
        await boss.complete(QUEUE, await fetchOne(boss));
      }
    }),
  );
  return RUNS / ((performance.now() - startedAt) / 1_000);
}

/** Another fetch may lock the only job for a moment. */
async function fetchOne(boss: PgBoss): Promise<string> {
  for (;;) {
    const [job] = await boss.fetch(QUEUE);
    if (job) return job.id;
  }
}

async function createRuns(
  load: Load,
  url: string,
  pool: pg.Pool,
): Promise<{ answered: number; over: number; cpuMs: number }> {
  const cpuBefore = await cpuMs(pool);
  const body = JSON.stringify({
    input: 'Say hello to the reader of this benchmark.',
    routing: 'instant',
    background: true,
  });
  const startedAt = performance.now();
  const { perSecond } = await load.run({
    url,
    requests: [{ method: 'POST', path: '/api/v1/responses', body }],
    connections: CLIENTS,
    total: RUNS,
  });
  for (;;) {
    const live = await pool.query('select 1 from runs where finished_at is null limit 1');
    if (live.rowCount === 0) break;
    await delay(2);
  }
  const over = RUNS / ((performance.now() - startedAt) / 1_000);
  return { answered: perSecond, over, cpuMs: ((await cpuMs(pool)) - cpuBefore) / RUNS };
}

/** Processor time of this process, which holds the service, and of the database. */
async function cpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (await databaseSeconds(rows[0].pid)) * 1_000;
}
