import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { keepFile } from '../../test/support/keep-file.ts';
import { readEvents } from '../../test/support/read-events.ts';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { serve } from '../platform/net/loopback.fixture.ts';
import { type CapturedFile, type DirectRunner, stuck } from '../runners/contract.ts';

let service: TestApp;
let dataDir: string;
let plain: ScriptedRunner;

/** Returns as many files as the task says: `12 files` or `fail 12 files`. */
function filing(slug: string): DirectRunner {
  return {
    ...scriptedRunner(slug),
    async run(task) {
      const [, failing, count] = /(fail )?(\d+) files/.exec(task.goal) ?? [];
      const files = Array.from(
        { length: Number(count ?? 0) },
        (_, index): CapturedFile => ({
          kind: 'download',
          name: `../../report "${index}".csv`,
          contentType: index === 0 ? 'text/csv' : 'text/html',
          bytes: Buffer.from(`file ${index}`),
        }),
      );
      if (failing && slug === 'filing') return { ...stuck('not_done', 'It did not work.'), files };
      return { ok: true, output: 'The report says 42.', page: null, files, costMicroUsd: null };
    },
  };
}

beforeAll(async () => {
  plain = scriptedRunner('plain');
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  service = await startTestApp({
    runners: [filing('filing'), filing('other'), plain],
    env: { DATA_DIR: dataDir },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const storedFiles = async () => {
  const entries = await readdir(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile());
};
const filesHolding = async (word: string) => {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = await Promise.all(
    files.map(async (file) => `${file} ${await readFile(file, 'latin1').catch(() => '')}`),
  );
  return texts.filter((text) => text.includes(word));
};
const remove = (id: string) => service.client.request('DELETE', `/v1/responses/${id}`);
const download = (url: string, key = service.client.key) =>
  fetch(url, { headers: { authorization: `Bearer ${key}` } });

test('deleting a run erases its bytes at once and hides it everywhere', async () => {
  const { json } = await service.client.create({ input: 'Give 3 files', routing: 'filing' });
  expect(json.svc.artifacts).toHaveLength(3);
  expect(await storedFiles()).toHaveLength(3);
  expect(await remove(json.id)).toMatchObject({
    status: 200,
    json: { id: json.id, object: 'response', deleted: true },
  });
  expect(await storedFiles()).toEqual([]);
  expect((await service.client.get(`/v1/responses/${json.id}`)).json.error.code).toBe('response_not_found');
  expect((await remove(json.id)).status).toBe(404);
  expect((await service.client.post(`/v1/responses/${json.id}/cancel`)).status).toBe(404);
  expect((await download(json.svc.artifacts[0].url)).status).toBe(404);
  const { json: page } = await service.client.get('/v1/runs');
  expect(page.data.map((run: { id: string }) => run.id)).not.toContain(json.id);
});

/** The tables in whose rows a text stands, of all that the database has. */
async function tablesHolding(text: string): Promise<string[]> {
  const { db } = service.app.context;
  const tables = await db.query<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const holding = [];
  for (const { name } of tables) {
    const table = raw(name);
    const rows = await db.query(sql`select 1 from ${table} t where t::text ilike ${`%${text}%`} limit 1`);
    if (rows.length > 0) holding.push(name.replace(/^.*\./, ''));
  }
  return holding.toSorted();
}

test('nothing of a deleted run is left in the database but ids, times, status and money', async () => {
  await using sink = await serve((request, response) => void request.pipe(response));
  const { client } = await addWorkspace(service);
  const { json: endpoint } = await client.post('/v1/webhooks', { url: `http://127.0.0.1:${sink.port}/` });
  const say = async (word: string, routing: string) => {
    const input = `Say the ${word} [[steps=2]] [[output="It is ${word}."]]`;
    const url = `${service.app.demoOrigin}/?q=${word}`;
    const body = { input, url, routing, stream: true, metadata: { word } };
    const headers = {
      'idempotency-key': `The ${word} of ${routing}`,
      'user-agent': `${word}/1.0`,
      'x-note': word,
    };
    const { events } = await readEvents(client, '/v1/responses', { body, headers });
    const { id } = events.at(-1).response;
    await keepFile({ ...service, client }, id, word);
    return id;
  };
  const { json: login } = await client.post('/v1/credentials', {
    domain: 'quince.example',
    username: 'quince',
    password: 'quince',
  });
  const kept = await say('medlar', 'plain');
  const gone = [await say('quince', 'plain'), await say('quince', 'smart')];
  const asking = { input: 'Sign in for the quince [[ask=otp:The code of the quince]]', background: true };
  const asked = (await client.create({ ...asking, routing: 'plain' })).json.id;
  gone.push(asked);
  await expect
    .poll(async () => (await client.get(`/v1/responses/${asked}`)).json.status, SOON)
    .toBe('requires_action');
  const deliveries = `/v1/webhooks/${endpoint.id}/deliveries`;
  const waiting = async () => (await client.get(`${deliveries}?status=pending`)).json.data;
  await expect.poll(waiting, SOON).toEqual([]);
  const decided = () =>
    service.app.context.db.query(sql`select 1 from decisions where run_id = any(${gone})`);
  expect(await decided()).not.toEqual([]);
  expect(await tablesHolding('quince')).toEqual(
    expect.arrayContaining([
      'attempts',
      'interactions',
      'run_events',
      'runs',
      'webhook_deliveries',
      'webhook_events',
    ]),
  );
  expect(await filesHolding('quince')).not.toEqual([]);
  for (const id of gone) expect((await client.delete(`/v1/responses/${id}`)).status).toBe(200);
  expect((await client.delete(`/v1/credentials/${login.id}`)).status).toBe(200);
  await expect.poll(() => tablesHolding('quince'), SOON).toEqual([]);
  await expect.poll(() => filesHolding('quince'), SOON).toEqual([]);
  expect(await decided()).toEqual([]);
  expect(await tablesHolding('medlar')).toEqual(
    expect.arrayContaining(['attempts', 'runs', 'webhook_events']),
  );
  const [row] = await service.app.context.db.query(
    sql`select status, runner, spent_micro, finished_at > created_at as ended, deleted_at is not null as deleted from runs where id = ${gone[0]}`,
  );
  expect(row).toMatchObject({ status: 'succeeded', spent_micro: 1_000, ended: true, deleted: true });
  const { json: listed } = await client.get(deliveries);
  const answers = listed.data.map(async ({ id, response_id }: { id: string; response_id: string }) => [
    response_id,
    (await client.post(`${deliveries}/${id}/retry`)).status,
  ]);
  expect(Object.fromEntries(await Promise.all(answers))).toEqual({
    ...Object.fromEntries(gone.map((id) => [id, 410])),
    [kept]: 200,
  });
});

test('a deleted run stays billed', async () => {
  const { json } = await service.client.create({ input: 'Say something', routing: 'plain' });
  await remove(json.id);
  const [row] = await service.app.context.db.query<{ charges: number }>(
    sql`select count(*) as charges from ledger_entries where run_id = ${json.id} and credit = 'platform:runners'`,
  );
  expect(row?.charges).toBe(1);
});

test('deleting a live run cancels it first, and a create that waits for it is told', async () => {
  const waiting = service.client.create({ input: 'Hang [[hang]]', routing: 'plain' });
  const running = async () => (await service.client.get('/v1/runs?status=running')).json.data[0]?.id;
  await expect.poll(running, SOON).toBeDefined();
  const id = await running();
  // It may come before the deletion or after it; in neither case may it stay open.
  const following = readEvents(service.client, `/v1/responses/${id}?stream=true`).catch(() => 'not found');
  await remove(id);
  expect([200, 404]).toContain((await waiting).status);
  await following;
  await expect.poll(() => plain.aborted.length, SOON).toBeGreaterThan(0);
  const [run] = await service.app.context.db.query(sql`select status, held_micro from runs where id = ${id}`);
  expect(run).toEqual({ status: 'cancelled', held_micro: 0 });
});

test('no caller deletes, cancels or reads a run of another workspace', async () => {
  const other = await addWorkspace(service);
  const { json } = await service.client.create({ input: 'Give 1 files', routing: 'filing' });
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '?stream=true'],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['GET', `/artifacts/${json.svc.artifacts[0].id}`],
  ] as const) {
    const { status } = await other.client.request(method, `/v1/responses/${json.id}${path}`);
    expect(status, `${method} ${path}`).toBe(404);
  }
  expect((await service.client.get(`/v1/responses/${json.id}`)).status).toBe(200);
});

test('a file is handed out as an attachment under a harmless name and type', async () => {
  const { json } = await service.client.create({ input: 'Give 2 files', routing: 'filing' });
  const [csv, html] = json.svc.artifacts;
  const one = await download(csv.url);
  expect(await one.text()).toBe('file 0');
  expect(one.headers.get('content-type')).toBe('text/csv');
  expect(one.headers.get('content-disposition')).toBe('attachment; filename="report 0.csv"');
  const other = await download(html.url);
  expect(other.headers.get('content-type')).toBe('application/octet-stream');
  expect(other.headers.get('content-security-policy')).toContain('sandbox');
});

test('a run keeps at most ten files over all its attempts', async () => {
  const { json } = await service.client.create({ input: 'Give fail 7 files', routing: ['filing', 'other'] });
  expect(json.svc.runner).toBe('other');
  expect(json.svc.artifacts).toHaveLength(10);
  expect(json.svc.evidence.artifacts).toEqual(json.svc.artifacts.map((file: { id: string }) => file.id));
});

test('a malformed id of any kind is not found', async () => {
  for (const id of ['x', 'resp_', `resp_${'g'.repeat(32)}`, `resp_${'0'.repeat(33)}`, '%00', "' or 1=1"]) {
    expect((await service.client.get(`/v1/responses/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await remove(encodeURIComponent(id))).status).toBe(404);
  }
});
