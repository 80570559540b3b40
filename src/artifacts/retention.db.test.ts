import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { createLog } from '../platform/log.ts';
import { FileKeeper } from './file-keeper.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let service: TestApp;
let dataDir: string;

const filing: ScriptedRunner = {
  ...scriptedRunner('filing'),
  async run() {
    const page = { kind: 'screenshot', name: 'page.png', contentType: 'image/png' } as const;
    const list = { kind: 'download', name: 'list.csv', contentType: 'text/csv' } as const;
    const files = [page, list].map((file) => ({ ...file, bytes: Buffer.from(file.name) }));
    return { ok: true, output: 'The list is there.', page: null, files, costMicroUsd: null };
  },
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'));
  service = await startTestApp({ runners: [filing], env: { DATA_DIR: dataDir } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

/** The same service at a later time. */
const later = (ms: number) =>
  startTestApp({
    runners: [filing],
    databaseUrl: service.databaseUrl,
    env: { DATA_DIR: dataDir },
    clockOffsetMs: () => ms,
  });

async function download(at: TestApp, url: string): Promise<[number, string]> {
  const response = await fetch(`${at.app.url}${new URL(url).pathname}`, {
    headers: { authorization: `Bearer ${TEST_KEY}` },
  });
  const text = await response.text();
  return [response.status, response.ok ? text : JSON.parse(text).error.code];
}

async function storedKeys(): Promise<string[]> {
  const stored: string[] = [];
  for await (const keys of service.app.context.files.keys()) stored.push(...keys);
  return stored;
}

test('a file can be had for seven days; then it is gone and its description stays', async () => {
  const { json } = await service.client.create({ input: 'Give me the list' });
  const { url } = json.svc.artifacts[1];
  {
    await using soon = await later(7 * DAY - HOUR);
    expect(await download(soon, url)).toEqual([200, 'list.csv']);
  }
  {
    await using late = await later(7 * DAY + HOUR);
    expect(await download(late, url)).toEqual([410, 'artifact_expired']);
    // At the same moment, whether or not the bytes are erased yet.
    const { json: seen } = await late.client.get(`/v1/responses/${json.id}`);
    expect(seen.svc.artifacts[1]).toMatchObject({
      url: null,
      unavailable_reason: expect.stringContaining('retention'),
    });
    await vi.waitFor(async () => expect(await storedKeys()).toEqual([]), SOON);
  }
  expect(await download(service, url)).toEqual([410, 'artifact_expired']);
  const { svc } = (await service.client.get(`/v1/responses/${json.id}`)).json;
  const unavailable_reason = expect.stringContaining('retention');
  expect(svc.artifacts[1]).toMatchObject({ name: 'list.csv', size_bytes: 8, url: null, unavailable_reason });
  expect(svc).toMatchObject({ screenshot: null, screenshot_unavailable_reason: unavailable_reason });
  await service.client.request('DELETE', `/v1/responses/${json.id}`);
  expect((await download(service, url))[0]).toBe(404);
});

test('a workspace with a shorter retention loses its files sooner', async () => {
  const { db } = service.app.context;
  const { json } = await service.client.create({ input: 'Give me the list' });
  await db.query(sql`update workspaces set retention = '24h'`);
  await using late = await later(DAY + HOUR);
  expect(await download(late, json.svc.artifacts[0].url)).toEqual([410, 'artifact_expired']);
  await db.query(sql`update workspaces set retention = '7d'`);
});

test('bytes that no artifact names go at the second look, those of artifacts stay', async () => {
  const { db, files, clock } = service.app.context;
  const { json } = await service.client.create({ input: 'Give me the list' });
  const orphan = await files.write(Buffer.from('left by a process that died'));
  const keeper = new FileKeeper({ db, files, clock, log: createLog('silent') });
  await keeper.eraseOrphans();
  expect(await storedKeys()).toContain(orphan);
  await keeper.eraseOrphans();
  expect(await storedKeys()).not.toContain(orphan);
  expect(await download(service, json.svc.artifacts[1].url)).toEqual([200, 'list.csv']);
});
