import pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { hasPgBouncer, startPgBouncer } from '../../test/support/pgbouncer.ts';
import { SOON } from '../../test/support/soon.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { Aborted, DatabaseAway, Db } from './db.ts';
import { createLog } from './log.ts';
import { prepared } from './sql.ts';

const log = createLog('silent');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase('empty');
  await using db = new Db({ url: database.url, log, clock: systemClock });
  await db.script(
    `create table things (id int primary key, n int not null default 0);
           create function abort_unless(held boolean, code text) returns boolean language plpgsql as $$
           begin
             if not held then raise exception using errcode = 'SY001', message = code; end if;
             return true;
           end $$;
           -- Found well before a question is given up, also on a busy machine.
           do $$ begin execute format('alter database %I set deadlock_timeout = 100', current_database()); end $$;`,
    10_000,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

interface Setup {
  db: Db;
  proxy: DatabaseProxy;
}

async function setUp(connections?: number): Promise<Setup> {
  const proxy = await startDatabaseProxy(database.url);
  const db = new Db({ url: proxy.url, log, clock: systemClock, connections });
  onTestFinished(async () => {
    proxy.heal();
    await db[Symbol.asyncDispose]().catch(() => undefined);
    await proxy[Symbol.asyncDispose]();
  });
  return { db, proxy };
}

const slowly = sql`select pg_sleep(60)`;

test('a connection cut under a question says that the database is away, and the next question works', async () => {
  const { db, proxy } = await setUp();
  await db.query(sql`select 1`);
  const answers = [db.query(slowly), db.batch([slowly]), db.transaction((run) => run(slowly))];
  const settled = Promise.allSettled(answers);
  await expect.poll(() => connectionsAt('pg_sleep'), SOON).toBe(3);
  proxy.cut();
  for (const outcome of await settled) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) });
  }
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a server that became a standby is away, and its connections are not kept', async () => {
  const { db } = await setUp(1);
  const pid = async () => (await db.query(sql`select pg_backend_pid() as pid`))[0]?.pid;
  const before = await pid();
  const becomeReadOnly = sql`set default_transaction_read_only = on`;
  await db.query(becomeReadOnly);
  const write = sql`insert into things (id) values (110) on conflict do nothing`;
  const refused = await db.query(write).catch((error) => error);
  expect(refused).toBeInstanceOf(DatabaseAway);
  expect(refused.message).toContain('read-only transaction');
  expect(await pid()).not.toBe(before);
  await db.query(write);
  expect(await db.query(sql`delete from things where id = 110 returning id`)).toEqual([{ id: 110 }]);
});

test('a connection cut between the statements of a transaction harms no other work', async () => {
  const { db, proxy } = await setUp();
  const transaction = db.transaction(async (run) => {
    await run(sql`insert into things (id) values (100)`);
    proxy.cut();
    await expect.poll(() => connectionsIn('idle in transaction'), SOON).toBe(0);
    await run(sql`insert into things (id) values (101)`);
  });
  await expect(transaction).rejects.toThrow(DatabaseAway);
  expect(await db.query(sql`select id from things where id >= 100`)).toEqual([]);
});

test('a silent database is given up within three seconds, by every caller, and found again after it heals', async () => {
  const { db, proxy } = await setUp(4);
  await Promise.all(Array.from({ length: 4 }, () => db.query(sql`select 1`)));
  proxy.blackhole();
  const startedAt = performance.now();
  const answers = await Promise.allSettled([
    ...Array.from({ length: 12 }, () => db.query(sql`select 1`)),
    db.batch([sql`select 1`]),
    db.transaction((run) => run(sql`select 1`)),
  ]);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseAway) });
  proxy.heal();
  await expect.poll(() => db.query(sql`select 1 as one`).catch(() => null), SOON).toEqual([{ one: 1 }]);
});

test.each([
  ['asks', async (db: Db) => db.query(sql`select 1`)],
  ['connects', async () => undefined],
])('answers that arrived while this process %s and stood still are read, not given up', async (_, before) => {
  await using db = new Db({ url: database.url, log, clock: systemClock });
  await before(db);
  const answer = db.query(sql`select 1 as one`);
  // Until the statement, or the first packet of the connection, is on its way.
  await new Promise((resolve) => setTimeout(resolve, 5));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await answer).toEqual([{ one: 1 }]);
});

test('it can be closed while the database says nothing', async () => {
  const { db, proxy } = await setUp();
  await db.query(sql`select 1`);
  proxy.blackhole();
  const startedAt = performance.now();
  await db[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test('a refused connection is a database that is away', async () => {
  const { db, proxy } = await setUp();
  proxy.refuse();
  await expect(db.query(sql`select 1`)).rejects.toThrow(DatabaseAway);
});

test('waits for a connection are counted and refused above the limit', async () => {
  const { db } = await setUp(1);
  const settled = await Promise.allSettled(
    Array.from({ length: 300 }, () => db.query(sql`select pg_sleep(0.001)`)),
  );
  const refused = settled.filter((answer) => answer.status === 'rejected');
  expect(refused).not.toHaveLength(0);
  for (const answer of refused) expect(answer.reason).toBeInstanceOf(DatabaseAway);
});

test('a caller counts as waiting where no connection is left for it', async () => {
  const { db } = await setUp(2);
  const asked = [1, 2, 3].map((seconds) => db.query(sql`select pg_sleep(${seconds / 100})`));
  expect(db.load.waiting).toBe(1);
  await Promise.all(asked);
  asked.push(db.query(sql`select 1`));
  expect(db.load.waiting).toBe(0);
  await Promise.all(asked);
});

test('a lost reply to a commit is reported as away, though the transaction is there', async () => {
  const { db, proxy } = await setUp();
  const swallowed = proxy.swallowCommit('insert into things');
  await expect(db.batch([sql`insert into things (id) values (200)`])).rejects.toThrow(DatabaseAway);
  await swallowed;
  expect(await db.query(sql`select id from things where id = 200`)).toEqual([{ id: 200 }]);
});

test('a guard that finds nothing undoes the whole batch', async () => {
  const { db } = await setUp();
  const batch = db.batch([
    sql`insert into things (id) values (300)`,
    sql`select abort_unless(false, 'superseded')`,
    sql`insert into things (id) values (301)`,
  ]);
  await expect(batch).rejects.toMatchObject(new Aborted('superseded'));
  expect(await db.query(sql`select id from things where id >= 300`)).toEqual([]);
});

test('a text of several statements that fails in the middle leaves no open transaction behind', async () => {
  const { db } = await setUp(1);
  await expect(db.script('begin; select 1 / 0; commit', 2_000)).rejects.toThrow('division by zero');
  expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('of two transactions that block each other, the undone one is repeated', async () => {
  const { db } = await setUp();
  await db.batch([sql`insert into things (id) values (401), (402)`]);
  const held = new Set<number>();
  const both = Promise.withResolvers<void>();
  const cross = (first: number, second: number) =>
    db.transaction(async (run) => {
      await run(sql`update things set n = n + 1 where id = ${first}`);
      if (held.add(first).size === 2) both.resolve();
      await both.promise;
      await run(sql`update things set n = n + 1 where id = ${second}`);
    });
  await Promise.all([cross(401, 402), cross(402, 401)]);
  expect(await db.query(sql`select n from things where id in (401, 402)`)).toEqual([{ n: 2 }, { n: 2 }]);
});

async function connectionsIn(state: string): Promise<number> {
  await using db = new Db({ url: database.url, log, clock: systemClock });
  const rows = await db.query(
    sql`select 1 from pg_stat_activity where state = ${state} and datname = current_database()`,
  );
  return rows.length;
}

async function connectionsAt(text: string): Promise<number> {
  await using db = new Db({ url: database.url, log, clock: systemClock });
  const rows = await db.query(
    sql`select 1 from pg_stat_activity where query like ${`%${text}%`} and state = 'active' and pid <> pg_backend_pid()
        and datname = current_database()`,
  );
  return rows.length;
}

test.skipIf(!hasPgBouncer)(
  'behind a pooler statements have no name and settings end with the transaction',
  async () => {
    await using pooler = await startPgBouncer(database.url, 1);
    await using one = new Db({ url: pooler.url, log, clock: systemClock });
    await using other = new Db({ url: pooler.url, log, clock: systemClock });
    const limit = sql`select current_setting('statement_timeout') as value`;
    expect(await one.slowQuery(limit, 60_000)).toEqual([{ value: '1min' }]);
    for (const db of [one, other]) {
      expect(await db.query(prepared('same_name', limit))).toEqual([{ value: '10s' }]);
      expect(await db.transaction((run) => run(limit))).toEqual([{ value: '10s' }]);
    }
    // The same name with another text: by its name the first one would be answered.
    expect(await other.query(prepared('same_name', sql`select 2 as value`))).toEqual([{ value: 2 }]);
    await expect(one.query(sql`select 1 / 0`)).rejects.toThrow('division by zero');
    const session = new pg.Client(pooler.url);
    await session.connect();
    const { rows } = await session.query(`select current_setting('statement_timeout') as value, name
    from (select 1) as row left join pg_prepared_statements on true`);
    expect(rows).toEqual([{ value: '0', name: null }]);
    await session.end();
  },
);

test.skipIf(!hasPgBouncer)(
  'behind a pooler a limit of the database saves setting one with each transaction',
  async () => {
    await using server = new Db({ url: database.url, log, clock: systemClock });
    await server.query(
      sql`alter database ${raw(new URL(database.url).pathname.slice(1))} set statement_timeout = '7s'`,
    );
    await using pooler = await startPgBouncer(database.url, 1);
    await using db = new Db({ url: pooler.url, log, clock: systemClock });
    const limit = sql`select current_setting('statement_timeout') as value`;
    expect(await db.query(limit)).toEqual([{ value: '7s' }]);
    expect(await db.slowQuery(limit, 60_000)).toEqual([{ value: '1min' }]);
    expect(await db.query(limit)).toEqual([{ value: '7s' }]);
  },
);
