import type pg from 'pg';

/**
 * Whether something stands between this connection and the server, such as PgBouncer: it tells a process id of its own, and
 * the session behind it may change with every transaction.
 */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID;
}
