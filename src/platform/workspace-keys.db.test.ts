import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createLog } from './log.ts';
import { changeKeys } from './workspace-keys.ts';

const log = createLog('silent');
const ROWS = 6_000;
let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = await connect();
});
afterEach(async () => {
  await client.end();
  await database[Symbol.asyncDispose]();
});

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: database.url });
  made.on('error', () => undefined);
  await made.connect();
  return made;
}

/** A table as it was before, with rows of two workspaces and one row of no run. */
async function makeOld(): Promise<void> {
  await client.query(`
    insert into runs (id, workspace_id, request, routing_class, plan, expires_at, job_id)
    select 'resp_' || lpad(n::text, 32, '0'), 'ws_' || n % 2, '{}', 'smart', '{}', now(), gen_random_uuid()
    from generate_series(1, ${ROWS}) n;
    create table big (run_id text, ordinal integer, token text not null, workspace_id text, primary key (run_id, ordinal));
    create unique index big_token on big (token);
    alter table big enable row level security;
    create policy tenant on big to switchyard_tenant using (exists (select from runs r where r.id = run_id));
    grant select on big to switchyard_tenant;
    insert into big select id, 0, id from runs;
    insert into big values ('resp_nobody', 0, 'nobody');
    insert into wanted_indexes values ('big_pkey', 'big', 'primary key', '(run_id, ordinal, workspace_id)'),
      ('big_token', 'big', 'plain', '(token)')`);
}

async function state() {
  const { rows } = await client.query(`
    select (select string_agg(pg_get_indexdef(indexrelid), '; ' order by indexrelid::regclass::text)
            from pg_index where indrelid = 'big'::regclass and indisvalid) as indexes,
      (select count(*)::int from big b join runs r on r.id = b.run_id and r.workspace_id = b.workspace_id) as owned,
      (select count(*)::int from wanted_indexes) as wanted,
      (select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'big'::regclass) as policy`);
  return rows[0];
}

const DONE = {
  indexes:
    'CREATE UNIQUE INDEX big_pkey ON public.big USING btree (run_id, ordinal, workspace_id); CREATE INDEX big_token ON public.big USING btree (token)',
  owned: ROWS,
  wanted: 0,
  policy: '(workspace_id = tenant())',
};

test('a table gets the keys with its workspace, and its rows are those of their workspace', async () => {
  await makeOld();
  await changeKeys(client, log);
  expect(await state()).toEqual(DONE);
  const insert = (values: string) => client.query(`insert into big values ${values}`);
  const [first] = (await client.query('select * from big limit 1')).rows;
  await expect(insert(`('${first.run_id}', 0, 'x', '${first.workspace_id}')`)).rejects.toThrow(
    'duplicate key',
  );
  await expect(insert(`('resp_1', 0, 'x', null)`)).rejects.toThrow('not-null');
  await client.query(`begin; set local role switchyard_tenant; set local switchyard.workspace = 'ws_1'`);
  expect((await client.query('select count(*)::int as rows from big')).rows).toEqual([{ rows: ROWS / 2 }]);
  await client.query('rollback');
});

test('interrupted before every statement, it goes on at the next start', async () => {
  await makeOld();
  let statements = 0;
  for (let isOver = false; !isOver; statements += 1) {
    const other = await connect();
    let sent = 0;
    const query = (...args: Parameters<pg.Client['query']>) => {
      sent += 1;
      if (sent > statements) throw new Error('interrupted');
      return other.query(...args);
    };
    isOver = await changeKeys({ query } as unknown as pg.Client, log).then(
      () => true,
      (error: Error) => {
        if (error.message !== 'interrupted') throw error;
        return false;
      },
    );
    await other.end();
  }
  expect(statements).toBeGreaterThan(10);
  expect(await state()).toEqual(DONE);
});

test('an index whose making was cut off is made anew', async () => {
  await makeOld();
  // Every row has the same value: it is left behind invalid.
  const cutOff = client.query('create unique index concurrently big_pkey_wanted on big ((1))');
  await expect(cutOff).rejects.toThrow('could not create unique index');
  await changeKeys(client, log);
  expect(await state()).toEqual(DONE);
});

test('of two at once the second waits and finds nothing left to do', async () => {
  await makeOld();
  const other = await connect();
  await Promise.all([changeKeys(client, log), changeKeys(other, log)]);
  await other.end();
  expect(await state()).toEqual(DONE);
});
