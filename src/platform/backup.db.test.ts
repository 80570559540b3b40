import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import { backUp, restore } from './backup.ts';

let service: TestApp;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-backup-'));
  file = join(folder, 'all.gz');
  service = await startTestApp({ runners: [scriptedRunner('first')] });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await removeFolder(folder);
});

test('a restored database serves the same runs, money and keys', async () => {
  const { json: run } = await service.client.create({ input: 'Say something', routing: 'first' });
  const { json: hook } = await service.client.post('/v1/webhooks', { url: 'http://127.0.0.1:59999/' });
  const before = (await service.client.get('/v1/me')).json;
  await backUp(service.databaseUrl, file);
  await using database = await createTestDatabase();
  const { rows } = await restore(database.url, file);
  expect(rows).toBeGreaterThan(5);
  await using copy = await startTestApp({ runners: [scriptedRunner('first')], databaseUrl: database.url });
  expect((await copy.client.get(`/v1/responses/${run.id}`)).json).toMatchObject({
    id: run.id,
    output_text: run.output_text,
  });
  expect((await copy.client.get('/v1/me')).json.credits_usd).toBe(before.credits_usd);
  expect((await copy.client.get('/v1/webhooks')).json.data[0].id).toBe(hook.id);
  await expect(restore(database.url, file)).rejects.toThrow(/already holds runs/);
});

test('a file that is no backup is refused, and nothing is written', async () => {
  await using database = await createTestDatabase();
  const other = join(folder, 'other.gz');
  await writeFile(other, 'hello');
  await expect(restore(database.url, other)).rejects.toThrow(/not a backup/);
});
