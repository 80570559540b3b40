import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { serve } from '../../platform/net/loopback.fixture.ts';

const cleanup = new AsyncDisposableStack();
let service: TestApp;
let bare: TestApp;
let answer: { status: number; body: unknown };

beforeAll(async () => {
  const server = cleanup.use(
    await serve((_request, response) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    }),
  );
  const runners = [scriptedRunner('only')];
  const env = { LLM_BASE_URL: `http://127.0.0.1:${server.port}/v1`, LLM_MODEL: 'tester' };
  service = cleanup.use(await startTestApp({ runners, env }));
  bare = cleanup.use(await startTestApp({ runners }));
});
afterAll(() => cleanup.disposeAsync());

const words = (content: string) => ({
  status: 200,
  body: {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'tester',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
  },
});

test('names the model, its uses and its origin', async () => {
  const { json } = await service.client.get('/v1/models/uses');
  expect(json).toMatchObject({
    model: { name: 'tester', source: 'setting', found_by: 'LLM_MODEL' },
    remediation: null,
  });
  expect(json.uses).toContainEqual(expect.objectContaining({ use: 'grade', active: true }));
});

test('without a model it names the remedy, and there is nothing to test', async () => {
  const { json } = await bare.client.get('/v1/models/uses');
  expect(json).toMatchObject({ model: null, remediation: expect.stringContaining('LLM_BASE_URL') });
  expect(json.uses).toContainEqual(expect.objectContaining({ use: 'grade', active: false }));
  const tested = await bare.client.post('/v1/models/test', {});
  expect({ status: tested.status, code: tested.json.error.code }).toEqual({
    status: 403,
    code: 'feature_disabled',
  });
});

test('a test tells a model that answers from one that refuses, and is not made too often', async () => {
  answer = words('ready');
  expect((await service.client.post('/v1/models/test', {})).json).toMatchObject({
    ok: true,
    model: 'tester',
    error: null,
  });
  answer = words('');
  expect((await service.client.post('/v1/models/test', {})).json).toMatchObject({ ok: false });
  answer = { status: 401, body: { error: { message: 'no' } } };
  expect((await service.client.post('/v1/models/test', {})).json).toMatchObject({
    ok: false,
    error: { code: 'model_auth' },
  });
  answer = words('ready');
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await service.client.post('/v1/models/test', {})).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('an examination names the roles that a model is fit for, and the price of a task', async () => {
  const stranger = await addWorkspace(service);
  answer = words('{"name": "Fernfall Camp Kettle", "price": 58, "code": "heron"}');
  const { json } = await stranger.client.post('/v1/models/examine', {});
  expect(json).toMatchObject({ object: 'svc.model_examination', model: 'tester', error: null });
  const passed = json.checks.flatMap(({ name, ok }: { name: string; ok: boolean }) => (ok ? [name] : []));
  expect(passed).toEqual(['json', 'context', 'speed']);
  const fit = json.roles.flatMap(({ role, fit }: { role: string; fit: boolean }) => (fit ? [role] : []));
  expect(fit).toEqual(['extraction', 'grader']);
  expect(json.ten_step_task_usd).toBeGreaterThan(0);
  const unknown = await stranger.client.post('/v1/models/examine', { model: 'other' });
  expect(unknown.json.error).toMatchObject({ code: 'invalid_request', param: 'model' });
  answer = { status: 401, body: { error: { message: 'no' } } };
  const silent = await stranger.client.post('/v1/models/examine', {});
  expect(silent.json).toMatchObject({ error: { code: 'model_auth' }, checks: [] });
});
