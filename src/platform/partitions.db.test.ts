import sql, { raw } from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from './clock.ts';
import { DatabaseAway, Db } from './db.ts';
import { createLog } from './log.ts';
import { expectClock, tidyPartitions } from './partitions.ts';

const log = createLog('silent');
const DAY = 86_400_000;
let database: TestDatabase;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase();
  db = new Db({ url: database.url, log, clock: systemClock });
});
afterEach(async () => {
  await db[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** An id as it is made so many days from now. */
function idIn(days: number, n = 0): string {
  const ms = systemClock.now().getTime() + days * DAY;
  return `resp_${ms.toString(16).padStart(12, '0')}${n.toString(16).padStart(20, '0')}`;
}

const addDecision = (id: string) =>
  sql`insert into decisions (run_id, workspace_id, ordinal, decision) values (${id}, 'ws', 0, '{}') on conflict do nothing`;

async function partitionOf(id: string, table = 'decisions'): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>(
    sql`select tableoid::regclass::text as name from ${raw(table)} where run_id = ${id}`,
  );
  return rows[0]?.name;
}

/** A table as it was before there were ranges, with rows. */
async function makeOld(name: string): Promise<void> {
  const table = raw(name);
  await db.query(
    sql`create table ${table} (run_id text, workspace_id text default 'ws', at timestamptz default now(),
          primary key (run_id, workspace_id), foreign key (run_id, workspace_id) references runs)`,
  );
  await db.query(sql`alter table ${table} enable row level security`);
  await db.query(
    sql`create policy tenant on ${table} to switchyard_tenant using (exists (select from runs r where r.id = run_id))`,
  );
  await db.query(sql`grant select on ${table} to switchyard_tenant`);
  await db.query(
    sql`insert into partitioned_tables (name, key_column, prefix, keep) values (${name}, 'run_id', 'resp_', '35 days')`,
  );
}

async function addRuns(ids: string[]): Promise<void> {
  await db.query(
    sql`insert into runs (id, workspace_id, request, routing_class, plan, expires_at, job_id)
        select id, 'ws', '{}', 'smart', '{}', now(), gen_random_uuid() from unnest(${ids}::text[]) as id`,
  );
}

test('a row lands in the range of its time, and one that has none is refused', async () => {
  await tidyPartitions({ db, log });
  for (const days of [-400, 0, 14]) {
    const id = idIn(days);
    await db.query(addDecision(id));
    expect(await partitionOf(id)).toBe('decisions_first');
  }
  const later = idIn(24);
  await db.query(addDecision(later));
  expect(await partitionOf(later)).toMatch(/^decisions_2\d{7}$/);
  const homeless = db.query(addDecision(idIn(60)));
  await expect(homeless).rejects.toThrow(DatabaseAway);
  await expect(homeless).rejects.toThrow('no room for a row: no partition of relation "decisions"');
});

test('a machine whose clock would give ids of another month does not start', async () => {
  const off = (days: number) => ({
    ...systemClock,
    now: () => new Date(systemClock.now().getTime() + days * DAY),
  });
  for (const days of [-6, 0, 6]) await expectClock({ db, clock: off(days) });
  await expect(expectClock({ db, clock: off(60) })).rejects.toThrow('60 days ahead of');
  await expect(expectClock({ db, clock: off(-8) })).rejects.toThrow('8 days behind');
});

test('a table is moved while others write to it, and no row is lost', async () => {
  const known = Array.from({ length: 500 }, (_, n) => idIn(-n / 10, n));
  await addRuns(known);
  await makeOld('big');
  await db.query(sql`insert into big (run_id) select unnest(${known.slice(0, 400)}::text[])`);
  let isOver = false;
  const writing = (async () => {
    const left = known.slice(400);
    for (const id of left) {
      await db.query(sql`insert into big (run_id) values (${id})`);
      if (isOver) await db.query(sql`select 1 from big where run_id = ${id}`);
    }
  })();
  await tidyPartitions({ db, log });
  isOver = true;
  await writing;
  expect(await db.query(sql`select count(*) as rows from big`)).toEqual([{ rows: 500 }]);
  expect(await partitionOf(known[0] ?? '', 'big')).toBe('big_first');
  // Keys hold as before, for old rows and new ones.
  for (const id of [known[0], known[499]])
    await expect(db.query(sql`insert into big (run_id) values (${id})`)).rejects.toThrow('duplicate key');
  await expect(db.query(sql`insert into big (run_id) values (${idIn(1)})`)).rejects.toThrow('foreign key');
  expect(await db.queryFor('ws', sql`select count(*) as rows from big`)).toEqual([{ rows: 500 }]);
  expect(await db.queryFor('other', sql`select count(*) as rows from big`)).toEqual([{ rows: 0 }]);
});

test.each([
  ['begun', ['begin_move']],
  ['checked', ['begin_move', 'check_move']],
  ['finished', ['begin_move', 'check_move', 'finish_move']],
])('a move that was interrupted when it was %s goes on', async (_, done) => {
  await makeOld('big');
  for (const step of done) await db.query(sql`select ${raw(step)}('big')`);
  await Promise.all([tidyPartitions({ db, log }), tidyPartitions({ db, log })]);
  await tidyPartitions({ db, log });
  const [row] = await db.query(sql`select relkind from pg_class where relname = 'big'`);
  expect(row).toEqual({ relkind: 'p' });
});

test('a range goes when all of it is older than the retention', async () => {
  await tidyPartitions({ db, log });
  const dropped = () => db.query<{ name: string }>(sql`select drop_old_partitions() as name`);
  await db.query(addDecision(idIn(0)));
  expect(await dropped()).toEqual([]);
  await db.query(sql`update partitioned_tables set keep = interval '-21 days' where name = 'decisions'`);
  expect(await dropped()).toEqual([{ name: 'decisions_first' }]);
  expect(await db.query(sql`select 1 from decisions`)).toEqual([]);
  expect(await db.query(sql`select 1 from pg_class where relname = 'run_events_first'`)).toHaveLength(1);
});
