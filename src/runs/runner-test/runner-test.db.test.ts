import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { serve } from '../../../test/support/stand-ins/provider-script.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

/** A provider whose answers can be changed, as a vendor does some day. */
let change: (view: Record<string, unknown>) => unknown = (view) => view;
const SLUG = 'generic-http-agent';
const URL = 'https://1.1.1.1/private-page';
const owned = new AsyncDisposableStack();
let service: TestApp;
let tenant: AddedWorkspace;

beforeAll(async () => {
  const provider = owned.use(
    await serve(0, async (request, response) => {
      await request.toArray();
      const task = { id: 'task-1', live_view_url: 'https://view.example/anna' };
      const view = {
        status: 'succeeded',
        output: 'Private words of Anna',
        cost_usd: 0.002,
        steps: [{ action: 'look' }],
      };
      const answer = request.method === 'POST' ? task : change(view);
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=canary' });
      response.end(JSON.stringify(answer));
    }),
  );
  const agent = await builtRunner(SLUG, owned);
  const dear = { price: { unit: 'task', microUsd: 900_000, typicalTaskMicroUsd: 900_000 } } as const;
  service = owned.use(
    await startTestApp({
      runners: [{ ...agent, facts: agent.facts }, scriptedRunner('other', dear)],
      env: { GENERIC_HTTP_AGENT_BASE_URL: provider.url, GENERIC_HTTP_AGENT_API_KEY: 'key-canary-5150' },
    }),
  );
  tenant = await addWorkspace(service);
});
afterAll(() => owned.disposeAsync());

const tested = (body: object) => tenant.client.post(`/v1/runners/${SLUG}/test`, body);
const health = async () => {
  const { json } = await tenant.client.get('/v1/runners/health');
  return json.data.find(({ runner }: { runner: string }) => runner === SLUG);
};

test('a test has a price to confirm, and shows each stage', async () => {
  const refused = await tested({});
  expect(refused).toMatchObject({
    status: 409,
    json: { error: { code: 'confirmation_required', price_usd: expect.any(Number) } },
  });
  const { status, json } = await tested({ confirm: true, url: URL, bundle: true });
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json).toMatchObject({
    object: 'svc.runner_test',
    runner: SLUG,
    ok: true,
    cost_usd: 0.002,
    differences: [],
  });
  expect(json.checks.map(({ name }: { name: string }) => name)).toEqual([
    'reached',
    'key_accepted',
    'created',
    'states_seen',
    'steps',
    'live_view',
    'answer',
    'files',
    'cost_reported',
    'stopped',
    'data_deleted',
  ]);
  expect(json.exchange.map(({ method, path, status: code }: never) => [method, path, code])).toEqual([
    ['POST', '/tasks', 200],
    ['GET', '/tasks/{id}', 200],
  ]);
  expect(JSON.stringify(json.exchange)).not.toMatch(/canary|Anna|private|title/i);
  expect((await tenant.client.post('/v1/runners/nobody/test', { confirm: true })).status).toBe(404);
});

test('differences are told by the test and counted, and those that cost answers take the runner out of smart routing', async () => {
  const run = (routing: string) =>
    tenant.client.create({ input: 'Read it', url: URL, routing, max_fallbacks: 0 });
  change = (view) => ({ ...view, cost_usd: [], steps: 'many' });
  expect((await tested({ confirm: true, url: URL })).json).toMatchObject({
    ok: true,
    differences: [{ field: 'steps', expected: 'array', seen: 'string' }],
  });
  await vi.waitFor(
    async () =>
      expect(await health()).toMatchObject({ state: 'on', differences: [{ field: 'steps', count: 1 }] }),
    SOON,
  );

  change = ({ output, ...view }) => ({ ...view, result: output });
  for (let tries = 0; tries < 3; tries += 1) await run(SLUG);
  const field = { field: 'answer', expected: 'text or data', seen: 'missing', count: 3 };
  await vi.waitFor(
    async () =>
      expect(await health()).toMatchObject({ state: 'probation', until: null, differences: [field, {}] }),
    SOON,
  );
  expect((await health()).differs_since).toMatch(/^20/);
  expect((await run('smart')).json.svc.runner).toBe('other');

  // A test that fails again changes nothing; one that passes brings it back.
  expect((await tested({ confirm: true, url: URL })).json.ok).toBe(false);
  expect((await run('smart')).json.svc.runner).toBe('other');
  change = (view) => view;
  expect((await tested({ confirm: true, url: URL })).json.ok).toBe(true);
  await vi.waitFor(
    async () => expect(await health()).toMatchObject({ state: 'on', differs_since: null, differences: [] }),
    SOON,
  );
});
