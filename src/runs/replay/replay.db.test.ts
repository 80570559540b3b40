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

test('a script that misses is followed by the next runner and forgotten', async () => {
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
