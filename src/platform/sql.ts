import sql, { raw, type Sql } from 'sql-template-tag';

/** A statement: plain SQL with its parameters. `name` makes it a prepared statement on hot paths. */
export type Statement = Pick<Sql, 'text' | 'values'> & { name?: string };

export type Row = Record<string, unknown>;

/** Names a statement so that the server plans it once per connection; for hot paths. */
export function prepared(name: string, statement: Sql): Statement {
  return { name, text: statement.text, values: statement.values };
}

/** First in a transaction whose loss in a crash does no harm: its commit does not wait for the disk. */
export const UNSYNCED: Statement = prepared(
  'unsynced',
  sql`select set_config('synchronous_commit', 'off', true)`,
);

/** A column that undoes the whole transaction, as `Aborted`, unless the condition holds. */
export function guarded(condition: Sql, code: string): Sql {
  // Called only on failure, because the call costs more than the condition.
  return sql`case when ${condition} then true else abort_unless(false, ${raw(`'${code}'`)}) end as held`;
}

/** A value for a `json` or `jsonb` parameter. The driver would turn a top-level array into a PostgreSQL array. */
export function json(value: unknown): string {
  // PostgreSQL stores neither NUL nor half a surrogate pair, and web pages hold both.
  const text = JSON.stringify(value ?? null);
  if (!text.includes('\\u')) return text;
  return text.replace(ESCAPE, (found) => (UNSTORABLE.test(found) ? '\\ufffd' : found));
}

const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
// Whole pairs are never escaped by JSON.stringify.
const UNSTORABLE = /^\\u(?:0000|d[89a-f]..)$/;
