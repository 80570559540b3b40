import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../test/support/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { Aborted, DatabaseAway, Db } from './db.ts';
import { createLog } from './log.ts';
import { guarded } from './sql.ts';

let database: TestDatabase;
const log = createLog('silent');

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  await using db = open();
  await db.script(
    `create table things (id int primary key, shared_with xid8 not null default pg_current_xact_id());
     create table sums (name text primary key, total int not null, changes int not null default 0);
     insert into sums values ('one', 0), ('other', 0);`,
    10_000,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

test('transactions of one moment become few, and each has its own answers', async () => {
  await using db = open();
  const answers = await Promise.all(numbers(100, 40).map((id) => db.commit(insertThing(id))));
  expect(answers).toEqual(numbers(100, 40).map((id) => [[{ id }], [{ twice: id * 2 }]]));
  const [shared] = await db.query<{ transactions: number; total: number; changes: number }>(
    sql`select count(distinct shared_with) as transactions, (select total from sums where name = 'one') as total,
          (select changes from sums where name = 'one') as changes
        from things where id between 100 and 139`,
  );
  expect(shared?.transactions).toBeLessThan(20);
  // A shared row is changed once in each.
  expect(shared).toMatchObject({ total: 40, changes: shared?.transactions });
});

test('one that is refused is undone alone', async () => {
  await using db = open();
  const refused = { statements: [insert(210), sql`select ${guarded(sql`false`, 'no')}`], hot: add('one') };
  const settled = await Promise.allSettled(
    numbers(200, 20).map((id) => db.commit(id === 210 ? refused : insertThing(id))),
  );
  const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(reasons).toEqual([new Aborted('no')]);
  const rows = await db.query<{ id: number }>(
    sql`select id from things where id between 200 and 219 order by id`,
  );
  expect(rows.map(({ id }) => id)).toEqual(numbers(200, 20).filter((id) => id !== 210));
});

test('a row that another keeps locked holds up only the transaction that wants it', async () => {
  await using db = open();
  await using other = open();
  await db.commit(insertThing(300));
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const keeping = other.transaction(async (run) => {
    await run(sql`select from things where id = 300 for update`);
    locked();
    await isLet;
  });
  await isLocked;
  const waiting = db.commit({ statements: [sql`delete from things where id = 300 returning id`], hot: null });
  await Promise.all(numbers(301, 20).map((id) => db.commit(insertThing(id))));
  letGo();
  await keeping;
  expect(await waiting).toEqual([[{ id: 300 }]]);
});

test('when the reply to a shared commit is lost, all of it is said to be unknown, and is there', async () => {
  await using proxy = await startDatabaseProxy(database.url);
  // No time passes, so that none of them is given up while it waits.
  await using db = open(proxy.url, 1, { ...systemClock, mono: () => 0 });
  const swallowed = proxy.swallowCommit('insert into things');
  const settled = await Promise.allSettled(numbers(400, 3).map((id) => db.commit(insertThing(id))));
  await swallowed;
  const away = settled.filter((outcome) => outcome.status === 'rejected');
  expect(away.length).toBeGreaterThan(0);
  for (const { reason } of away) expect(reason).toBeInstanceOf(DatabaseAway);
  const rows = await db.query(sql`select id from things where id between 400 and 402`);
  expect(rows).toHaveLength(3);
});

test('a transaction that waits behind commits without an answer fails with them', async () => {
  await using proxy = await startDatabaseProxy(database.url);
  await using db = open(proxy.url);
  await db.commit(insertThing(450));
  proxy.blackhole();
  const failed: string[] = [];
  const noted = (name: string, id: number) => db.commit(insertThing(id)).catch(() => failed.push(name));
  const first = [noted('first', 451), noted('first', 452)];
  const waiting = noted('waiting', 453);
  await Promise.all(first);
  expect(failed.toSorted()).toEqual(['first', 'first', 'waiting']);
  proxy.heal();
  await waiting;
  expect(await db.commit(insertThing(454))).toHaveLength(2);
});

test('groups of two instances that want the same rows never wait for each other in a ring', async () => {
  await using one = open();
  await using other = open();
  const work = [one, other].flatMap((db, index) =>
    numbers(500 + 1_000 * index, 200).map((id) => db.commit(insertThing(id, id % 2 ? 'one' : 'other'))),
  );
  await Promise.all(work);
  const [deadlocks] = await one.query<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(deadlocks?.deadlocks).toBe(0);
});

function open(url = database.url, connections = 4, clock = systemClock): Db {
  return new Db({ url, log, clock, connections });
}

function numbers(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

function insert(id: number) {
  return sql`insert into things (id) values (${id}) returning id`;
}

function insertThing(id: number, sum = 'one') {
  return { statements: [insert(id), sql`select ${id}::int * 2 as twice`], hot: add(sum) };
}

function add(name: string) {
  return {
    row: name,
    amounts: [1],
    statement: ([more]: readonly number[]) =>
      sql`update sums set total = total + ${more}, changes = changes + 1 where name = ${name}`,
  };
}
