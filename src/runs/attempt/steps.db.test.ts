import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../../test/support/test-app.ts';
import { type DirectRunner, type Step, stuck } from '../../runners/contract.ts';

let service: TestApp;

const step = (action: string, picture?: string | null): Step => ({
  action,
  target: 'Basket',
  detail: null,
  url: 'https://shop.example/',
  ok: true,
  durationMs: 12,
  ...(picture === undefined
    ? {}
    : { picture: Promise.resolve(picture === null ? null : Buffer.from(picture)) }),
});

let goOn: () => void;

/** Makes a step at a time, as the test tells it to. */
const pausing: DirectRunner = {
  ...scriptedRunner('pausing'),
  async run(task, scope) {
    for (const action of ['goto', 'type', 'click']) {
      scope.onStep({ ...step(action, 'picture'), detail: 'open\u0000' });
      await new Promise<void>((resolve) => {
        goOn = resolve;
        scope.signal.addEventListener('abort', () => resolve());
      });
    }
    return { ok: true, output: `Done: ${task.goal}`, page: null, files: [], costMicroUsd: null };
  },
};

const acting: DirectRunner = {
  ...scriptedRunner('acting'),
  async run(task, scope) {
    for (const done of [step('goto', 'first'), step('click', 'second'), step('hover', 'second')])
      scope.onStep(done);
    scope.onStep(step('type', null));
    scope.onStep(step('read'));
    if (task.goal.includes('fail')) return stuck('site_error', 'The site is down.');
    return { ok: true, output: 'The basket holds 2 mugs.', page: null, files: [], costMicroUsd: null };
  },
};

beforeAll(async () => {
  service = await startTestApp({ runners: [acting, pausing] });
});
afterAll(() => service[Symbol.asyncDispose]());

const NO_MODEL = { thought: null, tokens: null, cost_usd: null, observation: null };
const read = (url: string) => fetch(url, { headers: { authorization: `Bearer ${TEST_KEY}` } });

test.each(['Look into the basket', 'fail at it'])(
  'the steps of %j have times and pictures',
  async (input) => {
    const { json } = await service.client.create({ input, routing: 'acting' });
    const { steps, artifacts, evidence } = json.svc;
    expect(steps[0]).toEqual({
      index: 0,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'goto',
      target: 'Basket',
      detail: null,
      url: 'https://shop.example/',
      ok: true,
      duration_ms: 12,
      ...NO_MODEL,
      screenshot: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/responses\/resp_\w+\/artifacts\/art_\w+$/,
      ),
    });
    const pictures = steps.map(({ screenshot }: { screenshot: string | null }) => screenshot);
    expect(pictures[2]).toBe(pictures[1]);
    expect(pictures.slice(3)).toEqual([null, null]);
    const picture = await read(pictures[1]);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'second']);
    // They are the steps' own and take no place among the ten files of a run.
    expect([artifacts, evidence.artifacts]).toEqual([[], []]);
    expect((await service.client.get(`/v1/responses/${json.id}`)).json.svc.steps).toEqual(steps);
    await service.client.request('DELETE', `/v1/responses/${json.id}`);
    expect((await read(pictures[1])).status).toBe(404);
    for await (const keys of service.app.context.files.keys()) expect(keys).toEqual([]);
  },
);

const actionsOf = ({ steps }: { steps: Array<{ action: string }> }) => steps.map(({ action }) => action);

async function begin(): Promise<{ id: string; until(...actions: string[]): Promise<void> }> {
  const body = { input: 'Order it', routing: 'pausing', background: true };
  const { id } = (await service.client.create(body)).json;
  const shown = async () => actionsOf((await service.client.get(`/v1/responses/${id}`)).json.svc);
  return { id, until: (...actions) => expect.poll(shown, SOON).toEqual(actions) };
}

test('a run shows its steps while it goes on, to readers and followers', async () => {
  const { id, until } = await begin();
  const following = readEvents(service.client, `/v1/responses/${id}?stream=true`);
  await until('goto');
  const { svc } = (await service.client.get(`/v1/responses/${id}`)).json;
  expect(svc).toMatchObject({ status: 'running', runner: null });
  expect(svc.steps[0]).toEqual({
    index: 0,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    action: 'goto',
    target: 'Basket',
    detail: 'open\ufffd',
    url: 'https://shop.example/',
    ok: true,
    duration_ms: 12,
    screenshot: null,
    ...NO_MODEL,
  });
  goOn();
  await until('goto', 'type');
  goOn();
  await until('goto', 'type', 'click');
  goOn();
  const { events } = await following;
  const seen = events.filter(({ response }) => response).map(({ response }) => actionsOf(response.svc));
  for (const steps of [[], ['goto'], ['goto', 'type'], ['goto', 'type', 'click']])
    expect(seen).toContainEqual(steps);
  const over = (await service.client.get(`/v1/responses/${id}`)).json;
  expect(over.svc.steps.map(({ screenshot }: { screenshot: unknown }) => typeof screenshot)).toEqual([
    'string',
    'string',
    'string',
  ]);
});

test('a cancelled run keeps the steps it had made', async () => {
  const { id, until } = await begin();
  await until('goto');
  await service.client.post(`/v1/responses/${id}/cancel`);
  await until('goto');
});
