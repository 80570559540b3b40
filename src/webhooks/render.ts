import { requestHeaders } from './sign.ts';
import type { Delivery, Endpoint } from './store.ts';

export function renderEndpoint(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    object: 'svc.webhook' as const,
    url: endpoint.url,
    events: endpoint.events,
    disabled: endpoint.disabled,
    disabled_reason: endpoint.disabledReason,
    consecutive_failures: endpoint.consecutiveFailures,
    last_delivery_at: endpoint.lastDeliveryAt?.toISOString() ?? null,
    last_http_status: endpoint.lastHttpStatus,
    ...(endpoint.oldSecretExpiresAt
      ? { old_secret_expires_at: endpoint.oldSecretExpiresAt.toISOString() }
      : {}),
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

export function renderWithSecret(endpoint: Endpoint, secret: string) {
  return {
    ...renderEndpoint(endpoint),
    secret,
    warning: 'Store this secret now: it is not shown again.',
  };
}

export function renderDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    object: 'svc.webhook_delivery' as const,
    webhook_id: delivery.endpointId,
    event_id: delivery.eventId,
    type: delivery.type,
    response_id: delivery.runId,
    sequence: delivery.sequence,
    status: delivery.status,
    attempt: delivery.attempt,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    last_http_status: delivery.lastHttpStatus,
    last_error: delivery.lastError,
    last_latency_ms: delivery.lastLatencyMs,
    response_body_preview: delivery.bodyPreview,
    request_headers: delivery.lastLatencyMs === null ? null : requestHeaders(delivery.eventId),
    redelivery_count: delivery.redeliveryCount,
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
  };
}

/** A single read also shows the sent headers. */
export function renderDeliveryWithPayload(delivery: Delivery) {
  return { ...renderDelivery(delivery), payload_preview: delivery.payload };
}
