import type pg from 'pg';

/**
 * Whether a pooler such as PgBouncer is between this connection and the server: it reports its own process id, and the
 * session behind it may change with every transaction.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  return (await sessionBehind(client)).isPooled;
}

/** The same, and whether the server limits statements by itself, for this role or this database. */
export async function sessionBehind(
  client: pg.ClientBase,
): Promise<{ isPooled: boolean; isLimited: boolean }> {
  const { rows } = await client.query<{ pid: number; is_limited: boolean }>(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') <> '0' as is_limited`,
  );
  const { processID } = client as unknown as { processID: number };
  return { isPooled: rows[0]?.pid !== processID, isLimited: rows[0]?.is_limited ?? false };
}
