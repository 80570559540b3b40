import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { monitoringRoutes } from './routes.ts';

const TOKEN = 'metrics-token-for-tests';
let service: TestApp;
let collector: http.Server;
const spans: string[] = [];

beforeAll(async () => {
  collector = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const text = String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    for (const resource of JSON.parse(text).resourceSpans ?? [])
      for (const scope of resource.scopeSpans) for (const span of scope.spans) spans.push(span.name);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const env = { METRICS_TOKEN: TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  service = await startTestApp({ runners: [scriptedRunner('first')], env });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  collector.close();
});

test('liveness and readiness answer without a key', async () => {
  const live = await fetch(`${service.app.url}/healthz`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await fetch(`${service.app.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', details: { browser: 'ok' } }]);
});

test('an instance whose event loop has stood still is not ready', async () => {
  const { operations } = service.app.context;
  const routes = monitoringRoutes({ ...operations, watchdog: { hasStalled: true }, isDraining: () => false });
  const readiness = routes.find(({ path }) => path === '/readyz');
  await expect(readiness?.handler({} as never)).rejects.toMatchObject({ code: 'service_unavailable' });
});

test('metrics need their token and count runs by verdict and runner', async () => {
  await service.client.create({ input: 'Say something', routing: 'first' });
  expect((await fetch(`${service.app.url}/metrics`)).status).toBe(404);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const text = await (await fetch(`${service.app.url}/metrics`, { headers })).text();
  expect(text).toMatch(/svc_runs_total\{verdict="succeeded",runner="first"\} 1/);
  expect(text).toMatch(/svc_http_request_seconds_count\{route="\/api\/v1\/responses",status="200"\} 1/);
  expect(text).not.toContain(service.client.key);
});

test('metrics show deliveries, the queue and the pools after real work', async () => {
  const sink = http.createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void sink.close());
  const { port } = sink.address() as AddressInfo;
  await service.client.post('/v1/webhooks', { url: `http://127.0.0.1:${port}/` });
  await service.client.post('/v1/webhooks', { url: 'http://127.0.0.1:59999/' });
  await service.client.create({ input: 'Say something', routing: 'first' });
  await service.client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const read = async () => (await fetch(`${service.app.url}/metrics`, { headers })).text();
  const shown = expect.poll(read, { timeout: 20_000 });
  await shown.toMatch(/svc_webhook_attempts_total\{outcome="delivered"\} [1-9]/);
  await shown.toMatch(/svc_webhook_attempts_total\{outcome="failed"\} [1-9]/);
  await shown.toMatch(/svc_live_runs 1\n/);
  const text = await read();
  for (const name of ['queue_oldest_seconds', 'queue_waiting', 'live_sessions'])
    expect(text).toMatch(new RegExp(`^svc_${name} 0$`, 'm'));
  for (const name of ['connections_busy', 'waiting'])
    expect(text).toMatch(new RegExp(`^svc_db_${name} \\d+$`, 'm'));
});

test('a run that is ended from outside its executor is counted with its cost', async () => {
  await using one = await startTestApp({ runners: [scriptedRunner('first')] });
  const { json } = await one.client.create({ input: 'Hang [[hang]]', routing: 'first', background: true });
  const read = async () => (await fetch(`${one.app.url}/metrics`)).text();
  await expect
    .poll(async () => (await one.client.get(`/v1/responses/${json.id}`)).json.svc.progress.attempts_started)
    .toBe(1);
  const { json: cancelled } = await one.client.post(`/v1/responses/${json.id}/cancel`);
  const text = await read();
  expect(text).toMatch(/^svc_runs_total\{verdict="cancelled",runner="\w+"\} 1$/m);
  expect(text).toContain(`svc_spend_usd_total{runner="first"} ${cancelled.svc.cost.total_usd}\n`);
});

test('a run that no executor takes shows in the age of the queue', async () => {
  const idle = await startTestApp({ runners: [scriptedRunner('first')], role: 'api' });
  onTestFinished(() => idle[Symbol.asyncDispose]());
  await idle.client.create({ input: 'Wait', routing: 'first', background: true });
  const read = async () => (await fetch(`${idle.app.url}/metrics`)).text();
  await expect.poll(read).toMatch(/svc_queue_oldest_seconds (?!0$)[\d.]+/m);
  expect(await read()).toMatch(/svc_queue_waiting 1/);
});

test('security events are on record, for their workspace only', async () => {
  const stranger = await addWorkspace(service);
  const created = await service.client.post('/v1/webhooks', { url: 'http://127.0.0.1:59999/' });
  await service.client.post(`/v1/webhooks/${created.json.id}/rotate`);
  await service.client.post('/v1/webhooks', { url: 'nowhere' });
  const { json } = await service.client.get('/v1/audit?limit=2');
  expect(json.data.map((entry: { action: string }) => entry.action)).toEqual([
    'webhook.secret_rotated',
    'webhook.created',
  ]);
  expect(json.data[1]).toMatchObject({ subject_id: created.json.id, key_id: expect.stringMatching(/^key_/) });
  expect(JSON.stringify(json)).not.toContain(created.json.secret);
  expect((await stranger.client.get('/v1/audit')).json.data).toEqual([]);
});

test('requests, decisions and attempts are traced where an endpoint is set', async () => {
  await service.client.create({ input: 'Say something' });
  const all = ['http.request', 'decision', 'attempt'];
  await expect.poll(() => spans, { timeout: 20_000 }).toEqual(expect.arrayContaining(all));
});
