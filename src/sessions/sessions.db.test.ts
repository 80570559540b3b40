import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { builtRunner } from '../../test/support/built-runner.ts';
import { type InfraStandIn, startInfraStandIn } from '../../test/support/stand-ins/browser-infra.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import type { TestClient } from '../../test/support/test-client.ts';
import { findBreaks } from '../billing/breaks.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { dropOldFiles, keepDownloads, keepFile, loadDownloads, loadFile } from './store.ts';

// The money and the files of sessions, on a provider's browser without a driver.

const MINUTE_MICRO = 1_667;
const owned = new AsyncDisposableStack();
let standIn: InfraStandIn;
let service: TestApp;
/** Callbacks that wait for a minute to pass. */
const minutes: Array<() => void> = [];
const clock: Clock = {
  ...systemClock,
  after(ms, callback) {
    if (ms !== 60_000) return systemClock.after(ms, callback);
    minutes.push(callback);
    return () => undefined;
  },
};

beforeAll(async () => {
  standIn = owned.use(await startInfraStandIn());
  service = owned.use(await start());
});
afterAll(() => owned.disposeAsync());

async function start(databaseUrl?: string): Promise<TestApp> {
  const env = {
    STEEL_API_KEY: 'key-of-the-operator',
    STEEL_BASE_URL: standIn.url,
    BROWSERBASE_API_KEY: 'key-of-the-operator',
    BROWSERBASE_BASE_URL: standIn.url,
  };
  const runners = [await builtRunner('steel', owned), await builtRunner('browserbase', owned)];
  return startTestApp({ runners, env, clock, databaseUrl });
}

const db = () => service.app.context.db;

async function create(client: TestClient, more: object = {}) {
  minutes.length = 0;
  const body = { keepAlive: true, svc: { provider: 'steel' }, ...more };
  const { status, json } = await client.post('/v1/sessions', body);
  return { status, json };
}

test('a key at its spend limit opens no browser, and its caller reads why', async () => {
  const { client } = await addWorkspace(service);
  const { json: made } = await client.post('/v1/keys', { name: 'Low', spend_limit_usd: 0.001 });
  const opened = standIn.sessions.length;
  const { json } = await create(client.withKey(made.key));
  expect(json).toMatchObject({ statusCode: 402, code: 'insufficient_credits' });
  expect(json.message).toBe('This key has a spend limit of 0.001 USD, of which 0 USD is spent or held.');
  expect(standIn.sessions).toHaveLength(opened);
});

test('the region of a session is where its browser is, or absent', async () => {
  const { client } = await addWorkspace(service);
  const wish = { region: 'eu-central-1' };
  const { json: silent } = await create(client, wish);
  expect(silent).not.toHaveProperty('region');
  const { json: told } = await create(client, { ...wish, svc: { provider: 'browserbase' } });
  expect(told.region).toBe('us-west-2');
  for (const { id } of [silent, told]) await client.post(`/v1/sessions/${id}`, { status: 'REQUEST_RELEASE' });
});

/** Lets a minute pass and be billed. */
async function passMinute(): Promise<void> {
  const [due] = minutes.splice(0);
  due?.();
  await expect.poll(async () => minutes.length + standIn.open().length).not.toBe(1);
}

async function postings(workspaceId: string) {
  return db().query(
    sql`select credit, count(*)::int as count, sum(amount_micro)::int as micro from ledger_entries
        where workspace_id = ${workspaceId} and debit = 'workspace:credits' group by credit order by credit`,
  );
}

test('a Selenium client is told in the errors of WebDriver to connect otherwise', async () => {
  const { client } = await addWorkspace(service, 10 * MINUTE_MICRO);
  const { json } = await create(client);
  const call = async (method: string, path: string) => {
    const answer = await fetch(`${json.seleniumRemoteUrl}${path}`, { method });
    return [answer.status, (await answer.json()).value];
  };
  const message = expect.stringContaining('connectUrl');
  const refused = { error: 'session not created', message, stacktrace: '' };
  const unknown = { error: 'unknown command', message, stacktrace: '' };
  expect(await call('POST', '/session')).toEqual([500, refused]);
  expect(await call('GET', '')).toEqual([404, unknown]);
  expect(await call('GET', '/status')).toEqual([404, unknown]);
  expect(await call('DELETE', '/session/1')).toEqual([404, unknown]);
  await client.post(`/v1/sessions/${json.id}`, { status: 'REQUEST_RELEASE' });
});

test('a session is billed by the minute, up to the balance, and then ended at its provider', async () => {
  const { client, workspaceId, keyId } = await addWorkspace(service, 3 * MINUTE_MICRO + 500);
  const { status, json } = await create(client);
  expect(status).toBe(201);
  await passMinute();
  await passMinute();
  expect((await client.get(`/v1/sessions/${json.id}`)).json).toMatchObject({
    status: 'RUNNING',
    svc: { cost_usd: (3 * MINUTE_MICRO) / 1e6 },
  });
  await passMinute();
  await expect.poll(async () => (await client.get(`/v1/sessions/${json.id}`)).json.status).toBe('COMPLETED');
  expect(standIn.sessions.at(-1)).toMatchObject({ isOpen: false, releases: 1 });
  expect(await postings(workspaceId)).toEqual([
    { credit: 'platform:runners', count: 3, micro: 3 * MINUTE_MICRO },
  ]);
  expect(await findBreaks(db())).toEqual([]);
  expect((await create(client)).json).toMatchObject({ statusCode: 402, code: 'insufficient_credits' });
  const today = new Date().toISOString().slice(0, 10);
  const usage = await client.get(`/v1/billing/usage?from=${today}&to=${today}&group_by=key`);
  expect(usage.json.data).toMatchObject([{ key_id: keyId }]);
  const { data } = (await client.get('/v1/billing/usage?group_by=runner')).json;
  expect(data).toMatchObject([{ runner: 'session', attempts: 0, total_usd: (3 * MINUTE_MICRO) / 1e6 }]);
});

test('a session goes on after a lost reply to the commit of a minute', async () => {
  const { client } = await addWorkspace(service);
  const { json } = await create(client);
  await db().query(sql`update browser_sessions set minutes = 2 where id = ${json.id}`);
  await passMinute();
  await passMinute();
  const { status, svc } = (await client.get(`/v1/sessions/${json.id}`)).json;
  expect([status, svc.cost_usd]).toEqual(['RUNNING', (3 * MINUTE_MICRO) / 1e6]);
  await client.post(`/v1/sessions/${json.id}`, { status: 'REQUEST_RELEASE' });
});

test("under the workspace's own key only the fee is billed", async () => {
  const { client, workspaceId } = await addWorkspace(service);
  await db().query(sql`update workspaces set topped_up_at = db_now() where id = ${workspaceId}`);
  await client.request('PUT', '/v1/provider-keys/steel', { body: { api_key: 'key-of-the-workspace' } });
  const { json } = await create(client);
  await passMinute();
  expect(standIn.sessions.at(-1)).toMatchObject({ key: 'key-of-the-workspace' });
  await client.post(`/v1/sessions/${json.id}`, { status: 'REQUEST_RELEASE' });
  expect(await postings(workspaceId)).toEqual([{ credit: 'platform:fees', count: 2, micro: 2 * 83 }]);
});

test('a session ends at its provider with its time, and with its instance', async () => {
  const { client, key } = await addWorkspace(service);
  const late = await create(client, { timeout: 60 });
  // Its time is up before its first minute is counted.
  minutes[0]?.();
  await expect
    .poll(async () => (await client.get(`/v1/sessions/${late.json.id}`)).json.status)
    .toBe('TIMED_OUT');
  const other = await start(service.databaseUrl);
  const left = await create(other.client.withKey(key));
  expect(standIn.open()).toHaveLength(1);
  await other[Symbol.asyncDispose]();
  expect(standIn.open()).toEqual([]);
  expect((await client.get(`/v1/sessions/${left.json.id}`)).json.status).toBe('COMPLETED');
});

test("a session's files go when the workspace's retention is over", async () => {
  const workspaces = [await addWorkspace(service), await addWorkspace(service)];
  const kept = [];
  for (const [index, { client, workspaceId }] of workspaces.entries()) {
    const { json } = await create(client);
    await client.post(`/v1/sessions/${json.id}`, { status: 'REQUEST_RELEASE' });
    await keepFile(db(), json.id, 'recording', Buffer.from('[]'));
    await keepDownloads(
      db(),
      json.id,
      Readable.from([Buffer.alloc(1_500_000, 'a'), Buffer.alloc(700_000, 'b')]),
    );
    await db().query(
      sql`update workspaces set retention = ${index === 0 ? '24h' : '30d'} where id = ${workspaceId}`,
    );
    await db().query(
      sql`update session_files set created_at = created_at - interval '2 days' where session_id = ${json.id}`,
    );
    await db().query(
      sql`update session_downloads set created_at = created_at - interval '2 days' where session_id = ${json.id}`,
    );
    kept.push({ workspaceId, id: json.id });
  }
  await dropOldFiles(db());
  const found = await Promise.all(
    kept.map(({ workspaceId, id }) => loadFile(db(), workspaceId, id, 'recording')),
  );
  expect(found.map((bytes) => bytes !== null)).toEqual([false, true]);
  const zips = kept.map(({ workspaceId, id }) => buffer(loadDownloads(db(), workspaceId, id)));
  const [gone, there] = await Promise.all(zips);
  expect(gone).toHaveLength(0);
  expect(there?.equals(Buffer.from('a'.repeat(1_500_000) + 'b'.repeat(700_000)))).toBe(true);
  const stranger = kept[0]?.workspaceId ?? '';
  expect(await buffer(loadDownloads(db(), stranger, kept[1]?.id ?? ''))).toHaveLength(0);
});

test('a file for a session needs a name that a file can have', async () => {
  const { json } = await create(service.client);
  const form = (name: string) => {
    const body = new FormData();
    body.append('file', new Blob(['hello']), name);
    return body;
  };
  const nameless = new Blob(
    [
      '--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
    ],
    { type: 'multipart/form-data; boundary=b' },
  );
  for (const body of [form('..'), form('.'), form('/'), form('a\0b'), form('n'.repeat(256)), nameless]) {
    const response = await fetch(`${service.app.url}/api/v1/sessions/${json.id}/uploads`, {
      method: 'POST',
      headers: { 'x-bb-api-key': TEST_KEY },
      body,
    });
    expect({ status: response.status, message: (await response.json()).message }).toEqual({
      status: 400,
      message: expect.stringContaining('file name'),
    });
  }
});

test('sessions that begin at once stay within the limit of a workspace', async () => {
  const { client } = await addWorkspace(service);
  const created = await Promise.all(Array.from({ length: 30 }, () => create(client)));
  const refused = created.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, json }) => ({ status, code: json.code }))).toEqual(
    Array.from({ length: 5 }, () => ({ status: 429, code: 'rate_limited' })),
  );
});
