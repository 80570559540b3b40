import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandLine } from '../../test/support/command-line.ts';
import { keepFile } from '../../test/support/keep-file.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';

let service: TestApp;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-backup-'));
  file = join(folder, 'yard.backup');
  await writeFile(file, 'an older file', { mode: 0o644 });
  service = await startTestApp({
    runners: [scriptedRunner('first')],
    env: { KMS_KEYS_DIR: join(folder, 'keys') },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const machine = (dataDir: string, databaseUrl: string, keysDir: string) =>
  new CommandLine({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, KMS_KEYS_DIR: keysDir, LLM: 'off' });

test('a restored installation has the runs, files, money, keys and logins of the first', async () => {
  const { json: run } = await service.client.create({ input: 'Say something', routing: 'first' });
  const artifact = await keepFile(service, run.id, 'sku,price\n1,58');
  const { json: login } = await service.client.post('/v1/credentials', {
    domain: 'shop.example',
    username: 'ann',
    password: 'correct horse',
    custody: 'any',
  });
  const before = (await service.client.get('/v1/me')).json;

  const source = machine(service.dataDir, service.databaseUrl, join(folder, 'keys'));
  const made = await source.run(['backup', file]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('1 files') });
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  await using database = await createTestDatabase();
  const dataDir = join(folder, 'copy');
  const target = machine(dataDir, database.url, join(dataDir, 'keys'));
  expect(await target.run(['restore', file])).toMatchObject({ code: 0, stderr: '' });

  const plain = scriptedRunner('first').facts;
  const runner = scriptedRunner('first', {
    secrets: { channel: 'driver', modelSees: false },
    capabilities: { ...plain.capabilities, login: true },
  });
  await using copy = await startTestApp({
    runners: [runner],
    databaseUrl: database.url,
    env: { DATA_DIR: dataDir, KMS_KEYS_DIR: join(dataDir, 'keys') },
  });
  expect((await copy.client.get(`/v1/responses/${run.id}`)).json).toMatchObject({
    id: run.id,
    output_text: run.output_text,
  });
  const content = await fetch(`${copy.app.url}/v1/responses/${run.id}/artifacts/${artifact}`, {
    headers: { authorization: `Bearer ${TEST_KEY}` },
  });
  expect(await content.text()).toBe('sku,price\n1,58');
  expect((await copy.client.get('/v1/me')).json.credits_usd).toBe(before.credits_usd);

  expect(await target.run(['vault', 'rotate'])).toMatchObject({ code: 0 });
  await copy.client.create({ input: 'Sign in', routing: 'first', credential_id: login.id });
  const handed = runner.credentials.at(-1);
  expect([handed?.username.reveal(), handed?.password.reveal()]).toEqual(['ann', 'correct horse']);

  expect(await target.run(['restore', file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already holds runs'),
  });
});

test('an installation of another version moves by export and import', async () => {
  const { json: run } = await service.client.create({ input: 'Say something', routing: 'first' });
  await using old = await createTestDatabase();
  const exported = join(folder, 'old.export');
  const source = machine(service.dataDir, service.databaseUrl, join(folder, 'keys'));
  await source.run(['backup', file]);
  const before = machine(join(folder, 'old'), old.url, join(folder, 'old-keys'));
  await before.run(['restore', file]);
  // As an older version left it: other migrations, a column more, a column less, a table more.
  await execute(old.url, [
    "insert into migrations (name, run_on) values ('2026-11-15-0200-foundation', now()) on conflict do nothing",
    "update migrations set name = 'z-' || name where name <> '2026-11-15-0200-foundation'",
    'alter table accounts add column nickname text',
    'create table notes as select 1 as id',
  ]);
  expect(await before.run(['export', exported])).toMatchObject({ code: 0, stderr: '' });

  await using database = await createTestDatabase();
  const target = machine(join(folder, 'new'), database.url, join(folder, 'new-keys'));
  expect(await target.run(['restore', exported])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('switchyard import'),
  });
  const moved = await target.run(['import', exported]);
  expect(moved).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('accounts.nickname, notes'),
  });
  await using copy = await startTestApp({
    runners: [scriptedRunner('first')],
    databaseUrl: database.url,
    env: { DATA_DIR: join(folder, 'new'), KMS_KEYS_DIR: join(folder, 'new-keys') },
  });
  expect((await copy.client.get(`/v1/responses/${run.id}`)).json).toMatchObject({
    id: run.id,
    output_text: run.output_text,
  });
});

async function execute(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('a file that is not a backup is refused and nothing is written', async () => {
  await using database = await createTestDatabase();
  const other = join(folder, 'other.gz');
  await writeFile(other, 'hello');
  const target = machine(join(folder, 'none'), database.url, join(folder, 'none', 'keys'));
  expect(await target.run(['restore', other])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not a backup'),
  });
});
