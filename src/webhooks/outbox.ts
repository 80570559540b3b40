import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../platform/db.ts';
import { prepared, UNSYNCED } from '../platform/sql.ts';
import type { ResponseEvent } from './event.ts';
import type { Schedule } from './schedule.ts';

/** The SQL of the outbox: events are inserted with the change they announce, deliveries are claimed. */

export interface Emission {
  workspaceId: string;
  runId: string;
  type: ResponseEvent;
  /** The interaction's id for `response.requires_action`, else empty. */
  discriminator: string;
  /** The event's number; null for the counter on the run's row, incremented in the same transaction. */
  sequence: number | null;
  eventId: string;
  /** From `renderEvent`; null for a terminal event, whose body is rendered at its first attempt. */
  body: string | null;
}

/**
 * Part of the transaction of the state change: inserts the event and one delivery per subscribed endpoint. Without
 * subscribers it costs one index look-up. Returns one row per delivery; see `hasDeliveries`.
 */
export function emitStatement(event: Emission): Statement {
  const schedule: Schedule = event.type === 'response.requires_action' ? 'interaction' : 'terminal';
  return prepared(
    'emit_webhook_event',
    sql`select emit_webhook_event(${event.eventId}, ${event.workspaceId}, ${event.runId}, ${event.type}, ${event.discriminator},
          ${event.sequence}, ${event.body}, ${schedule}) as webhook_delivery_id`,
  );
}

// As in `emit_webhook_event`.
const deliveryId = sql`'whdel_' || substr(event.id, 5, 16) || substr(md5(event.id || wanted.id), 1, 16)`;

/** True when a transaction's results contain deliveries to send. */
export function hasDeliveries(answers: Row[][]): boolean {
  return answers.some((rows) => rows[0] !== undefined && 'webhook_delivery_id' in rows[0]);
}

/** A sample event for one endpoint, with any subscription. */
export function emitTestStatement(
  event: Omit<Emission, 'sequence'> & { body: string; sequence: number },
  endpointId: string,
): Statement {
  return sql`with wanted as (select ${endpointId}::text as id), event as (
               insert into webhook_events (id, workspace_id, run_id, type, discriminator, sequence, body)
               values (${event.eventId}, ${event.workspaceId}, ${event.runId}, ${event.type}, ${event.discriminator},
                       ${event.sequence}, ${event.body})
               returning id
             )
             insert into webhook_deliveries (id, endpoint_id, event_id, schedule)
             select ${deliveryId}, wanted.id, event.id, 'test' from event cross join wanted
             returning id`;
}

export interface Claimed {
  id: string;
  endpointId: string;
  workspaceId: string;
  url: string;
  /** Sealed; the current one first. */
  secrets: Buffer[];
  /** False when the endpoint was disabled or deleted meanwhile: there is nothing to send. */
  isEndpointOn: boolean;
  lane: Lane;
  schedule: Schedule;
  attempt: number;
  step: number;
  isManual: boolean;
  firstAttemptAt: Date;
  /** By the database's clock. */
  claimedAt: Date;
  event: {
    id: string;
    runId: string;
    type: string;
    discriminator: string;
    sequence: number;
    createdAt: Date;
    /** Its bytes are set. */
    isFrozen: boolean;
  };
}

/** By the receiver's last attempt: it worked, there was none, or it failed. */
export type Lane = 'proven' | 'new' | 'failing';

/** How many deliveries may be claimed: to send now, of these to unproven and to failing receivers, and ahead of time. */
export interface Room {
  now: number;
  unproven: number;
  failing: number;
  ahead: number;
}

/** Most deliveries in flight to one endpoint, over all instances. */
export const PER_ENDPOINT = 4;
const PER_FAILING_ENDPOINT = 2;
/** How many deliveries of one working endpoint an instance may hold in advance. */
const HELD_PER_ENDPOINT = 96;

/** A header with more signatures would be too long for receivers. */
const MOST_OLD_SECRETS = 20;
const LEASE = sql`interval '30 seconds'`;
// Evaluated once per statement instead of once per row.
const NOW = sql`(select db_now())`;

/**
 * Claims due deliveries: round-robin over endpoints, least recently served first, working receivers before others.
 * An advisory lock serialises the claims of all instances (a millisecond or two each), so that the limit per endpoint is
 * exact. The cost does not depend on how many endpoints of other workspaces are waiting.
 */
export async function claimDue(
  db: Db,
  owner: string,
  room: Room,
  workspaceIds: string[],
): Promise<Claimed[]> {
  const [, , rows] = await db.batch([
    // A lost claim or result only repeats a delivery, which is allowed.
    UNSYNCED,
    sql`select pg_advisory_xact_lock(hashtext('webhook-claim'))`,
    prepared(
      'claim_webhook_deliveries',
      sql`with due as (
            select d.id, d.next_attempt_at, e.last_delivery_at,
                   case when e.last_attempt_ok then 'proven' when e.last_attempt_ok is null then 'new' else 'failing' end as lane,
                   held.count + row_number() over (partition by e.id order by d.next_attempt_at) as turn
            from webhook_endpoints e
            cross join lateral (
              select count(*), count(*) filter (where l.lease_owner <> ${owner}) as by_others
              from webhook_deliveries l where l.endpoint_id = e.id and l.lease_expires_at > db_now()
            ) held
            cross join lateral (
              select d.id, d.next_attempt_at from webhook_deliveries d
              where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= db_now()
                and (d.lease_expires_at is null or d.lease_expires_at <= db_now())
              order by d.next_attempt_at
              limit greatest(0, case when e.last_attempt_ok is false then ${PER_FAILING_ENDPOINT}::int
                                     when e.last_attempt_ok and held.by_others = 0 then ${HELD_PER_ENDPOINT}::int
                                     else ${PER_ENDPOINT}::int end - held.count)
            ) d
            where e.workspace_id = any(${workspaceIds}::text[])
          ), ranked as (
            select due.*, turn > ${PER_ENDPOINT}::int as is_ahead,
                   row_number() over (partition by turn > ${PER_ENDPOINT}::int order by lane = 'failing', lane = 'new', turn, last_delivery_at nulls first, next_attempt_at) as place,
                   row_number() over (partition by lane = 'proven' order by lane = 'failing', turn, last_delivery_at nulls first, next_attempt_at) as unproven_place,
                   row_number() over (partition by lane order by turn, last_delivery_at nulls first, next_attempt_at) as lane_place
            from due
          ), locked as (
            select d.id from webhook_deliveries d
            where d.id = any(array(
                select id from ranked
                where place <= case when is_ahead then ${room.ahead}::int else ${room.now}::int end
                  and (lane = 'proven' or unproven_place <= ${room.unproven}::int)
                  and (lane <> 'failing' or lane_place <= ${room.failing}::int)
              )) and d.status = 'pending'
            for update skip locked
          ), claimed as (
            update webhook_deliveries d
            set lease_expires_at = ${NOW} + ${LEASE}, lease_owner = ${owner}, attempt = d.attempt + 1,
                first_attempt_at = coalesce(d.first_attempt_at, ${NOW}), updated_at = ${NOW}
            from locked where d.id = locked.id
            returning d.*
          )
          select c.id, c.endpoint_id, e.workspace_id, e.url, e.secret,
                 array(
                   select o.secret from webhook_old_secrets o where o.endpoint_id = e.id and o.expires_at > ${NOW}
                   order by o.expires_at desc limit ${MOST_OLD_SECRETS}) as old_secrets,
                 not e.disabled and e.deleted_at is null as is_endpoint_on, e.last_attempt_ok,
                 c.schedule, c.attempt, c.step, c.is_manual, c.first_attempt_at, ${NOW} as claimed_at,
                 v.id as event_id, v.run_id, v.type, v.discriminator, v.sequence, v.created_at, v.body is not null as is_frozen
          from claimed c
          join webhook_endpoints e on e.id = c.endpoint_id
          join webhook_events v on v.id = c.event_id
          order by c.next_attempt_at`,
    ),
  ]);
  return (rows as ClaimedRow[]).map(toClaimed);
}

/**
 * Workspaces with due deliveries, working receivers first, then the least recently served. A loose index scan over
 * endpoints: its cost grows with the number of endpoints, not of deliveries. Takes no locks.
 */
export async function findDue(db: Db, room: Room): Promise<string[]> {
  const rows = await db.query<{ workspace_id: string }>(
    prepared(
      'find_due_webhooks',
      sql`with recursive waiting as (
            (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
            union all
            select (select d.endpoint_id from webhook_deliveries d
                    where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id order by d.endpoint_id limit 1)
            from waiting where waiting.endpoint_id is not null
          )
          select e.workspace_id from waiting join webhook_endpoints e on e.id = waiting.endpoint_id
          where (e.last_attempt_ok or ${room.unproven > 0}::boolean) and exists (
            select 1 from webhook_deliveries d
            where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= db_now()
              and (d.lease_expires_at is null or d.lease_expires_at <= db_now()))
          order by coalesce(e.last_attempt_ok, false) desc, e.last_attempt_ok is null desc, e.last_delivery_at nulls first
          limit ${room.now}`,
    ),
  );
  return [...new Set(rows.map((row) => row.workspace_id))];
}

/** Releases claimed deliveries that were not sent. */
export async function release(db: Db, claimed: Claimed[]): Promise<void> {
  await db.query(
    sql`update webhook_deliveries d set lease_expires_at = null, lease_owner = null, attempt = d.attempt - 1
        from unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ attempt }) => attempt)}::int[]) as c (id, attempt)
        where d.id = c.id and d.attempt = c.attempt and d.status = 'pending'`,
  );
}

interface ClaimedRow extends Row {
  id: string;
  endpoint_id: string;
  workspace_id: string;
  url: string;
  secret: Buffer | null;
  old_secrets: Buffer[];
  is_endpoint_on: boolean;
  last_attempt_ok: boolean | null;
  schedule: Schedule;
  attempt: number;
  step: number;
  is_manual: boolean;
  first_attempt_at: Date;
  claimed_at: Date;
  event_id: string;
  run_id: string;
  type: string;
  discriminator: string;
  sequence: number;
  created_at: Date;
  is_frozen: boolean;
}

function toClaimed(row: ClaimedRow): Claimed {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    workspaceId: row.workspace_id,
    url: row.url,
    secrets: [row.secret ?? [], row.old_secrets].flat(),
    isEndpointOn: row.is_endpoint_on,
    lane: row.last_attempt_ok === null ? 'new' : row.last_attempt_ok ? 'proven' : 'failing',
    schedule: row.schedule,
    attempt: row.attempt,
    step: row.step,
    isManual: row.is_manual,
    firstAttemptAt: row.first_attempt_at,
    claimedAt: row.claimed_at,
    event: {
      id: row.event_id,
      runId: row.run_id,
      type: row.type,
      discriminator: row.discriminator,
      sequence: row.sequence,
      createdAt: row.created_at,
      isFrozen: row.is_frozen,
    },
  };
}

/** The stored bodies of these events. */
export async function frozenBodies(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; body: string }>(
    prepared(
      'frozen_webhook_bodies',
      sql`select id, body from webhook_events where id = any(${eventIds}::text[]) and body is not null`,
    ),
  );
  return new Map(rows.map(({ id, body }) => [id, body]));
}

/** Stores bodies and returns the events for which this call won; another instance stored the others. */
export async function freezeBodies(db: Db, bodies: Map<string, string>): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    prepared(
      'freeze_webhook_bodies',
      sql`update webhook_events e set body = fresh.body
          from unnest(${[...bodies.keys()]}::text[], ${[...bodies.values()]}::text[]) as fresh (id, body)
          where e.id = fresh.id and e.body is null and e.erased_at is null
          returning e.id`,
    ),
  );
  return rows.map(({ id }) => id);
}
