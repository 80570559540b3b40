import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { serve } from '../../platform/net/loopback.fixture.ts';
import { type AttemptScope, type DirectRunner, type ScriptLine, stuck } from '../../runners/contract.ts';

let service: TestApp;
let url: string;
let recorded: ScriptLine[] | undefined;
let replayMisses = false;
const given: AttemptScope['script'][] = [];
const cleanup = new AsyncDisposableStack();

const line = (action: ScriptLine['action'], value: string | null = null): ScriptLine => {
  return { action, role: 'button', name: 'Add', selector: '#add', value, url };
};

const browser: DirectRunner = {
  ...scriptedRunner('local-chromium'),
  async run() {
    return {
      ok: true,
      output: 'The basket holds a mug.',
      page: null,
      files: [],
      costMicroUsd: null,
      actScript: recorded,
    };
  },
};
const replay: DirectRunner = {
  ...scriptedRunner('local-replay'),
  async run(_task, scope) {
    given.push(scope.script);
    if (replayMisses) return stuck('step_failed', 'A step missed.');
    return {
      ok: true,
      output: 'The basket holds a mug again.',
      page: null,
      files: [],
      costMicroUsd: null,
      actScript: recorded,
    };
  },
};

beforeAll(async () => {
  const site = cleanup.use(await serve((_request, response) => response.end()));
  url = `http://127.0.0.1:${site.port}/mugs`;
  service = cleanup.use(
    await startTestApp({
      runners: [browser, replay],
      env: { SVC_LOCAL_TARGETS: `127.0.0.1:${site.port}` },
    }),
  );
});
afterAll(() => cleanup.disposeAsync());
beforeEach(() => {
  recorded = [line('goto'), line('click'), line('extract')];
  replayMisses = false;
  given.length = 0;
});

const run = async (input: string, more: Record<string, unknown> = {}, client = service.client) =>
  (await client.create({ input, url, ...more })).json;

test('a task that worked is repeated by its script the next time, however it is spelled', async () => {
  const first = await run('Add the Tin Mug to the basket');
  expect(first.svc).toMatchObject({ runner: 'local-chromium', ranked_runners: ['local-chromium'] });
  const second = await run('  add the tin mug to  the basket. ');
  expect(second.svc).toMatchObject({
    runner: 'local-replay',
    ranked_runners: ['local-replay', 'local-chromium'],
    routing_summary: { strategy: 'exploit', reason: 'exploit_recent_winner' },
  });
  expect(given).toEqual([recorded]);
  expect(second.svc.act_script).toEqual(recorded);
});

test('a script that misses is followed by the next runner and waits for its next success', async () => {
  await run('Add the Red Mug to the basket');
  recorded = undefined;
  replayMisses = true;
  const second = await run('Add the Red Mug to the basket');
  expect(second.svc).toMatchObject({
    status: 'succeeded',
    runner: 'local-chromium',
    fallback_from: ['local-replay'],
  });
  const third = await run('Add the Red Mug to the basket');
  expect(third.svc.ranked_runners).toEqual(['local-chromium']);
});

test.each<[string, () => Promise<{ svc: { ranked_runners: string[] } }>]>([
  [
    'another workspace',
    async () => run('Add the Blue Mug to the basket', {}, (await addWorkspace(service)).client),
  ],
  ['another page of the site', () => run('Add the Blue Mug to the basket', { url: `${url}/2` })],
  ['another task', () => run('Add the Bluer Mug to the basket')],
  [
    'another shape of answer',
    () => run('Add the Blue Mug to the basket', { output_schema: { total: 'number' } }),
  ],
  ['no fallback to take over', () => run('Add the Blue Mug to the basket', { max_fallbacks: 0 })],
])('%s has nothing to repeat', async (_name, other) => {
  await run('Add the Blue Mug to the basket');
  expect((await other()).svc.ranked_runners).toEqual(['local-chromium']);
});

test('a script with a secret in it, and one of a deleted run, are not kept', async () => {
  recorded = [line('goto'), line('fill', '{{credential.password}}'), line('extract')];
  await run('Fill in the form and click Add');
  expect((await run('Fill in the form and click Add')).svc.ranked_runners).toEqual(['local-chromium']);
  recorded = [line('goto'), line('click'), line('extract')];
  const kept = await run('Add the Green Mug to the basket');
  await service.client.request('DELETE', `/v1/responses/${kept.id}`);
  expect((await run('Add the Green Mug to the basket')).svc.ranked_runners).toEqual(['local-chromium']);
});

test('asked for by name, the runner gets the script if there is one', async () => {
  await run('Add the White Mug to the basket', { routing: 'local-replay' });
  await run('Add the White Mug to the basket');
  await run('Add the White Mug to the basket', { routing: 'local-replay' });
  expect(given).toEqual([null, recorded, recorded]);
});

const typed = (quantity: string): ScriptLine[] => [
  line('goto'),
  { ...line('fill', quantity), role: 'spinbutton', name: 'Quantity' },
  line('click'),
  line('extract'),
];
const scripts = async () => (await service.client.request('GET', '/v1/scripts')).json.data;

test('a task that differs only in its values uses the script with its own', async () => {
  recorded = typed('3');
  await run('Put 3 lamps into the basket and click Add');
  recorded = typed('12');
  const second = await run('Put 12 lamps into the basket and click Add');
  expect(second.svc.ranked_runners).toEqual(['local-replay', 'local-chromium']);
  expect(given.at(-1)).toMatchObject([{}, { value: '12' }, {}, {}]);
  const [script] = await scripts();
  expect(script).toMatchObject({
    task: 'Put {{input.quantity}} lamps into the basket and click Add',
    parameters: ['quantity'],
    version: 1,
    runs: 1,
    successes: 1,
    step_count: 4,
    state: 'active',
  });
});

test('a script is read, pinned and deleted', async () => {
  recorded = typed('3');
  await run('Put 3 chairs into the basket and click Add');
  const [{ id }] = await scripts();
  const path = `/v1/scripts/${id}`;
  const pinned = await service.client.request('PATCH', path, { body: { pinned: true } });
  expect(pinned.json).toMatchObject({ pinned: true, steps: [{}, { value: '{{input.quantity}}' }, {}, {}] });
  replayMisses = true;
  const missed = await run('Put 5 chairs into the basket and click Add');
  const read = await service.client.request('GET', path);
  expect(read.json).toMatchObject({
    version: 1,
    runs: 1,
    successes: 0,
    history: [{ response_id: missed.id, succeeded: false, version: 1, healed: [] }],
  });
  const stranger = await addWorkspace(service);
  expect((await stranger.client.request('GET', path)).status).toBe(404);
  expect((await service.client.request('DELETE', path)).json).toMatchObject({ id, deleted: true });
  const gone = await service.client.request('GET', path);
  expect(gone.json.error).toMatchObject({ code: 'script_not_found' });
});

test('a healed step makes a new version', async () => {
  recorded = typed('3');
  await run('Put 3 tents into the basket and click Add');
  const healed = typed('4');
  healed[2] = { ...line('click'), name: 'Add now', healed: true };
  recorded = healed;
  await run('Put 4 tents into the basket and click Add');
  const [{ id }] = await scripts();
  const { json } = await service.client.request('GET', `/v1/scripts/${id}`);
  expect(json).toMatchObject({ version: 2, healed_steps: 1, history: [{ version: 1, healed: [2] }] });
  expect(json.steps).toMatchObject([
    {},
    { value: '{{input.quantity}}' },
    { name: 'Add now', healed: true },
    {},
  ]);
});
