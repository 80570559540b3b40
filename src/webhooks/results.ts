import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { prepared, UNSYNCED } from '../platform/sql.ts';

/** The SQL of results: each attempt at a delivery, and the state of its endpoint afterwards. */

/** The recorded result of an attempt. */
export interface Recorded {
  deliveryId: string;
  endpointId: string;
  attempt: number;
  status: 'pending' | 'delivered' | 'failed';
  step: number;
  nextAttemptAt: Date | null;
  /** Null when nothing was sent. */
  sent: {
    httpStatus: number | null;
    latencyMs: number;
    bodyPreview: string | null;
  } | null;
  error: string | null;
  /** No retries are left: this delivery counts against its endpoint. */
  isExhausted: boolean;
}

const MAX_EXHAUSTED = 20;
const GIVEN_UP = `${MAX_EXHAUSTED} deliveries in a row could not be made`;

/**
 * Guarded by the attempt number: a late result of an attempt that lost its lease changes nothing. The same statement
 * updates the endpoint's failure count, disables it and ends its waiting deliveries.
 */
export async function recordAll(db: Db, results: Recorded[]): Promise<void> {
  const delivered = results.filter(({ status }) => status === 'delivered');
  const others = results.filter(({ status }) => status !== 'delivered');
  // Always in the same order, to avoid deadlocks between instances.
  const ordered = others.toSorted((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
  if (ordered.length > 0) await db.batch([UNSYNCED, ...ordered.map(recordStatement)]);
  if (delivered.length > 0) await db.batch([UNSYNCED, recordDeliveredStatement(delivered)]);
}

/** Successes are recorded together, in one statement. */
function recordDeliveredStatement(results: Recorded[]): Statement {
  return prepared(
    'record_webhook_successes',
    sql`with result as (
          select * from unnest(${results.map(({ deliveryId }) => deliveryId)}::text[], ${results.map(({ attempt }) => attempt)}::int[],
            ${results.map(({ step }) => step)}::int[], ${results.map(({ sent }) => sent?.httpStatus ?? null)}::int[],
            ${results.map(({ sent }) => sent?.latencyMs ?? null)}::int[], ${results.map(({ sent }) => sent?.bodyPreview ?? null)}::text[]
          ) as r (id, attempt, step, http_status, latency_ms, preview)
        ), recorded as (
          update webhook_deliveries d
          set status = 'delivered', step = r.step, next_attempt_at = null, lease_expires_at = null, lease_owner = null,
              is_manual = false, last_error = null, updated_at = (select db_now()), last_http_status = r.http_status,
              last_latency_ms = r.latency_ms, response_body_preview = r.preview
          from result r
          where d.id = r.id and d.attempt = r.attempt and d.status = 'pending' and d.lease_expires_at is not null
          returning d.endpoint_id, d.last_http_status
        ), locked as (
          select e.id, r.http_status from webhook_endpoints e
          join (select endpoint_id, max(last_http_status) as http_status from recorded group by endpoint_id) as r on r.endpoint_id = e.id
          order by e.id for no key update of e
        )
        update webhook_endpoints e
        set last_delivery_at = db_now(), last_http_status = locked.http_status, last_attempt_ok = true, consecutive_failures = 0
        from locked where e.id = locked.id`,
  );
}

function recordStatement(result: Recorded): Statement {
  const { sent, isExhausted } = result;
  const wasSent = sent !== null;
  return prepared(
    'record_webhook_attempt',
    sql`with recorded as (
          update webhook_deliveries d
          set status = case when e.is_off and ${result.status}::text = 'pending' then 'failed' else ${result.status} end,
              next_attempt_at = case when not e.is_off then ${result.nextAttemptAt}::timestamptz end, step = ${result.step},
              lease_expires_at = null, lease_owner = null, is_manual = false, last_error = ${result.error}, updated_at = db_now(),
              last_http_status = case when ${wasSent}::boolean then ${sent?.httpStatus ?? null}::int else d.last_http_status end,
              last_latency_ms = case when ${wasSent}::boolean then ${sent?.latencyMs ?? null}::int else d.last_latency_ms end,
              response_body_preview = case when ${wasSent}::boolean then ${sent?.bodyPreview ?? null}::text else d.response_body_preview end
          from (select disabled or deleted_at is not null as is_off from webhook_endpoints where id = ${result.endpointId}) as e
          where d.id = ${result.deliveryId} and d.attempt = ${result.attempt} and d.status = 'pending' and d.lease_expires_at is not null
          returning d.endpoint_id
        ), endpoint as (
          update webhook_endpoints e
          set last_delivery_at = db_now(), last_http_status = ${sent?.httpStatus ?? null}::int,
              last_attempt_ok = false,
              consecutive_failures = e.consecutive_failures + ${isExhausted}::boolean::int,
              disabled = e.disabled or (${isExhausted}::boolean and e.consecutive_failures + 1 >= ${MAX_EXHAUSTED}::int),
              disabled_reason = case when e.disabled then e.disabled_reason
                                     when ${isExhausted}::boolean and e.consecutive_failures + 1 >= ${MAX_EXHAUSTED}::int
                                     then ${GIVEN_UP}::text end
          from recorded where e.id = recorded.endpoint_id and ${wasSent}::boolean
          returning e.id, e.disabled
        )
        update webhook_deliveries d
        set status = 'failed', next_attempt_at = null, lease_expires_at = null, last_error = ${DISABLED}, updated_at = db_now()
        from endpoint
        where ${isExhausted}::boolean and endpoint.disabled and d.endpoint_id = endpoint.id and d.status = 'pending'
          and d.id <> ${result.deliveryId} and (d.lease_expires_at is null or d.lease_expires_at <= db_now())`,
  );
}

export const DISABLED = 'the endpoint is disabled';
