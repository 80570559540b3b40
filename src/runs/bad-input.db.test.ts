import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtRunner } from '../../test/support/built-runner.ts';
import { readEvents } from '../../test/support/read-events.ts';
import { standIn as oneCall } from '../../test/support/stand-ins/hosted/rtrvr.ts';
import { standIn as polled } from '../../test/support/stand-ins/hosted/smooth.ts';
import { LIVE_VIEW, startStandIn } from '../../test/support/stand-ins/stand-in.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';

// The wrong output of a provider beside the right one, for each way to work at a provider and to wait for the run.

const resources = new AsyncDisposableStack();
let service: TestApp;

beforeAll(async () => {
  const [one, other] = [
    resources.use(await startStandIn(oneCall)),
    resources.use(await startStandIn(polled)),
  ];
  const env = {
    RTRVR_API_KEY: 'key',
    RTRVR_BASE_URL: one.url,
    SMOOTH_API_KEY: 'key',
    SMOOTH_BASE_URL: other.url,
  };
  const runners = [await builtRunner('rtrvr', resources), await builtRunner('smooth', resources)];
  service = resources.use(await startTestApp({ runners, env, resolver: async () => ['93.184.216.34'] }));
});
afterAll(() => resources.disposeAsync());

type Body = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: tests read wire objects by their documented names
type Response = any;

const KINDS: Record<string, (body: Body) => Promise<Response>> = {
  'single call': async (body) => (await service.client.create({ routing: 'rtrvr', ...body })).json,
  polling: async (body) => {
    const { json } = await service.client.create({ routing: 'smooth', ...body, background: true });
    return service.client.untilOver(json.id);
  },
  stream: async (body) => {
    const sent = { routing: 'smooth', ...body, stream: true };
    const { events } = await readEvents(service.client, '/v1/responses', { body: sent });
    return events.at(-1).response;
  },
};

const url = 'https://shop.example/kettle';
const ask = (output: unknown, more: Body = {}): Body => ({
  url,
  input: 'What does the kettle cost?',
  // The judge knows the goal, and an answer is more than its words.
  instructions: `[[output=${typeof output === 'string' ? output : JSON.stringify(output)}]]`,
  ...more,
});
const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};
const answer = 'The kettle costs $58.00.';
const completed = { status: 'completed', error: null };
const failed = (code: string) => ({ status: 'failed', error: { code }, confidence: null });

const PAIRS: Array<[sentence: string, right: [Body, object], wrong: [Body, object]]> = [
  [
    'a file that nobody asked for changes nothing',
    [ask(answer), { ...completed, output_text: answer, svc: { answer, deliverables: null } }],
    [ask('Task completed successfully.'), { ...failed('run_failed'), svc: { deliverables: null } }],
  ],
  [
    'narration is no answer',
    [ask(answer), completed],
    [{ url, input: 'What does the kettle cost? [[narrate]]' }, failed('run_failed')],
  ],
  [
    'a schema is not satisfied by a placeholder',
    [
      ask({ name: 'Kettle', price: 58 }, { output_schema: product }),
      { ...completed, svc: { output: { name: 'Kettle', price: 58 } } },
    ],
    [
      ask({ name: 'N/A', price: 0 }, { output_schema: product }),
      { ...failed('schema_violation'), svc: { output: { name: 'N/A', price: 0 } } },
    ],
  ],
  [
    'a spelled-out text is put together, and a map that the schema wants stays',
    [ask({ ...[...answer], url, steps: 3 }), { ...completed, svc: { output: answer, answer } }],
    [
      ask(
        { marks: { 0: 'A', 1: 'B' } },
        {
          output_schema: {
            type: 'object',
            properties: { marks: { type: 'object', additionalProperties: { type: 'string' } } },
          },
        },
      ),
      { ...completed, svc: { output: { marks: { 0: 'A', 1: 'B' } } } },
    ],
  ],
  [
    'JSON text inside is unwrapped, and long numbers keep their digits',
    [ask({ kettle: '{"price":58}' }), { ...completed, svc: { output: { kettle: { price: 58 } } } }],
    [
      ask('{"kettle":{"id":1786543210987654321}}'),
      { ...completed, svc: { output: { kettle: { id: '1786543210987654321' } } } },
    ],
  ],
  [
    'a claimed download is renamed at every depth',
    [
      ask({ price: '$58.00', files: [{ size: '2 MB' }] }),
      { ...completed, svc: { output: { price: '$58.00', files: [{ size: '2 MB' }] } } },
    ],
    [
      ask({ price: '$58.00', files: [{ name: 'a.pdf', download_succeeded: 'yes' }] }),
      {
        ...completed,
        svc: {
          output: {
            price: '$58.00',
            files: [{ name: 'a.pdf', download_triggered: 'yes', file_delivered: false }],
          },
        },
      },
    ],
  ],
  [
    'the ceiling holds from the first attempt on',
    [ask(answer, { max_cost_usd: 1 }), { ...completed, svc: { budget: { exhausted: false } } }],
    [
      ask(answer, { max_cost_usd: 0.001 }),
      { ...failed('budget_exhausted'), svc: { budget: { exhausted: true }, cost: { total_usd: 0 } } },
    ],
  ],
];

describe.each(Object.keys(KINDS))('%s', (kind) => {
  const run = KINDS[kind] as (body: Body) => Promise<Response>;

  test.each(PAIRS)('%s', async (_sentence, ...pair) => {
    for (const [body, expected] of pair) {
      const response = await run(body);
      expect(response).toMatchObject(expected);
      const { svc, confidence } = response;
      expect(svc.quality.confidence).toBe(confidence);
      expect(confidence === null).toBe(!svc.answer_present);
      const said = [
        svc.quality.reason,
        svc.routing_note,
        response.error?.message,
        response.error?.remediation,
      ];
      expect(said.join(' ')).not.toMatch(/`|\/v1\//);
    }
  });
});

test.each(['polling', 'stream'])('%s: what the provider shows is shown', async (kind) => {
  const { svc } = await (KINDS[kind] as (body: Body) => Promise<Response>)(ask(answer));
  expect(svc).toMatchObject({ live_view: LIVE_VIEW, replay_url: LIVE_VIEW });
});
