import sql, { type Sql } from 'sql-template-tag';
import type { Db, Row, Statement } from '../platform/db.ts';
import { guarded } from '../platform/sql.ts';
import { DISABLED } from './results.ts';

/** The SQL of endpoints, and of deliveries as their owner reads them. */

export interface Endpoint {
  id: string;
  workspaceId: string;
  url: string;
  events: string[];
  disabled: boolean;
  disabledReason: string | null;
  consecutiveFailures: number;
  lastDeliveryAt: Date | null;
  lastHttpStatus: number | null;
  /** Null unless a previous secret still signs. */
  oldSecretExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const MAX_ENDPOINTS = 25;

const ENDPOINT = sql`
  id, workspace_id, url, events, disabled, disabled_reason, consecutive_failures, last_delivery_at, last_http_status,
  case when old_secret_expires_at > db_now() then old_secret_expires_at end as old_secret_expires_at, created_at, updated_at`;

export interface NewEndpoint {
  id: string;
  workspaceId: string;
  url: string;
  events: string[];
  sealedSecret: Buffer;
}

/** Aborts with `webhook_limit`. Creates of one account take turns, so that the limit holds. */
export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<Endpoint> {
  const account = sql`(select account_id from workspaces where id = ${endpoint.workspaceId})`;
  const [, rows] = await db.batch([
    sql`select pg_advisory_xact_lock(hashtext('webhooks:' || ${account}))`,
    sql`with inserted as (
          insert into webhook_endpoints (id, workspace_id, url, events, secret)
          select ${endpoint.id}, ${endpoint.workspaceId}, ${endpoint.url}, ${endpoint.events}::text[], ${endpoint.sealedSecret}::bytea
          where (
            select count(*) from webhook_endpoints e join workspaces w on w.id = e.workspace_id
            where w.account_id = ${account} and e.deleted_at is null
          ) < ${MAX_ENDPOINTS}
          returning ${ENDPOINT}
        )
        select ${guarded(sql`exists (select 1 from inserted)`, 'webhook_limit')}, inserted.*
        from (select 1) as always left join inserted on true`,
  ]);
  return toEndpoint(rows?.[0] as EndpointRow);
}

export async function listEndpoints(db: Db, workspaceId: string): Promise<Endpoint[]> {
  const rows = await db.queryFor<EndpointRow>(
    workspaceId,
    sql`select ${ENDPOINT} from webhook_endpoints
        where workspace_id = ${workspaceId} and deleted_at is null order by id desc`,
  );
  return rows.map(toEndpoint);
}

export async function findEndpoint(db: Db, workspaceId: string, id: string): Promise<Endpoint | null> {
  const rows = await db.queryFor<EndpointRow>(
    workspaceId,
    sql`select ${ENDPOINT} from webhook_endpoints
        where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null`,
  );
  return rows[0] ? toEndpoint(rows[0]) : null;
}

export interface EndpointChange {
  url?: string;
  events?: string[];
  enabled?: boolean;
}

export async function changeEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  change: EndpointChange,
): Promise<Endpoint | null> {
  const { url = null, events = null, enabled = null } = change;
  const rows = await db.queryFor<EndpointRow>(
    workspaceId,
    sql`with changed as (
          update webhook_endpoints
          set url = coalesce(${url}, url), events = coalesce(${events}::text[], events),
              disabled = coalesce(not ${enabled}::boolean, disabled),
              disabled_reason = case when ${enabled}::boolean then null
                                     when not ${enabled}::boolean then coalesce(disabled_reason, 'switched off by its owner')
                                     else disabled_reason end,
              consecutive_failures = case when ${enabled}::boolean then 0 else consecutive_failures end,
              -- Another address, or a second chance: nothing is known about it yet.
              last_attempt_ok = case when ${enabled}::boolean or ${url}::text <> url then null else last_attempt_ok end,
              updated_at = db_now()
          where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null
          returning *
        ), ended as (${endPending(sql`changed where changed.disabled`, sql`changed.id`, DISABLED)})
        select ${ENDPOINT} from changed`,
  );
  return rows[0] ? toEndpoint(rows[0]) : null;
}

/** Erases its secrets at once; the row stays for deliveries in flight. */
export async function removeEndpoint(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`with removed as (
          update webhook_endpoints
          set deleted_at = db_now(), secret = null, old_secret_expires_at = null
          where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null returning id
        ), forgotten as (
          delete from webhook_old_secrets where endpoint_id = ${id} and workspace_id = ${workspaceId}
        ), ended as (${endPending(sql`removed where true`, sql`removed.id`, 'the endpoint was deleted')})
        select id from removed`,
  );
  return rows.length > 0;
}

/** Ends the waiting deliveries of a disabled endpoint; those in flight end with their own result. */
function endPending(source: Sql, endpointId: Sql, reason: string): Sql {
  return sql`update webhook_deliveries d
             set status = 'failed', next_attempt_at = null, lease_expires_at = null, last_error = ${reason}, updated_at = db_now()
             from ${source} and d.endpoint_id = ${endpointId} and d.status = 'pending'
               and (d.lease_expires_at is null or d.lease_expires_at <= db_now())`;
}

export async function rotateSecret(
  db: Db,
  workspaceId: string,
  id: string,
  sealedSecret: Buffer,
): Promise<Endpoint | null> {
  const rows = await db.queryFor<EndpointRow>(
    workspaceId,
    sql`with replaced as (
          select id as replaced_id, secret as replaced_secret from webhook_endpoints
          where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null for update
        ), kept as (
          insert into webhook_old_secrets (endpoint_id, workspace_id, secret, expires_at)
          select replaced_id, ${workspaceId}, replaced_secret, db_now() + interval '24 hours' from replaced
        )
        update webhook_endpoints e
        set old_secret_expires_at = db_now() + interval '24 hours', secret = ${sealedSecret}, updated_at = db_now()
        from replaced where e.id = replaced_id
        returning ${ENDPOINT}`,
  );
  return rows[0] ? toEndpoint(rows[0]) : null;
}

export interface Delivery {
  id: string;
  endpointId: string;
  eventId: string;
  type: string;
  runId: string;
  sequence: number;
  status: 'pending' | 'delivered' | 'failed';
  attempt: number;
  nextAttemptAt: Date | null;
  lastHttpStatus: number | null;
  lastError: string | null;
  /** Null until something was sent. */
  lastLatencyMs: number | null;
  bodyPreview: string | null;
  redeliveryCount: number;
  createdAt: Date;
  updatedAt: Date;
  /** The response was deleted, and the event's body with it. */
  isErased: boolean;
  /** The beginning of the frozen event; null before it is frozen, and in lists. */
  payload: string | null;
}

const DELIVERY = sql`
  d.id, d.endpoint_id, d.event_id, v.type, v.run_id, v.sequence, d.status, d.attempt, d.next_attempt_at, d.last_http_status,
  d.last_error, d.last_latency_ms, d.response_body_preview, d.redelivery_count, d.created_at, d.updated_at,
  v.erased_at is not null as is_erased`;

const PAYLOAD_CHARS = 4_096;

type Owned = Pick<Endpoint, 'id' | 'workspaceId'>;

/** Newest first: an event's id sorts by its time, and the index is on it. */
export async function listDeliveries(
  db: Db,
  endpoint: Owned,
  query: { limit: number; startingAfter?: string; status?: string },
): Promise<{ deliveries: Delivery[]; hasMore: boolean }> {
  const { limit, startingAfter, status } = query;
  const after: Sql =
    startingAfter === undefined
      ? sql`true`
      : sql`d.event_id < (select event_id from webhook_deliveries where id = ${startingAfter} and endpoint_id = ${endpoint.id})`;
  const rows = await db.queryFor<DeliveryRow>(
    endpoint.workspaceId,
    sql`select ${DELIVERY}, null as payload from webhook_deliveries d join webhook_events v on v.id = d.event_id
        where d.endpoint_id = ${endpoint.id} and ${after} and (${status ?? null}::text is null or d.status = ${status ?? null})
        order by d.event_id desc limit ${limit + 1}`,
  );
  return { deliveries: rows.slice(0, limit).map(toDelivery), hasMore: rows.length > limit };
}

export async function findDelivery(db: Db, endpoint: Owned, id: string): Promise<Delivery | null> {
  const rows = await db.queryFor<DeliveryRow>(
    endpoint.workspaceId,
    sql`select ${DELIVERY}, left(v.body, ${PAYLOAD_CHARS}) as payload
        from webhook_deliveries d join webhook_events v on v.id = d.event_id
        where d.id = ${id} and d.endpoint_id = ${endpoint.id}`,
  );
  return rows[0] ? toDelivery(rows[0]) : null;
}

/**
 * Makes a delivery due now. One that is over begins its schedule anew; a waiting one keeps its place in it; one that is
 * being sent at this moment is left alone.
 */
export async function redeliver(db: Db, endpoint: Owned, id: string): Promise<void> {
  await db.queryFor(
    endpoint.workspaceId,
    sql`update webhook_deliveries
        set redelivery_count = redelivery_count + 1, updated_at = db_now(), status = 'pending', is_manual = true,
            next_attempt_at = case when status = 'pending' and lease_expires_at > db_now() then next_attempt_at else db_now() end,
            step = case when status = 'pending' then step else 0 end,
            first_attempt_at = case when status = 'pending' then first_attempt_at end
        where id = ${id} and endpoint_id = ${endpoint.id}`,
  );
}

/** With the deletion of a response: no body of its events is left, and waiting ones are not sent. */
export function eraseEventsStatement(run: { id: string; workspaceId: string }): Statement {
  return sql`with erased as (
               update webhook_events set body = null, erased_at = db_now() where run_id = ${run.id} and workspace_id = ${run.workspaceId} and erased_at is null
               returning id, workspace_id
             )
             update webhook_deliveries d
             set response_body_preview = null, updated_at = db_now(), next_attempt_at = null, lease_expires_at = null,
                 status = case d.status when 'pending' then 'failed' else d.status end,
                 last_error = case d.status when 'pending' then 'the response was deleted' else d.last_error end
             from erased join webhook_endpoints e on e.workspace_id = erased.workspace_id
             where d.endpoint_id = e.id and d.event_id = erased.id`;
}

/** The share of deliveries of the last 24 hours that arrived, over the newest ones; null without any. */
export async function deliverySuccessRatio(db: Db): Promise<number | null> {
  const [row] = await db.query<{ ratio: number | null }>(
    sql`select avg((status = 'delivered')::int)::float8 as ratio
        from (select status, last_latency_ms, schedule, created_at from webhook_deliveries order by id desc limit 1000) as recent
        where created_at > db_now() - interval '24 hours' and last_latency_ms is not null and schedule <> 'test'`,
  );
  return row?.ratio ?? null;
}

interface EndpointRow extends Row {
  id: string;
  workspace_id: string;
  url: string;
  events: string[];
  disabled: boolean;
  disabled_reason: string | null;
  consecutive_failures: number;
  last_delivery_at: Date | null;
  last_http_status: number | null;
  old_secret_expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

function toEndpoint(row: EndpointRow): Endpoint {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    url: row.url,
    events: row.events,
    disabled: row.disabled,
    disabledReason: row.disabled_reason,
    consecutiveFailures: row.consecutive_failures,
    lastDeliveryAt: row.last_delivery_at,
    lastHttpStatus: row.last_http_status,
    oldSecretExpiresAt: row.old_secret_expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

interface DeliveryRow extends Row {
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  run_id: string;
  sequence: number;
  status: Delivery['status'];
  attempt: number;
  next_attempt_at: Date | null;
  last_http_status: number | null;
  last_error: string | null;
  last_latency_ms: number | null;
  response_body_preview: string | null;
  redelivery_count: number;
  created_at: Date;
  updated_at: Date;
  is_erased: boolean;
  payload: string | null;
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    runId: row.run_id,
    sequence: row.sequence,
    status: row.status,
    attempt: row.attempt,
    nextAttemptAt: row.next_attempt_at,
    lastHttpStatus: row.last_http_status,
    lastError: row.last_error,
    lastLatencyMs: row.last_latency_ms,
    bodyPreview: row.response_body_preview,
    redeliveryCount: row.redelivery_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isErased: row.is_erased,
    payload: row.payload,
  };
}

/** The sealed values of this room, for the rotation of the keys. */
export const sealedSigningSecrets = [
  { table: 'webhook_endpoints', columns: { secret: "workspace_id || '|' || id || '|webhook_secret'" } },
  {
    table: 'webhook_old_secrets',
    columns: { secret: "workspace_id || '|' || endpoint_id || '|webhook_secret'" },
  },
];
