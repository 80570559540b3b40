import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { StartupError } from '../errors.ts';
import type { Tx } from './db.ts';

const FORMAT = 'switchyard-backup-2';
const ROWS_AT_ONCE = 500;

const tableShape = z.object({ table: z.string() });
const partShape = z.object({ part: z.string() }).transform(({ part }) => ({ name: part }));
const recordShape = z.object({ record: z.record(z.string(), z.unknown()) });

export interface BackupSummary {
  tables: number;
  rows: number;
  /** Records by part. */
  parts: Record<string, number>;
  /** Tables and columns of another version that have no counterpart here. */
  leftOut: string[];
}

/** Data outside the database, such as captured files. `read` runs after the snapshot of the database was taken. */
export interface BackupPart {
  name: string;
  read(): AsyncIterable<Record<string, unknown>>;
}

/** Puts one record of a part back, before the restored rows are committed. */
export type RestorePart = (record: Record<string, unknown>) => Promise<void>;

/**
 * Every row of the product as of one moment, then the parts, as compressed lines of JSON. It needs no client programs
 * and reads any server the service runs on. The job queue is left out: tidying gives every live run a new job.
 */
export async function backUp(url: string, file: string, parts: BackupPart[] = []): Promise<BackupSummary> {
  const client = new pg.Client(url);
  await client.connect();
  const summary: BackupSummary = { tables: 0, rows: 0, parts: {}, leftOut: [] };
  async function* lines() {
    await client.query('begin isolation level repeatable read read only');
    yield `${JSON.stringify({ format: FORMAT, migrations: await migrationsOf(client) })}\n`;
    for (const table of await tablesOf(client)) {
      yield `${JSON.stringify({ table })}\n`;
      summary.tables += 1;
      await client.query(
        `declare rows no scroll cursor for select row_to_json(t)::text as row from ${quoted(table)} t`,
      );
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows`);
        if (rows.length === 0) break;
        summary.rows += rows.length;
        yield rows.map(({ row }) => `${row.replaceAll('\n', ' ')}\n`).join('');
      }
      await client.query('close rows');
    }
    await client.query('commit');
    for (const part of parts) {
      yield `${JSON.stringify({ part: part.name })}\n`;
      for await (const record of part.read()) {
        summary.parts[part.name] = (summary.parts[part.name] ?? 0) + 1;
        yield `${JSON.stringify({ record })}\n`;
      }
    }
  }
  try {
    // A file that exists keeps its mode, and the backup opens every stored login.
    await rm(file, { force: true });
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    );
  } finally {
    await client.end();
  }
  return summary;
}

/**
 * Into a migrated database without runs; all rows or none. `partFor` opens the target of a part once the rows of the
 * tables are in place.
 */
export async function restore(
  url: string,
  file: string,
  partFor: (name: string, run: Tx) => Promise<RestorePart>,
  from: 'this version' | 'any version' = 'this version',
): Promise<BackupSummary> {
  const client = new pg.Client(url);
  await client.connect();
  const summary: BackupSummary = { tables: 0, rows: 0, parts: {}, leftOut: [] };
  try {
    await client.query('begin');
    await refuseUsed(client);
    let table: string | null = null;
    let waiting: string[] = [];
    const flush = async () => {
      const [first] = waiting;
      if (table === null || first === undefined) return;
      const columns = await sharedColumns(client, table, Object.keys(JSON.parse(first)), summary);
      if (columns !== '') {
        summary.rows += waiting.length;
        const insert = `insert into ${quoted(table)} (${columns}) select ${columns} from json_populate_recordset(null::${quoted(table)}, $1::json)`;
        await client.query(insert, [`[${waiting.join(',')}]`]);
      }
      waiting = [];
    };
    const input = createReadStream(file).pipe(createGunzip());
    let isFirst = true;
    let part: { name: string; put: RestorePart } | null = null;
    const run: Tx = async ({ text, values }) => (await client.query(text, values)).rows;
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isFirst) await refuseOther(client, line, from);
      else if (line.startsWith('{"part":')) {
        await flush();
        const { name } = partShape.parse(JSON.parse(line));
        part = { name, put: await partFor(name, run) };
      } else if (part) {
        await part.put(recordShape.parse(JSON.parse(line)).record);
        summary.parts[part.name] = (summary.parts[part.name] ?? 0) + 1;
      } else if (line.startsWith('{"table":')) {
        await flush();
        table = tableShape.parse(JSON.parse(line)).table;
        if (!(await columnsOf(client, table)).length) continue;
        summary.tables += 1;
        await client.query(`alter table ${quoted(table)} disable trigger user`);
        await client.query(`delete from ${quoted(table)}`);
      } else {
        waiting.push(line);
        if (waiting.length >= ROWS_AT_ONCE) await flush();
      }
      isFirst = false;
    }
    if (isFirst) throw notABackup();
    await flush();
    for (const one of await tablesOf(client))
      await client.query(`alter table ${quoted(one)} enable trigger user`);
    await client.query('commit');
    return summary;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) throw notABackup();
    if (code.startsWith('23')) {
      const { message } = error as Error;
      throw new StartupError(`The file does not fit this version: ${message}.`, { cause: error });
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** The quoted columns of a saved row that the table has too; empty without such a table. */
async function sharedColumns(
  client: pg.Client,
  table: string,
  saved: string[],
  { leftOut }: BackupSummary,
): Promise<string> {
  const here = await columnsOf(client, table);
  const lost =
    here.length === 0
      ? [table]
      : saved.filter((name) => !here.includes(name)).map((name) => `${table}.${name}`);
  for (const name of lost) if (!leftOut.includes(name)) leftOut.push(name);
  return saved
    .filter((name) => here.includes(name))
    .map(quoted)
    .join(', ');
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [quoted(table)],
  );
  return rows.map(({ name }) => name);
}

function notABackup(): StartupError {
  return new StartupError('The file is not a backup of this service, or it is damaged.');
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from runs limit 1');
  if (rowCount !== 0) throw new StartupError('The database already holds runs. Use an empty one.');
}

async function refuseOther(client: pg.Client, line: string, from: string): Promise<void> {
  let head: { format?: string; migrations?: string[] };
  try {
    head = JSON.parse(line);
  } catch {
    throw notABackup();
  }
  if (head.format !== FORMAT) throw notABackup();
  if (from === 'any version') return;
  const here = await migrationsOf(client);
  if (JSON.stringify(here) !== JSON.stringify(head.migrations))
    throw new StartupError(
      'The backup was made by another version. Restore it with that version, or use `switchyard import`.',
    );
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** Tables of the service in an order in which each comes after those it refers to. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; refers: string[] }>(
    `select c.relname as name,
            coalesce(array_agg(distinct f.relname::text) filter (where f.relname is not null and f.oid <> c.oid), '{}') as refers
     from pg_class c
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     left join pg_class f on f.oid = k.confrelid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace and c.relname not in ('migrations', 'partitioned_tables')
     group by c.relname order by c.relname`,
  );
  const ordered: string[] = [];
  const add = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const other of rows.find((row) => row.name === name)?.refers ?? []) add(other);
    ordered.push(name);
  };
  for (const { name } of rows) add(name);
  return ordered;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
