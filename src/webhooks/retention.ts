import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../platform/db.ts';

/** Retention: old secrets after their grace period, deliveries and events after 30 days. */

const KEPT = sql`interval '30 days'`;
const BATCH = 1_000;
const MOST_BATCHES = 50;
const PATIENCE_MS = 10_000;

/** Works in small batches for at most a minute. Several instances may do it at once. */
export async function forgetOld(db: Db): Promise<void> {
  await db.query(forgetOldSecrets);
  for (const statement of [forgetDeliveries, forgetEvents, forgetEndpoints]) {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      const forgotten = await db.slowQuery(statement, PATIENCE_MS);
      if (forgotten.length < BATCH) break;
    }
  }
}

const forgetOldSecrets = sql`delete from webhook_old_secrets where expires_at <= db_now()`;

/** An id begins with its time in milliseconds: old rows are at the beginning of the primary key. */
function isOld(prefix: string, table: Sql): Sql {
  const oldest = sql`${prefix}::text || lpad(to_hex((extract(epoch from db_now() - ${KEPT}) * 1000)::bigint), 12, '0')`;
  return sql`${table}.id < (select ${oldest}) and ${table}.created_at < db_now() - ${KEPT}`;
}

const forgetDeliveries = sql`
  delete from webhook_deliveries where ctid = any(array(
    select d.ctid from webhook_deliveries d where ${isOld('whdel_', sql`d`)} and d.status <> 'pending'
    order by d.id limit ${BATCH} for update skip locked))
  returning 1`;

// A delivery id begins like its event id; the event column alone has no index.
const isOf = sql`d.id >= 'whdel_' || substr(v.id, 5, 16) and d.id < 'whdel_' || substr(v.id, 5, 16) || 'g' and d.event_id = v.id`;

const forgetEvents = sql`
  delete from webhook_events where ctid = any(array(
    select v.ctid from webhook_events v
    where ${isOld('evt_', sql`v`)} and not exists (select 1 from webhook_deliveries d where ${isOf})
    order by v.id limit ${BATCH} for update skip locked))
  returning 1`;

const forgetEndpoints = sql`
  delete from webhook_endpoints where ctid = any(array(
    select e.ctid from webhook_endpoints e
    where e.deleted_at < db_now() - ${KEPT} and not exists (select 1 from webhook_deliveries d where d.endpoint_id = e.id)
    limit ${BATCH} for update skip locked))
  returning 1`;
