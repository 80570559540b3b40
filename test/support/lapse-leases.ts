import { Client } from 'pg';

/**
 * Speeds up the time: everything that a killed instance holds is free for the others now, and not half a minute later. Work of a
 * living one is at worst done twice, as after any standstill.
 */
export async function lapseLeases(databaseUrl: string, pid: number | undefined): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const dead = [`%:${pid}:%`];
    await client.query(
      `update runs set lease_expires_at = now() where owner like $1 and finished_at is null`,
      dead,
    );
    // Also those that it took and had not begun.
    await client.query(
      `update pgboss.job set start_after = now(), heartbeat_on = now() - interval '1 hour'
       where data ->> 'subject' in (select id from runs where finished_at is null and (owner is null or owner like $1))`,
      dead,
    );
    await client.query(
      `update webhook_deliveries set lease_expires_at = now() where lease_expires_at is not null`,
    );
    await client.query(`update idempotency_keys set claimed_until = now() where run_id is null`);
  } finally {
    await client.end();
  }
}
