import { startBareServer } from './bare-server.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 11;
const SECONDS = 1.5;

/** A synchronous run on a runner that answers at once, against a route that does two durable commits. */
export async function overhead(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const bare = await startBareServer(stage);
  const app = await stage.service({ runners: [instantRunner] });
  const body = JSON.stringify({ input: 'Say hello to the reader of this benchmark.', routing: 'instant' });
  const bareRoute = (connections: number) =>
    load.run({
      url: bare.url,
      requests: [{ method: 'POST', path: '/commits', body }],
      connections,
      seconds: SECONDS,
    });
  const createRun = (connections: number) =>
    load.run({
      url: app.url,
      requests: [{ method: 'POST', path: '/api/v1/responses', body }],
      connections,
      seconds: SECONDS,
    });

  const alone = await inTurns(
    ROUNDS,
    () => bareRoute(1),
    () => createRun(1),
  );
  const together = await inTurns(
    ROUNDS,
    () => bareRoute(16),
    () => createRun(16),
  );
  return [
    ratioFinding(
      'synchronous run, p50, 1 client',
      'ms',
      alone.map((round) => ({ baseline: round.baseline.p50Ms, product: round.product.p50Ms })),
      { atMost: 3 },
    ),
    ratioFinding(
      'synchronous runs, 16 clients',
      '/s',
      together.map((round) => ({ baseline: round.baseline.perSecond, product: round.product.perSecond })),
      { atLeast: 1 / 3 },
    ),
  ];
}
