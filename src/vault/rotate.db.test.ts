import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seeded } from '../../test/support/seeded.ts';
import { createTestDatabase } from '../../test/support/test-database.ts';
import type { Clock } from '../platform/clock.ts';
import { systemClock } from '../platform/clock.ts';
import { DatabaseAway, Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { open, seal, sealContext, sealedBy } from './envelope.ts';
import { keepKeys } from './key-keeper.ts';
import { openTestRing } from './key-ring.fixture.ts';
import { KeyServiceAway, keyName } from './key-service.ts';
import { LocalKeyRing } from './local-key-ring.ts';
import { openCredential } from './open-credential.ts';
import { type KeysContext, missingKeys, retireKey, rewrapAll, rotateKeys } from './rotate.ts';
import { countByKey, keysInUse } from './sealed-tables.ts';
import { insertCredential, loadSealed, sealedCredentials, updateCredential } from './store.ts';

const REWRAP = fileURLToPath(new URL('rewrap-process.fixture.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const log = createLog('silent');
const workspaceId = newId('ws');
const fast = { rest: 0 };

test('a rotation brings every value to the new version and all of them open', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 250);
  const made = await rotateKeys(vault.keysContext);
  expect(await rewrapAll(vault.keysContext, fast)).toEqual({ rewrapped: 250, unreadable: 0 });
  expect(await countByKey(vault.db, [sealedCredentials])).toEqual(new Map([[made && keyName(made), 500]]));
  await expectAllOpen(vault, ids);
  expect(await rewrapAll(vault.keysContext, fast)).toEqual({ rewrapped: 0, unreadable: 0 });
});

test('the database names the key of a sealed value as the service does', async () => {
  await using vault = await openVault();
  await fill(vault, 3);
  await rotateKeys(vault.keysContext);
  await fill(vault, 2);
  const names = (await vault.keys.versions()).map(keyName);
  expect(await keysInUse(vault.db, [sealedCredentials])).toEqual(new Set(names));
  expect(await countByKey(vault.db, [sealedCredentials])).toEqual(
    new Map([
      [names[0], 6],
      [names[1], 4],
    ]),
  );
});

test('killed again and again, the rotation ends, and no reader on another instance ever fails', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 900);
  const [before] = await vault.keys.versions();
  await rotateKeys(vault.keysContext);
  const readers = readWhile(vault, ids);
  const oldCount = async () =>
    (await countByKey(vault.db, [sealedCredentials])).get(before ? keyName(before) : '') ?? 0;
  const left = [await oldCount()];
  for (let kills = 0; kills < 3; kills += 1) {
    await killedRewrap(vault, 1 + (kills % 2));
    left.push(await oldCount());
  }
  expect(left[0]).toBe(1_800);
  expect(left.at(-1)).toBeGreaterThan(0);
  // Every killed process had moved some rows before it died.
  for (const [index, count] of left.slice(1).entries()) expect(count).toBeLessThan(left[index] ?? 0);
  await Promise.all([rewrapAll(vault.keysContext, fast), rewrapAll(vault.keysContext, fast)]);
  const { reads, failures } = await readers.stop();
  expect(failures).toEqual([]);
  expect(reads).toBeGreaterThan(100);
  expect(await oldCount()).toBe(0);
  expect(await retireKey({ ...vault.keysContext, clock: later(61_000) }, 1)).toEqual({ refusal: null });
  await expectAllOpen(vault, ids);
}, 120_000);

test('the commands rotate, tell and refuse', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 20);
  expect(await command(vault, 'rotate')).toMatchObject({
    code: 0,
    text: expect.stringContaining('20 rows rewrapped'),
  });
  const status = await command(vault, 'status');
  expect(status.text).toMatch(/\/1 {2}0 sealed values.*\n.*\/2 {2}40 sealed values .*current/);
  expect(await command(vault, 'retire', '1')).toMatchObject({
    code: 1,
    text: expect.stringContaining('a moment ago'),
  });
  await expectAllOpen(vault, ids);
}, 60_000);

test('two rotations at once end in the same state as one after the other', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 400);
  const other = { ...vault.keysContext, keys: await LocalKeyRing.open(vault.folder, systemClock) };
  await Promise.all([rotateKeys(vault.keysContext), rotateKeys(other)]);
  await Promise.all([rewrapAll(vault.keysContext, fast), rewrapAll(other, fast)]);
  expect((await vault.keys.versions()).map(({ version }) => version)).toEqual([1, 2, 3]);
  expect([...(await keysInUse(vault.db, [sealedCredentials]))]).toEqual([
    keyName(await vault.keys.current()),
  ]);
  await expectAllOpen(vault, ids);
});

test('a password that is changed during the rewrap stays changed', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 150);
  // An instance that has not seen the rotation yet, so that it still writes under the old version.
  const [first] = await vault.keys.versions();
  const sealedBefore = await Promise.all(
    ids.map((id) => seal(vault.keys, `changed ${id}`, sealContext(workspaceId, id, 'password'))),
  );
  expect(first && keyName(sealedBy(sealedBefore[0] as Buffer))).toBe(first && keyName(first));
  await rotateKeys(vault.keysContext);
  await Promise.all([
    rewrapAll(vault.keysContext, fast),
    ...ids.map((id, index) => updateCredential(vault.db, workspaceId, id, { password: sealedBefore[index] })),
  ]);
  await rewrapAll(vault.keysContext, fast);
  for (const id of ids) {
    const opened = await openCredential(vault.vaultContext, workspaceId, id);
    expect(opened?.password.reveal()).toBe(`changed ${id}`);
  }
  expect((await keysInUse(vault.db, [sealedCredentials])).size).toBe(1);
});

test('opening a credential on an old version seals it anew', async () => {
  await using vault = await openVault();
  const [id = ''] = await fill(vault, 1);
  const before = await loadSealed(vault.db, workspaceId, id);
  await rotateKeys(vault.keysContext);
  await openCredential(vault.vaultContext, workspaceId, id);
  const after = await loadSealed(vault.db, workspaceId, id);
  expect(after?.sealed.password && sealedBy(after.sealed.password).version).toBe(2);
  // A new data key, so the ciphertext is another one too.
  expect(after?.sealed.password?.subarray(90)).not.toEqual(before?.sealed.password?.subarray(90));
  await expectAllOpen(vault, [id]);
});

test('a row that no key opens is counted and left alone', async () => {
  await using vault = await openVault();
  const [broken = ''] = await fill(vault, 3);
  await vault.db.query(
    sql`update credentials set password = set_byte(password, 100, 255 - get_byte(password, 100)) where id = ${broken}`,
  );
  const before = await loadSealed(vault.db, workspaceId, broken);
  await rotateKeys(vault.keysContext);
  expect(await rewrapAll(vault.keysContext, fast)).toEqual({ rewrapped: 2, unreadable: 1 });
  expect((await loadSealed(vault.db, workspaceId, broken))?.sealed).toEqual(before?.sealed);
});

test('a version is retired only when it is old, quiet and empty', async () => {
  await using vault = await openVault();
  await fill(vault, 2);
  const quiet = { ...vault.keysContext, clock: later(61_000) };
  const refusal = async (ctx: KeysContext, version: number) => (await retireKey(ctx, version)).refusal;
  expect(await refusal(quiet, 1)).toContain('current');
  expect(await refusal(quiet, 9)).toContain('version 9 not found');
  await rotateKeys(vault.keysContext);
  expect(await refusal(vault.keysContext, 1)).toContain('a moment ago');
  expect(await refusal(quiet, 1)).toBe('4 sealed values are still on version 1');
  await rewrapAll(vault.keysContext, fast);
  expect(await refusal(quiet, 1)).toBeNull();
  expect((await vault.keys.versions()).map(({ version }) => version)).toEqual([2]);
});

test('the schedule rotates once when the key is old enough, on any instance', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 5);
  const day = 24 * 60 * 60_000;
  await keepKeys({ ...vault.keysContext, clock: later(89 * day) }, 90);
  expect((await vault.keys.current()).version).toBe(1);
  await keepKeys({ ...vault.keysContext, clock: later(91 * day) }, 0);
  expect((await vault.keys.current()).version).toBe(1);
  const ring = await LocalKeyRing.open(vault.folder, later(91 * day));
  const due = { ...vault.keysContext, keys: ring, clock: later(91 * day) };
  await Promise.all([keepKeys(due, 90), keepKeys(due, 90), keepKeys(due, 90)]);
  expect((await vault.keys.current()).version).toBe(2);
  expect((await keysInUse(vault.db, [sealedCredentials])).size).toBe(1);
  await expectAllOpen(vault, ids);
});

test('a key service that goes away in the middle loses nothing', async () => {
  await using vault = await openVault();
  const ids = await fill(vault, 250);
  await rotateKeys(vault.keysContext);
  let calls = 0;
  const keys = Object.create(vault.keys, {
    unwrap: { value: (...given: Parameters<LocalKeyRing['unwrap']>) => vault.keys.unwrap(...given) },
    current: { value: () => vault.keys.current() },
    wrap: {
      value: (...given: Parameters<LocalKeyRing['wrap']>) => {
        calls += 1;
        return calls > 300 ? Promise.reject(new KeyServiceAway()) : vault.keys.wrap(...given);
      },
    },
  });
  await expect(rewrapAll({ ...vault.keysContext, keys }, fast)).rejects.toThrow(KeyServiceAway);
  await expectAllOpen(vault, ids);
  expect((await rewrapAll(vault.keysContext, fast)).rewrapped).toBeLessThan(250);
  await expectAllOpen(vault, ids);
});

test('a ring that did not seal the stored values is noticed', async () => {
  await using vault = await openVault();
  await fill(vault, 1);
  expect(await missingKeys(vault.keysContext)).toEqual([]);
  await using foreign = await openTestRing();
  expect(await missingKeys({ ...vault.keysContext, keys: foreign.keys })).toEqual([
    keyName(await vault.keys.current()),
  ]);
});

interface Vault extends AsyncDisposable {
  db: Db;
  keys: LocalKeyRing;
  folder: string;
  url: string;
  keysContext: KeysContext;
  vaultContext: Parameters<typeof openCredential>[0];
}

async function openVault(): Promise<Vault> {
  const resources = new AsyncDisposableStack();
  const { url } = resources.use(await createTestDatabase());
  const { keys, folder } = resources.use(await openTestRing());
  const db = resources.use(new Db({ url, log, clock: systemClock, connections: 10 }));
  await db.batch([
    sql`insert into accounts (id, kind) values ('acct_1', 'human')`,
    sql`insert into workspaces (id, account_id) values (${workspaceId}, 'acct_1')`,
  ]);
  return {
    db,
    keys,
    folder,
    url,
    keysContext: { db, keys, tables: [sealedCredentials], clock: systemClock, log },
    vaultContext: { db, keys, log },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Two sealed values each. */
async function fill(vault: Vault, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('cred'));
  const one = async (id: string): Promise<void> => {
    const sealed = (field: string) =>
      seal(vault.keys, `${field} of ${id}`, sealContext(workspaceId, id, field));
    await insertCredential(vault.db, {
      id,
      workspaceId,
      domain: 'shop.example',
      sourceId: null,
      usernameMasked: 'u***',
      username: await sealed('username'),
      password: await sealed('password'),
      totpSecret: null,
      mfa: 'none',
      custody: 'any',
    });
  };
  for (let start = 0; start < count; start += 5) await Promise.all(ids.slice(start, start + 5).map(one));
  return ids;
}

async function expectAllOpen(vault: Vault, ids: string[]): Promise<void> {
  for (const id of ids) {
    const found = await loadSealed(vault.db, workspaceId, id);
    for (const field of ['username', 'password'] as const) {
      const sealed = found?.sealed[field] as Buffer;
      const opened = await open(vault.keys, sealed, sealContext(workspaceId, id, field));
      if (opened !== `${field} of ${id}`) throw new Error(`${field} of ${id} opened as something else`);
    }
  }
}

/** Another instance: a ring of its own over the same file. Reads without re-sealing old values. */
function readWhile(vault: Vault, ids: string[]) {
  const random = seeded(7);
  let isOver = false;
  let reads = 0;
  const failures: string[] = [];
  const loop = (async () => {
    const keys = await LocalKeyRing.open(vault.folder, systemClock);
    while (!isOver) {
      const id = ids[Math.floor(random() * ids.length)] ?? '';
      try {
        const found = await loadSealed(vault.db, workspaceId, id);
        await open(keys, found?.sealed.password as Buffer, sealContext(workspaceId, id, 'password'));
        reads += 1;
      } catch (error) {
        // A machine too busy for the database says nothing about the rotation.
        if (!(error instanceof DatabaseAway)) failures.push(String(error));
      }
    }
  })();
  return {
    async stop() {
      isOver = true;
      await loop;
      return { reads, failures };
    },
  };
}

/** Starts a rewrap in a process of its own and kills it with SIGKILL in the middle of a later batch. */
async function killedRewrap(vault: Vault, batches: number): Promise<void> {
  const child = spawn(process.execPath, [REWRAP, vault.url, vault.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = 0;
  child.stdout.on('data', (dots: Buffer) => {
    said += dots.length;
    if (said >= batches) child.kill('SIGKILL');
  });
  await ended;
  // A process that died by itself would prove nothing.
  expect(child.signalCode).toBe('SIGKILL');
}

async function command(vault: Vault, ...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [MAIN, 'vault', ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: vault.url,
      KMS_KEYS_DIR: vault.folder,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk));
  await once(child, 'close');
  return { code: child.exitCode, text };
}

function later(ms: number): Clock {
  return { ...systemClock, now: () => new Date(Date.now() + ms) };
}
