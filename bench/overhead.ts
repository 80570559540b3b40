import { startBareServer } from './bare-server.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 11;
const SECONDS = 1.5;
// Enough for the compiler to know the whole path and for every connection to have planned its statements.
const WARM_UP = 4_000;

/** A synchronous run on a runner that answers at once, against a route that does two durable commits. */
export async function overhead(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const bare = await startBareServer(stage);
  const app = await stage.service({ runners: [instantRunner] });
  const body = JSON.stringify({ input: 'Say hello to the reader of this benchmark.', routing: 'instant' });
  const commits = { url: bare.url, requests: [{ method: 'POST' as const, path: '/commits', body }] };
  const runs = { url: app.url, requests: [{ method: 'POST' as const, path: '/api/v1/responses', body }] };

  for (const side of [commits, runs]) await load.run({ ...side, connections: 16, total: WARM_UP });
  const alone = await inTurns(
    ROUNDS,
    () => load.run({ ...commits, connections: 1, seconds: SECONDS }),
    () => load.run({ ...runs, connections: 1, seconds: SECONDS }),
  );
  const together = await inTurns(
    ROUNDS,
    () => load.run({ ...commits, connections: 16, seconds: SECONDS }),
    () => load.run({ ...runs, connections: 16, seconds: SECONDS }),
  );
  return [
    ratioFinding(
      'synchronous run, p50, 1 client',
      'ms',
      alone.map((round) => ({ baseline: round.baseline.p50Ms, product: round.product.p50Ms })),
      { atMost: 2.5 },
    ),
    ratioFinding(
      'synchronous runs, 16 clients',
      '/s',
      together.map((round) => ({ baseline: round.baseline.perSecond, product: round.product.perSecond })),
      { atLeast: 0.38 },
    ),
  ];
}
