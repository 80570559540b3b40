import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { hasPgBouncer, startPgBouncer } from '../../test/support/pgbouncer.ts';
import { SOON } from '../../test/support/soon.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { Db } from './db.ts';
import { createLog } from './log.ts';
import { ChangeNotices } from './notify.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('empty');
});
afterAll(() => database[Symbol.asyncDispose]());

interface Listener {
  notices: ChangeNotices;
  heard: Set<string>;
}

function listen(url: string, sendsTo = url): Listener {
  const log = createLog('silent');
  const db = new Db({ url: sendsTo, log, clock: systemClock, connections: 2 });
  onTestFinished(() => db[Symbol.asyncDispose]());
  const notices = new ChangeNotices({ url, db, log, clock: systemClock });
  const heard = new Set<string>();
  notices.onChange((id) => heard.add(id));
  notices.start();
  onTestFinished(() => notices[Symbol.asyncDispose]());
  return { notices, heard };
}

/** Hints may be lost while a connection is being made, so it repeats the hint until it is heard. */
async function untilHeard(from: Listener, to: Listener, id: string, timeout: number): Promise<void> {
  await expect
    .poll(
      () => {
        from.notices.publish(id);
        return to.heard.has(id);
      },
      { timeout, interval: 100 },
    )
    .toBe(true);
}

async function throughProxy(): Promise<{ near: Listener; far: Listener; proxy: DatabaseProxy }> {
  const proxy = await startDatabaseProxy(database.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const [near, far] = [listen(database.url), listen(proxy.url)];
  await untilHeard(near, far, 'first', 20_000);
  await untilHeard(far, near, 'second', 20_000);
  return { near, far, proxy };
}

test('one instance tells, the others hear, with any number of ids at once', async () => {
  const { near, far } = await throughProxy();
  const ids = Array.from({ length: 1_000 }, (_, index) => `resp_${index}`);
  for (const id of ids) near.notices.publish(id);
  await expect.poll(() => ids.filter((id) => far.heard.has(id)).length, SOON).toBe(1_000);
});

test('a cut connection is made again', async () => {
  const { near, far, proxy } = await throughProxy();
  proxy.cut();
  await untilHeard(near, far, 'after', 20_000);
  await untilHeard(far, near, 'back', 20_000);
});

test('a silent connection is found out and replaced soon after healing', async () => {
  const { near, far, proxy } = await throughProxy();
  proxy.blackhole();
  // The ping has failed, and so has an attempt to connect anew.
  await expect.poll(() => proxy.dialled(), { timeout: 30_000 }).toBeGreaterThan(2);
  proxy.cut();
  proxy.heal();
  await untilHeard(near, far, 'after', 25_000);
}, 60_000);

test('it can be disposed of while the database says nothing', async () => {
  const { far, proxy } = await throughProxy();
  proxy.blackhole();
  const startedAt = performance.now();
  await far.notices[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test.skipIf(!hasPgBouncer)(
  'behind a pooler it says that no notice arrives, and those of others are still sent',
  async () => {
    await using pooler = await startPgBouncer(database.url);
    const [swallowed, near] = [listen(pooler.url), listen(database.url)];
    await expect.poll(() => near.notices.arrive, SOON).toBe(true);
    await untilHeard(swallowed, near, 'over', 20_000);
    expect(swallowed.notices.arrive).toBe(false);
    expect([...swallowed.heard]).toEqual([]);
  },
);
