import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { systemClock } from '../../src/platform/clock.ts';
import { Db, type Row } from '../../src/platform/db.ts';
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { spellings } from '../../src/platform/redactor.ts';

/** Secrets that are one of a kind, so that finding one anywhere proves a leak. In the alphabet that a seed allows. */
export class Canaries {
  readonly values: string[] = [];

  make(): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const made = [...randomBytes(32)].map((byte) => letters[byte % 32]).join('');
    this.values.push(made);
    return made;
  }

  /** Those that a text holds, in any spelling. */
  findIn(text: string): string[] {
    return findAny(text, this.values);
  }
}

const PLANTED = 'PLANTED-CANARY-0123456789';

/** Whether the search would see one in this text, in each of the spellings. */
export function canSee(text: string): boolean {
  return spellings(PLANTED).every((spelled) => findAny(`${text} ${spelled}`, [PLANTED]).length === 1);
}

/** Every row of every table as text; sealed bytes come as hex. */
export async function dumpDatabase(db: Db): Promise<string> {
  const tables = await db.query<Row & { name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = [];
  for (const { name } of tables) {
    rows.push(...(await db.query(sql`select row_to_json(t)::text as line from ${raw(name)} t`)));
  }
  return rows.map((row) => row.line).join('\n');
}

/** The same, of the embedded database that a dead service left below its folder. */
export async function dumpLeftDatabase(dataDir: string): Promise<string> {
  const log = createLog('silent');
  const postgres = await EmbeddedPostgres.start({ dataDir, log });
  try {
    await using db = new Db({ url: postgres.url, log, clock: systemClock });
    return await dumpDatabase(db);
  } finally {
    await postgres.stop();
  }
}

/** The names and bytes of every file below a folder, each byte as one character. */
export async function dumpFolder(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  return texts.join('\n');
}

function findAny(text: string, values: string[]): string[] {
  const folded = text.toLowerCase();
  return values.filter((value) => spellings(value).some((spelled) => folded.includes(spelled.toLowerCase())));
}
