import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { S3_ENV, type S3StandIn, startS3StandIn } from '../../test/support/stand-ins/s3.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { FileKeeper } from './file-keeper.ts';
import { S3Store } from './s3.ts';

let s3: S3StandIn;
let api: TestApp;
const cleanup = new AsyncDisposableStack();

const filing: ScriptedRunner = {
  ...scriptedRunner('filing'),
  async run() {
    const file = { kind: 'download', name: 'Größe.csv', contentType: 'text/csv' } as const;
    const files = [{ ...file, bytes: Buffer.from('a;b') }];
    return { ok: true, output: 'The list is there.', page: null, files, costMicroUsd: null };
  },
};

const picturing: ScriptedRunner = {
  ...scriptedRunner('picturing'),
  async run() {
    const file = { kind: 'screenshot', name: 'page.png', contentType: 'image/png' } as const;
    const files = [{ ...file, bytes: Buffer.from('a picture') }];
    return { ok: true, output: 'There are 12 lamps.', page: null, files, costMicroUsd: null };
  },
};
const runners = [filing, picturing];

const env = (more: Record<string, string> = {}) => ({
  ARTIFACT_STORE: 's3',
  S3_BUCKET: s3.bucket,
  S3_ENDPOINT: s3.url,
  ...more,
});

beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_ENV)) vi.stubEnv(name, value);
  s3 = cleanup.use(await startS3StandIn());
  api = cleanup.use(await startTestApp({ runners, role: 'api', env: env() }));
  const { databaseUrl } = api;
  cleanup.use(await startTestApp({ runners, role: 'worker', env: env(), databaseUrl }));
});
beforeEach(() => {
  s3.mode = 'up';
});
afterAll(async () => {
  await cleanup.disposeAsync();
  vi.unstubAllEnvs();
});

const ask = (url: string, method = 'GET') => {
  const headers = { authorization: `Bearer ${TEST_KEY}` };
  return fetch(`${api.app.url}${new URL(url).pathname}`, { method, headers, redirect: 'manual' });
};

test('a file captured by a worker is had from another instance, by a signed address for ten minutes', async () => {
  const { json } = await api.client.create({ input: 'Give me the list' });
  const answer = await ask(json.svc.artifacts[0].url);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const address = new URL(answer.headers.get('location') ?? '');
  expect(address.searchParams.get('X-Amz-Expires')).toBe('600');
  const file = await fetch(address);
  expect(await file.text()).toBe('a;b');
  expect(file.headers.get('content-type')).toBe('text/csv');
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe\.csv/,
  );
  const page = await fetch(`${api.app.url}/console`);
  expect(page.headers.get('content-security-policy')).toContain(`img-src 'self' ${address.origin} data:`);
  const head = await ask(json.svc.artifacts[0].url, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '3', '']);
  for (const name of ['content-type', 'content-disposition'])
    expect(head.headers.get(name)).toBe(file.headers.get(name));
  address.searchParams.delete('X-Amz-Signature');
  expect((await fetch(address)).status).toBe(403);
});

test('deleting the run removes its objects, at the latest when the store is back', async () => {
  const { json } = await api.client.create({ input: 'Give me the list' });
  const before = s3.objects.size;
  s3.mode = 'refuse';
  const gone = await api.client.request('DELETE', `/v1/responses/${json.id}`);
  expect(gone.json).toMatchObject({ deleted: true });
  expect((await ask(json.svc.artifacts[0].url)).status).toBe(404);
  expect(s3.objects.size).toBe(before);
  s3.mode = 'up';
  await vi.waitFor(() => expect(s3.objects.size).toBe(before - 1), SOON);
});

test('orphans are found in a bucket of many pages, and those of other installations are left alone', async () => {
  const { db, files, clock } = api.app.context;
  const { json } = await api.client.create({ input: 'Give me the list' });
  s3.objects.set(`another/${'0'.repeat(32)}`, Buffer.from('not ours'));
  for (const _ of [1, 2, 3, 4]) await files.write(Buffer.from('orphan'));
  const keeper = new FileKeeper({ db, files, clock, log: createLog('silent') });
  await keeper.eraseOrphans();
  await keeper.eraseOrphans();
  const left = [...s3.objects.values()].map(String);
  expect(left).not.toContain('orphan');
  expect(left).toContain('not ours');
  expect((await ask(json.svc.artifacts[0].url)).status).toBe(302);
});

test('a file that could not be stored was not delivered', async () => {
  s3.mode = 'fail';
  const { json } = await api.client.create({ input: 'Download the list', routing: 'filing' });
  expect(json.svc).toMatchObject({ status: 'failed', answer: null, act_script: [] });
  expect(json.svc.artifacts[0]).toMatchObject({ url: null, unavailable_reason: expect.any(String) });
  const note = 'The file came, but it could not be stored: Größe.csv.';
  expect(json.svc.deliverables).toEqual({ claimed: 1, delivered: 0, verdict: 'not_delivered', note });
  expect(json.svc.quality).toMatchObject({ verdict: 'failed', reason: note });
  expect(json.svc.routing_attempts[0]).toMatchObject({ fault: 'platform' });
});

test('a picture that could not be stored costs nothing but itself, unless it was asked for', async () => {
  s3.mode = 'fail';
  const { json } = await api.client.create({ input: 'How many lamps are there?', routing: 'picturing' });
  expect(json.svc).toMatchObject({ status: 'succeeded', answer: 'There are 12 lamps.', deliverables: null });
  const asked = await api.client.create({ input: 'Take a screenshot of the page', routing: 'picturing' });
  expect(asked.json.svc).toMatchObject({ status: 'failed', deliverables: { verdict: 'not_delivered' } });
});

test('a store that hangs is waited for once, not for every file', async () => {
  await using hung = await startS3StandIn();
  const place = { bucket: hung.bucket, endpoint: hung.url, region: null, prefix: 'hung/' };
  const store = await S3Store.open({ ...place, clock: systemClock, log: createLog('silent'), writeMs: 300 });
  hung.mode = 'hang';
  await expect(store.write(Buffer.from('one'))).rejects.toThrow(/abort/i);
  await expect(store.write(Buffer.from('two'))).rejects.toThrow('does not answer');
});

test('a bucket that cannot be used stops the start with one line', async () => {
  const start = (more: Record<string, string>) =>
    startTestApp({ runners, databaseUrl: api.databaseUrl, env: env(more) });
  await expect(start({ S3_BUCKET: 'nothing' })).rejects.toThrow('Bucket nothing not found');
  await expect(start({ S3_BUCKET: '' })).rejects.toThrow('S3_BUCKET is needed');
  s3.mode = 'refuse';
  await expect(start({})).rejects.toThrow('cannot be used with these keys');
});
