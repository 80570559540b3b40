import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type ServiceProcess, startService } from '../test/support/service-process.ts';
import { startBrowserUseStandIn } from '../test/support/stand-ins/browser-use.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { Stage, serviceEnvironment } from './stage.ts';

const ROUNDS = 3;
/** The runs that a worker executes at once. */
const PLACES = 24;
/** Full waves on both sides: 24 through one worker, eight through three, so that the creates weigh little. */
const RUNS = 24 * PLACES;

/** Runs that take two seconds at their provider, through one worker and through three. */
export async function workers(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  await using provider = await startBrowserUseStandIn();
  const start = (role: string, places: number) =>
    startService(
      {
        ...serviceEnvironment(stage),
        MAX_LIVE_RUNS: String(places),
        BROWSER_USE_API_KEY: 'key',
        BROWSER_USE_BASE_URL: provider.url,
      },
      ['--role', role],
    );
  await using api = await start('api', 2 * RUNS);
  await using _first = await start('worker', PLACES);
  const pool = stage.pool();
  const more: ServiceProcess[] = [];
  const rounds = await inTurns(
    ROUNDS,
    () => passRuns(load, api.url, pool),
    async () => {
      more.push(await start('worker', PLACES), await start('worker', PLACES));
      const perSecond = await passRuns(load, api.url, pool);
      for (const worker of more.splice(0)) await worker.end('SIGKILL');
      return perSecond;
    },
  );
  return [
    ratioFinding('runs of two seconds at a provider: three workers against one', '/s', rounds, {
      atLeast: 2.7,
    }),
  ];
}

/** Runs a second, from the first create to the end of the last run. */
async function passRuns(load: Load, url: string, pool: pg.Pool): Promise<number> {
  const body = JSON.stringify({ input: 'Say [[after=2000]]', routing: 'browser-use', background: true });
  const startedAt = performance.now();
  await load.run({
    url,
    requests: [{ method: 'POST', path: '/api/v1/responses', body }],
    connections: 16,
    total: RUNS,
  });
  for (;;) {
    const live = await pool.query('select 1 from runs where finished_at is null limit 1');
    if (live.rowCount === 0) return RUNS / ((performance.now() - startedAt) / 1_000);
    await delay(20);
  }
}
