import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf } from './failure.ts';
import type { Log } from './log.ts';

const ROWS_AT_ONCE = 5_000;
const LOCK_TRIES = 60;

interface Wanted {
  name: string;
  table_name: string;
  kind: 'primary key' | 'unique' | 'plain';
  definition: string;
  /** A partitioned table has its indexes on its ranges; they are made in one go. */
  is_partitioned: boolean;
}

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Gives the large tables the keys of `wanted_indexes`: their rows get their workspace in batches, an index is built beside all
 * other work, and only its exchange for the old one takes a short lock. Interrupted at any statement, the next call goes on.
 */
export async function changeKeys(client: Client, log: Log): Promise<void> {
  // Asked for again and again: a session that waits in a statement would hold up the building of an index.
  while (!(await isAlone(client))) await delay(200);
  const { rows } = await client.query<Wanted>(
    `select w.*, c.relkind = 'p' as is_partitioned from wanted_indexes w join pg_class c on c.oid = to_regclass(w.table_name)
     order by w.table_name, w.name`,
  );
  for (const wanted of rows) {
    const { name, table_name: table } = wanted;
    if (await lacksWorkspace(client, table)) await fill(client, table);
    if (!wanted.is_partitioned) await build(client, wanted);
    await inShortLock(client, exchange(wanted));
    log.debug({ index: name, table }, 'index changed');
  }
  await client.query(`select pg_advisory_unlock(hashtext('workspace-keys'))`);
}

async function isAlone(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(hashtext('workspace-keys')) as is_alone`);
  return rows[0]?.is_alone;
}

async function lacksWorkspace(client: Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass($1) and attname = 'workspace_id' and not attnotnull`,
    [table],
  );
  return rowCount === 1;
}

async function fill(client: Client, table: string): Promise<void> {
  for (let last: string | null = ''; last !== null; ) {
    const { rows }: pg.QueryResult<{ last: string | null }> = await client.query(
      `with due as (
         select run_id from ${table} where run_id > $1 and workspace_id is null order by run_id limit ${ROWS_AT_ONCE}
       ), filled as (
         update ${table} t set workspace_id = r.workspace_id from runs r
         where r.id = t.run_id and t.workspace_id is null and t.run_id = any(array(select run_id from due))
       )
       select max(run_id) as last from due`,
      [last],
    );
    last = rows[0]?.last ?? null;
  }
  // No statement finds a row without a run.
  await client.query(`delete from ${table} where workspace_id is null`);
  const known = `${table}_workspace_known`;
  const check = `check (workspace_id is not null) not valid`;
  await inShortLock(client, [
    `alter table ${table} drop constraint if exists ${known}`,
    `alter table ${table} add constraint ${known} ${check}`,
  ]);
  await client.query(`alter table ${table} validate constraint ${known}`);
  await inShortLock(client, [
    // The validated constraint saves reading the table once more, under a lock.
    `alter table ${table} alter column workspace_id set not null`,
    `alter table ${table} drop constraint ${known}`,
    `drop policy if exists tenant on ${table}`,
    `create policy tenant on ${table} to switchyard_tenant using (workspace_id = tenant())`,
  ]);
}

async function build(client: Client, { name, table_name: table, kind, definition }: Wanted): Promise<void> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    `select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)`,
    [`${name}_wanted`],
  );
  if (rows[0]?.is_valid) return;
  // One that was interrupted is left behind invalid.
  if (rows[0]) await client.query(`drop index concurrently ${name}_wanted`);
  const what = kind === 'plain' ? 'index' : 'unique index';
  await client.query(`create ${what} concurrently ${name}_wanted on ${table} ${definition}`);
}

function exchange({ name, table_name: table, kind, definition, is_partitioned }: Wanted): string[] {
  const done = `delete from wanted_indexes where name = '${name}'`;
  if (kind !== 'primary key')
    return [`drop index if exists ${name}`, `alter index ${name}_wanted rename to ${name}`, done];
  const added = is_partitioned ? `primary key ${definition}` : `primary key using index ${name}_wanted`;
  return [
    `do $$ declare old text := (select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'p');
     begin execute format('alter table ${table} drop constraint %I', old); end $$`,
    `alter table ${table} add constraint ${name} ${added}`,
    done,
  ];
}

/** A waiting lock request holds up all later ones: it gives up soon and tries again. */
async function inShortLock(client: Client, statements: string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`begin; set local lock_timeout = 1000; ${statements.join('; ')}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      const isBusy = codeOf(error) === '55P03';
      if (!isBusy || attempt === LOCK_TRIES) throw error;
    }
  }
}
