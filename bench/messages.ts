import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

const ROUNDS = 11;
const SECONDS = 1.5;
const WARM_UP = 4_000;

/** The same synchronous run in Anthropic's words, against our own. */
export async function messages(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const { url } = await stage.service({ runners: [instantRunner] });
  const input = 'Say hello to the reader of this benchmark.';
  const post = (path: string, body: object) => ({
    url,
    requests: [{ method: 'POST' as const, path, body: JSON.stringify({ ...body, routing: 'instant' }) }],
    connections: 1,
  });
  const responses = post('/api/v1/responses', { input });
  const said = [{ role: 'user', content: input }];
  const translated = post('/api/v1/messages', { model: 'svc', max_tokens: 100, messages: said });
  for (const side of [responses, translated]) await load.run({ ...side, connections: 16, total: WARM_UP });
  const rounds = await inTurns(
    ROUNDS,
    () => load.run({ ...responses, seconds: SECONDS }),
    () => load.run({ ...translated, seconds: SECONDS }),
  );
  return [
    ratioFinding(
      'POST /v1/messages against /v1/responses, p50, 1 client',
      'ms',
      rounds.map((round) => ({ baseline: round.baseline.p50Ms, product: round.product.p50Ms })),
      { atMost: 1.1 },
    ),
  ];
}
