import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';

/**
 * A table with sealed columns, as a room hands it in, so that a rotation reaches every sealed value of the product.
 * Names and expressions come from the code, never from outside.
 */
export interface SealedTable {
  /** Its primary key is `id`. */
  table: string;
  /** Column -> SQL expression over the row that gives the context it was sealed with. */
  columns: Record<string, string>;
}

export interface SealedRow {
  id: string;
  values: Array<{ column: string; sealed: Buffer; context: string }>;
}

/** How many values each key has wrapped, over all tables. */
export async function countByKey(db: Db, tables: SealedTable[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, column } of everyColumn(tables)) {
    const rows = await db.slowQuery<{ key: string; count: number }>(
      sql`select sealed_key(${raw(column)}) as key, count(*) from ${raw(table)}
          where ${raw(column)} is not null group by 1`,
      LONG_MS,
    );
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/** The names of all keys in use: hops from one to the next through the index on `sealed_key`. */
export async function keysInUse(db: Db, tables: SealedTable[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { table, column } of everyColumn(tables)) {
    const key = sql`sealed_key(${raw(column)})`;
    const rows = await db.slowQuery<{ key: string }>(
      sql`with recursive hop(key) as (
            (select ${key} from ${raw(table)} where ${key} is not null order by 1 limit 1)
            union all
            select (select ${key} from ${raw(table)} where ${key} > hop.key order by 1 limit 1)
            from hop where hop.key is not null
          ) select key from hop where key is not null`,
      LONG_MS,
    );
    for (const { key: name } of rows) names.add(name);
  }
  return names;
}

/** The next rows, in key order, that hold a value wrapped by another key than `current`. */
export async function findRowsOnOtherKeys(
  db: Db,
  { table, columns }: SealedTable,
  current: string,
  afterId: string,
  limit: number,
): Promise<SealedRow[]> {
  const names = Object.keys(columns);
  const isOther = names.map((name) => sql`sealed_key(${raw(name)}) <> ${current}`);
  const selected = names.flatMap((name, index) => [
    sql`case when sealed_key(${raw(name)}) <> ${current} then ${raw(name)} end as ${raw(`sealed_${index}`)}`,
    sql`${raw(columns[name] ?? '')} as ${raw(`context_${index}`)}`,
  ]);
  const rows = await db.slowQuery<Record<string, unknown> & { id: string }>(
    sql`select id, ${join(selected)} from ${raw(table)}
        where id > ${afterId} and (${join(isOther, ' or ')}) order by id limit ${limit}`,
    LONG_MS,
  );
  return rows.map((row) => ({
    id: row.id,
    values: names.flatMap((column, index) => {
      const sealed = row[`sealed_${index}`];
      return sealed instanceof Buffer ? [{ column, sealed, context: String(row[`context_${index}`]) }] : [];
    }),
  }));
}

/**
 * Replaces a sealed value only if its bytes are unchanged, so that a concurrent password change is never overwritten.
 */
export function replaceSealed(
  table: string,
  id: string,
  changes: Array<{ column: string; from: Buffer; to: Buffer }>,
): Statement {
  const set: Sql[] = changes.map(({ column, to }) => sql`${raw(column)} = ${to}`);
  const same: Sql[] = changes.map(({ column, from }) => sql`${raw(column)} = ${from}`);
  return sql`update ${raw(table)} set ${join(set)} where id = ${id} and ${join(same, ' and ')} returning id`;
}

// Maintenance over large tables, with its own timeout.
const LONG_MS = 60_000;

function everyColumn(tables: SealedTable[]): Array<{ table: string; column: string }> {
  return tables.flatMap(({ table, columns }) => Object.keys(columns).map((column) => ({ table, column })));
}
