import { readJson } from './api.ts';
import { startBareServer } from './bare-server.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 11;
const SECONDS = 1.5;
const DOCUMENTS = 200;
const WARM_UP = 10_000;

/** GET of a finished run, against a route with one indexed select of the same document. */
export async function poll(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const bare = await startBareServer(stage);
  const app = await stage.service({ runners: [instantRunner] });
  const runs: string[] = [];
  const documents: string[] = [];
  for (let count = 0; count < DOCUMENTS; count += 1) {
    const run = await readJson(app.url, 'POST', '/api/v1/responses', {
      input: 'Say hello to the reader of this benchmark.',
      routing: 'instant',
    });
    runs.push(`/api/v1/responses/${run.id}`);
    documents.push(`/documents/${await bare.keep(run)}`);
  }
  const bareSide = { url: bare.url, requests: documents.map(asGet), connections: 16 };
  const side = { url: app.url, requests: runs.map(asGet), connections: 16 };
  for (const one of [bareSide, side]) await load.run({ ...one, total: WARM_UP });
  const rounds = await inTurns(
    ROUNDS,
    () => load.run({ ...bareSide, seconds: SECONDS }),
    () => load.run({ ...side, seconds: SECONDS }),
  );
  return [
    ratioFinding(
      'GET of a finished run, 16 clients',
      '/s',
      rounds.map((round) => ({ baseline: round.baseline.perSecond, product: round.product.perSecond })),
      { atLeast: 0.9 },
    ),
  ];
}

function asGet(path: string): { method: 'GET'; path: string } {
  return { method: 'GET', path };
}
