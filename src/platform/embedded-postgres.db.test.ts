import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { endsWithin, processIdentity, runCommand } from './embedded-postgres-process.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
const isRoot = process.getuid?.() === 0;
let dataDir: string;
let stopped: string;
let owners: ChildProcess[];

beforeAll(async () => {
  stopped = await mkdtemp(join(tmpdir(), 'switchyard-postgres-test-'));
  await (await EmbeddedPostgres.start({ dataDir: stopped, log })).stop();
});
afterAll(() => rm(stopped, { recursive: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-postgres-test-'));
  owners = [];
});

afterEach(async () => {
  for (const owner of owners) {
    if (owner.exitCode === null && owner.signalCode === null) {
      owner.kill('SIGKILL');
      await once(owner, 'exit');
    }
  }
  // A server left behind by a killed owner is stopped by the next start.
  const files = await readdir(dataDir, { recursive: true });
  if (files.includes('postgres/postmaster.pid')) await (await start()).stop();
  await rm(dataDir, { recursive: true });
});

test('the first start makes a UTF-8 database on loopback only, with a password that only its owner can read, also below a closed folder', async () => {
  const closed = join(dataDir, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await using server = await EmbeddedPostgres.start({ dataDir: join(closed, 'deep'), log });
  expect(await query(server.url, 'select current_database() as name')).toEqual([{ name: 'switchyard' }]);
  const settings = await query(
    server.url,
    `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('max_connections') as connections,
            (select datlocale from pg_database where datname = 'switchyard') as locale`,
  );
  const expected = { encoding: 'UTF8', addresses: '127.0.0.1', fsync: 'on', commit: 'on' };
  expect(settings).toEqual([{ ...expected, connections: '200', locale: 'C.UTF-8' }]);
  expect((await stat(join(closed, 'deep', 'postgres-password'))).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  await query(server.url, 'select pg_reload_conf()');
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(join(closed, 'deep', 'postgres'))).toContain('PG_VERSION');
  expect((await stat(closed)).mode & 0o777).toBe(0o700);
});

test('a stopped folder starts again with its data', async () => {
  await useStoppedFolder();
  const first = await start();
  await query(first.url, 'create table kept as select 1 as id');
  await first.stop();
  await first.stop();
  expect(await readdir(dataDir)).not.toContain('switchyard.lock');
  await using second = await start();
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
});

test('after kill -9 of the owner its server is stopped and the committed rows are there', async () => {
  await useStoppedFolder();
  const owner = await startOwner();
  await query(owner.url, 'create table kept as select 1 as id');
  const oldPid = await serverPid();
  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');
  expect(await processIdentity(oldPid)).toBeDefined();
  await using server = await start();
  expect(await processIdentity(oldPid)).toBeUndefined();
  expect(await query(server.url, 'select id from kept')).toEqual([{ id: 1 }]);
});

test('a pid file left by a dead server is no obstacle, not even when another process has its pid', async () => {
  await useStoppedFolder();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    const folder = join(dataDir, 'postgres');
    await writeFile(
      join(folder, 'postmaster.pid'),
      `${stranger.pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n`,
    );
    await (await start()).stop();
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
    await writeFile(
      join(folder, 'postmaster.pid'),
      `${stranger.pid}\n${folder}\n1700000000\n5432\n\n127.0.0.1\n`,
    );
    await (await start()).stop();
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('a second start on a folder in use is refused in one line', async () => {
  await useStoppedFolder();
  const owner = await startOwner();
  await expect(start()).rejects.toThrow(
    `Another Switchyard (pid ${owner.child.pid}) is already running on ${dataDir}. Stop it, or choose another DATA_DIR.`,
  );
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of two starts at the same instant exactly one runs, also after kill -9', async () => {
  const startTwo = async () => {
    const started = await Promise.allSettled([startOwner(), startOwner()]);
    const refused = started.filter((result) => result.status === 'rejected');
    expect(refused.map((result) => String(result.reason))).toEqual([
      expect.stringMatching(/Another Switchyard \(pid \d+\) is already running/),
    ]);
    return started.find((result) => result.status === 'fulfilled')?.value as Owner;
  };
  const { child } = await startTwo();
  child.kill('SIGKILL');
  await once(child, 'exit');
  await startTwo();
});

test('a start killed while it makes the cluster leaves nothing that hinders the next', async () => {
  const owner = startOwner();
  await vi.waitFor(async () => expect(await draftFiles()).toContain('PG_VERSION'), {
    timeout: 10_000,
    interval: 5,
  });
  owners[0]?.kill('SIGKILL');
  await expect(owner).rejects.toThrow();
  await using server = await start();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a plain user runs the server as itself', async () => {
  const ids = await plainUser();
  if (ids) await chown(dataDir, ids.uid, ids.gid);
  const owner = await startOwner('', ids);
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(ids?.uid ?? process.getuid?.());
});

test('a data folder that cannot be made is one clear line', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const failed = EmbeddedPostgres.start({ dataDir: join(file, 'data'), log });
  await expect(failed).rejects.toThrow(
    /^DATA_DIR \S+ cannot be written: a file has the name of one of its folders\./,
  );
});

test('a lost password file is one clear line, and the folder is free afterwards', async () => {
  await useStoppedFolder();
  const file = join(dataDir, 'postgres-password');
  const password = await readFile(file);
  await rm(file);
  await expect(start()).rejects.toThrow(`${file}, cannot be read; restore the file`);
  await writeFile(file, password);
});

test('a damaged cluster is one clear line that names the log', async () => {
  await useStoppedFolder();
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  const original = await readFile(version);
  await writeFile(version, '12\n');
  const failed = start();
  await expect(failed).rejects.toThrow(/did not start: FATAL.* See .*postgres\.log\.$/);
  await writeFile(version, original);
});

test('a server that something else ended comes back under the same address', async () => {
  await useStoppedFolder();
  await using server = await start();
  await query(server.url, 'create table kept as select 1 as id');
  process.kill(await serverPid(), 'SIGKILL');
  await vi.waitFor(
    async () => expect(await query(server.url, 'select id from kept')).toEqual([{ id: 1 }]),
    SOON,
  );
});

test('a stop while the server is coming back leaves nothing running', async () => {
  await useStoppedFolder();
  const server = await start();
  process.kill(await serverPid(), 'SIGKILL');
  await vi.waitFor(async () => await expect(query(server.url, 'select 1')).rejects.toThrow(), SOON);
  await server.stop();
  await expect(query(server.url, 'select 1')).rejects.toThrow();
  expect(await readdir(dataDir)).not.toContain('switchyard.lock');
});

test('Ctrl-C in a terminal reaches the owner and not its server', async () => {
  await useStoppedFolder();
  const owner = await startOwner(`process.on('SIGINT', () => console.log('interrupted'));`);
  process.kill(-(owner.child.pid as number), 'SIGINT');
  expect(await owner.nextLine()).toBe('interrupted');
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a process that exits without stopping the server takes it along', async () => {
  await useStoppedFolder();
  const owner = await startOwner(`process.on('SIGINT', () => process.exit());`);
  const pid = await serverPid();
  owner.child.kill('SIGINT');
  expect(await endsWithin(pid, 10_000)).toBe(true);
});

/** Saves the time that making a cluster takes, where a test is not about that. */
async function useStoppedFolder(): Promise<void> {
  const copied = await runCommand('cp', ['-a', `${stopped}/.`, dataDir]);
  expect(copied.ok).toBe(true);
}

function start(): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({ dataDir, log });
}

interface Owner {
  child: ChildProcess;
  url: string;
  nextLine(): Promise<string>;
}

/** Another process that starts the server, prints its address and stays. */
async function startOwner(extra = '', ids?: { uid: number; gid: number }): Promise<Owner> {
  const source = `
    import { EmbeddedPostgres } from '${new URL('./embedded-postgres.ts', import.meta.url).href}';
    import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
    const server = await EmbeddedPostgres.start({ dataDir: '${dataDir}', log: createLog('silent') });
    ${extra}
    console.log(server.url);
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    ...ids,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  owners.push(child);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value ?? '');
  const url = await nextLine();
  if (url) return { child, url, nextLine };
  // Its output ends before it does, and until then it holds the folder.
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  throw new Error(errors.join(''));
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Undefined when the tests themselves run as one. */
async function plainUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (!isRoot) return undefined;
  const [uid, gid] = await Promise.all([
    runCommand('id', ['-u', 'nobody']),
    runCommand('id', ['-g', 'nobody']),
  ]);
  if (!uid.ok || !gid.ok) throw new Error('this system has no user nobody');
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

async function draftFiles(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => name.startsWith('postgres.new-')).map((name) => name.split('/').at(-1) ?? '');
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
