import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '../../test/support/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { StartupError } from '../errors.ts';
import { createLog } from './log.ts';
import { expectOneDatabase, migrate } from './migrate.ts';

const log = createLog('silent');
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase('empty');
  folder = await mkdtemp(join(tmpdir(), 'switchyard-migrations-'));
});

afterEach(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test('files are applied once, in the order of their names, and other files are left alone', async () => {
  await write('2026-11-15-1200-third.sql', "insert into steps values ('third')");
  await write(
    '2026-02-01-0900-first.sql',
    "create table steps (name text); insert into steps values ('first')",
  );
  await write(
    '2026-11-15-0200-second.sql',
    "insert into steps values ('second')\n-- no newline and no semicolon",
  );
  await write('README.md', 'not SQL');
  await write('.2026-11-15-0200-second.sql.swp', 'not SQL');
  await migrate(database.url, log, folder);
  await migrate(database.url, log, folder);
  expect(await query('select name from steps')).toEqual([
    { name: 'first' },
    { name: 'second' },
    { name: 'third' },
  ]);
});

test('older code is refused before it writes anything', async () => {
  await write('2026-01-01-0000-a.sql', 'create table a ()');
  await write('2026-01-03-0000-c.sql', 'create table c ()');
  await migrate(database.url, log, folder);
  await rm(join(folder, '2026-01-03-0000-c.sql'));
  await write('2026-01-02-0000-b.sql', 'create table b ()');
  await expect(migrate(database.url, log, folder)).rejects.toThrow(
    'The database was migrated by a newer version of Switchyard (2026-01-03-0000-c). Start that version',
  );
  expect(await query("select to_regclass('b')::text as found")).toEqual([{ found: null }]);
});

test('a database from before 0.1.0 is refused with the commands that move it', async () => {
  await write('2026-11-15-0200-foundation.sql', 'create table a ()');
  await migrate(database.url, log, folder);
  await rm(join(folder, '2026-11-15-0200-foundation.sql'));
  await write('2026-11-15-0000-release.sql', 'create table b ()');
  await expect(migrate(database.url, log, folder)).rejects.toThrow(
    /before version 0\.1\.0\. .*`switchyard export FILE`.*`switchyard import FILE`/,
  );
  expect(await query("select to_regclass('b')::text as found")).toEqual([{ found: null }]);
});

test.skipIf(!hasPgBouncer)(
  'through a pooler nothing is migrated, and a database that lacks nothing is taken',
  async () => {
    await using pooler = await startPgBouncer(database.url);
    await write('2026-01-01-0000-a.sql', 'create table a ()');
    await expect(migrate(pooler.url, log, folder)).rejects.toThrow(
      'The database lacks 1 migrations, and DATABASE_URL is a pooler: set DATABASE_DIRECT_URL',
    );
    expect(await query("select to_regclass('a')::text as found")).toEqual([{ found: null }]);
    await migrate(database.url, log, folder);
    await migrate(pooler.url, log, folder);
  },
);

test('a file merged late is applied although a later one already ran', async () => {
  await write('2026-01-01-0000-a.sql', 'create table a ()');
  await write('2026-01-03-0000-c.sql', 'create table c ()');
  await migrate(database.url, log, folder);
  await write('2026-01-02-0000-b.sql', 'create table b ()');
  await migrate(database.url, log, folder);
  expect(await query("select to_regclass('b')::text as found")).toEqual([{ found: 'b' }]);
});

test('a comment about an up or a down migration does not cut the file', async () => {
  await write(
    '2026-01-01-0000-a.sql',
    'create table a ();\n-- up migration of b\ncreate table b ();\n-- down migration\ncreate table c ();',
  );
  await migrate(database.url, log, folder);
  const found = await query(
    "select to_regclass('a') is not null and to_regclass('b') is not null and to_regclass('c') is not null as all",
  );
  expect(found).toEqual([{ all: true }]);
});

test('a failing file is named and nothing of the pending ones stays', async () => {
  await write('2026-01-01-0000-good.sql', 'create table good ()');
  await write('2026-01-02-0000-bad.sql', 'create table bad ();\nselect nonsense');
  const error = await migrate(database.url, log, folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toBe(
    'The migration 2026-01-02-0000-bad.sql failed: column "nonsense" does not exist',
  );
  expect(await query("select to_regclass('good') as found")).toEqual([{ found: null }]);
});

test('of two migrators the second waits and finds nothing left to do', async () => {
  await write('2026-01-01-0000-slow.sql', 'create table slow (); select pg_sleep(0.3)');
  await write('2026-01-02-0000-next.sql', 'create table next ()');
  await Promise.all([1, 2, 3].map(() => migrate(database.url, log, folder)));
  expect(await query('select count(*)::int as applied from migrations')).toEqual([{ applied: 2 }]);
});

test('the wait for another migrator is not ended by a limit meant for requests', async () => {
  await write('2026-01-01-0000-slow.sql', 'select pg_sleep(0.5)');
  const url = new URL(database.url);
  url.searchParams.set('options', '-c statement_timeout=100 -c lock_timeout=100');
  await Promise.all([migrate(url.href, log, folder), migrate(url.href, log, folder)]);
  expect(await query('select count(*)::int as applied from migrations')).toEqual([{ applied: 1 }]);
});

test('two files with the same time, or a file with another kind of name, are refused', async () => {
  await write('2026-01-01-0000-a.sql', '');
  await write('2026-01-01-0000-b.sql', '');
  await expect(migrate(database.url, log, folder)).rejects.toThrow(/carry the same time/);
  await rm(join(folder, '2026-01-01-0000-b.sql'));
  await write('001-b.sql', '');
  await expect(migrate(database.url, log, folder)).rejects.toThrow(
    'The migration 001-b.sql is not named like',
  );
});

test('a server that is not there is named in one line, without the password', async () => {
  const error = await migrate('postgres://user:hidden@127.0.0.1:1/x', log, folder).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toContain('The database at 127.0.0.1:1 cannot be reached');
  expect((error as Error).message).not.toContain('hidden');
});

test('two addresses have to lead to one database', async () => {
  await write('2026-01-01-0000-a.sql', 'create table a ()');
  await using other = await createTestDatabase('empty');
  await migrate(database.url, log, folder);
  const [name, otherName] = [database.url, other.url].map((url) => new URL(url).pathname.slice(1));
  await expect(expectOneDatabase(other.url, database.url)).rejects.toThrow(`(${otherName} and ${name})`);
  const again = new URL(database.url);
  again.searchParams.set('application_name', 'direct');
  await expectOneDatabase(database.url, again.href);
});

test('every test database is a clone of its own with the real migrations', async () => {
  await using first = await createTestDatabase();
  await using second = await createTestDatabase();
  expect(first.url).not.toBe(second.url);
  await migrate(first.url, log);
});

async function write(name: string, content: string): Promise<void> {
  await writeFile(join(folder, name), content);
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
