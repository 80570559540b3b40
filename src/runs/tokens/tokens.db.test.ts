import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { readEvents } from '../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { systemClock } from '../../platform/clock.ts';

let service: TestApp;
// The database decides when a token is over, so a token from a clock that is late is over at once.
let behindMs = 0;
const now = () => new Date(Date.now() - behindMs);

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('one')], clock: { ...systemClock, now } });
});
afterAll(() => service[Symbol.asyncDispose]());

async function runWithToken(body: object = {}) {
  const { json: run } = await service.client.create({ input: 'Say something' });
  const { status, json } = await service.client.post(`/v1/responses/${run.id}/tokens`, body);
  expect(status).toBe(201);
  return { run, made: json, reader: service.client.withKey(json.token) };
}

test('a token reads its run, as an object and as events', async () => {
  const { run, made, reader } = await runWithToken();
  expect(made).toMatchObject({ object: 'svc.run_token', response_id: run.id });
  expect((await reader.get(`/v1/responses/${run.id}`)).json).toEqual(run);
  const { events } = await readEvents(reader, `/v1/responses/${run.id}?stream=true`);
  expect(events.at(-1)?.type).toBe('response.completed');
  expect((await reader.get(`/v1/responses/${run.id}/explanation`)).status).toBe(200);
});

test('it reads no other run and does nothing else', async () => {
  const { run, reader } = await runWithToken();
  const { run: other } = await runWithToken();
  const refused = [
    await reader.get(`/v1/responses/${other.id}`),
    await reader.get('/v1/responses'),
    await reader.get('/v1/runs'),
    await reader.get('/v1/me'),
    await reader.get('/v1/keys'),
    await reader.get(`/v1/responses/${run.id}/input_items`),
    await reader.create({ input: 'Say something' }),
    await reader.post(`/v1/responses/${run.id}/cancel`, {}),
    await reader.post(`/v1/responses/${run.id}/input`, { code: '1' }),
    await reader.post(`/v1/responses/${run.id}/tokens`, {}),
    await reader.request('DELETE', `/v1/responses/${run.id}`),
    await reader.post('/v1/messages', { max_tokens: 1, messages: [] }),
  ];
  for (const { status, json } of refused) expect([status, json.error.code]).toEqual([401, 'invalid_api_key']);
});

test('it ends with its time, and with the key that made it', async () => {
  behindMs = 61_000;
  const { run, reader } = await runWithToken({ expires_in_seconds: 60 });
  behindMs = 0;
  expect((await reader.get(`/v1/responses/${run.id}`)).status).toBe(401);

  const tenant = await addWorkspace(service);
  const { json: key } = await tenant.client.post('/v1/keys', { name: 'Page' });
  const maker = tenant.client.withKey(key.key);
  const { json: theirs } = await maker.create({ input: 'Say something' });
  const { json: made } = await maker.post(`/v1/responses/${theirs.id}/tokens`, {});
  const guest = tenant.client.withKey(made.token);
  expect((await guest.get(`/v1/responses/${theirs.id}`)).status).toBe(200);
  await tenant.client.request('DELETE', `/v1/keys/${key.id}`);
  await expect.poll(async () => (await guest.get(`/v1/responses/${theirs.id}`)).status).toBe(401);
});

test.each([{ expires_in_seconds: 86_401 }, { expires_in_seconds: 59 }, { expires_in_seconds: '60' }])(
  '%j is refused',
  async (body) => {
    const { json: run } = await service.client.create({ input: 'Say something' });
    const { status, json } = await service.client.post(`/v1/responses/${run.id}/tokens`, body);
    expect([status, json.error.param]).toEqual([400, 'expires_in_seconds']);
  },
);

test('no caller makes a token for a run of another workspace', async () => {
  const { json: run } = await service.client.create({ input: 'Say something' });
  const { client } = await addWorkspace(service);
  const { json } = await client.post(`/v1/responses/${run.id}/tokens`, {});
  expect(json.error.code).toBe('response_not_found');
});

test('pages of other origins may read with a token, and only that', async () => {
  const { run } = await runWithToken();
  const ask = (path: string) => fetch(`${service.app.url}/api${path}`, { method: 'OPTIONS' });
  const { status, headers } = await ask(`/v1/responses/${run.id}`);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD');
  const wrong = await service.client.withKey('svcr_wrong').get(`/v1/responses/${run.id}`);
  expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
  const origin = 'https://page.example';
  const reader = await runWithToken();
  expect((await reader.reader.get(`/v1/responses/${reader.run.id}`, { origin })).status).toBe(200);
  expect((await service.client.get(`/v1/responses/${reader.run.id}`, { origin })).status).toBe(421);
  const closed = await ask('/v1/keys');
  expect([closed.status, closed.headers.get('access-control-allow-origin')]).toEqual([405, null]);
});
