import type { Sql } from 'sql-template-tag';
import type { Statement } from './db.ts';

/** Names a statement so that the server plans it once per connection; for hot paths. */
export function prepared(name: string, statement: Sql): Statement {
  return { name, text: statement.text, values: statement.values };
}

/** A value for a `jsonb` parameter. The driver would turn a top-level array into a PostgreSQL array. */
export function json(value: unknown): string {
  return JSON.stringify(value ?? null);
}
