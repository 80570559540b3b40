import type { Clock } from '../platform/clock.ts';
import type { FaultPoints } from '../platform/fault-points.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import type { KeptConnections } from '../platform/net/kept-connections.ts';
import { type SafePostResult, safePost } from '../platform/net/safe-post.ts';
import type { Claimed } from './outbox.ts';
import { DISABLED, type Recorded } from './results.ts';
import { nextAttemptAt } from './schedule.ts';
import { type SigningSecrets, secretContext } from './secrets.ts';
import { requestHeaders, signatureHeader } from './sign.ts';

export interface AttemptContext {
  gate: Gate;
  clock: Clock;
  /** Kept-alive connections to receivers that answered recently. */
  connections: KeptConnections;
  log: Log;
  faults: FaultPoints;
  secrets: SigningSecrets;
  /** Whether the question behind a `response.requires_action` still waits for its answer. */
  isInteractionOpen(claimed: Claimed): Promise<boolean>;
}

const ACK_MS = 10_000;
const PREVIEW_BYTES = 512;
const POSTPONED_MS = 5_000;

/**
 * Makes one attempt of a claimed delivery and returns the result to record. `body` is null when the response was
 * deleted; `now` is the database's time. Never throws.
 */
export async function attemptDelivery(
  ctx: AttemptContext,
  claimed: Claimed,
  body: Uint8Array | null,
  now: () => Date,
): Promise<Recorded> {
  try {
    const obstacle = await obstacleTo(ctx, claimed);
    if (obstacle) return ended(claimed, obstacle);
    if (body === null) return ended(claimed, 'the response was deleted or is in another state by now');
    const context = secretContext(claimed.workspaceId, claimed.endpointId);
    const secrets = await Promise.all(claimed.secrets.map((sealed) => ctx.secrets.open(sealed, context)));
    return await send(ctx, claimed, body, secrets, now);
  } catch (error) {
    ctx.log.warn({ delivery: claimed.id, cause: String(error) }, 'could not prepare a webhook delivery');
    return postponed(claimed, now());
  }
}

/** The database or the key service is away: nothing was sent, so no attempt of the schedule is used. */
export function postponed(claimed: Claimed, now: Date): Recorded {
  const nextAt = new Date(now.getTime() + POSTPONED_MS);
  return { ...unsent(claimed, 'the delivery could not be prepared'), nextAttemptAt: nextAt };
}

async function obstacleTo(ctx: AttemptContext, claimed: Claimed): Promise<string | null> {
  if (!claimed.isEndpointOn) return DISABLED;
  // The first attempt is always made; retries only while the question is open.
  if (claimed.schedule !== 'interaction' || claimed.isManual || claimed.step === 0) return null;
  const isOpen = await ctx.isInteractionOpen(claimed);
  return isOpen ? null : 'the question was answered or has expired';
}

async function send(
  ctx: AttemptContext,
  claimed: Claimed,
  body: Uint8Array,
  secrets: string[],
  now: () => Date,
): Promise<Recorded> {
  const signature = signatureHeader(body, secrets, now());
  ctx.faults.pass('before-webhook-send');
  const sentAt = ctx.clock.mono();
  const result = await safePost(ctx.gate, claimed.url, {
    use: 'webhook',
    headers: { ...requestHeaders(claimed.event.id), 'X-Svc-Signature': signature },
    body,
    previewBytes: PREVIEW_BYTES,
    timeoutMs: ACK_MS,
    connections: ctx.connections,
  });
  ctx.faults.pass('after-webhook-send');
  const sent = {
    httpStatus: result.kind === 'response' ? result.status : null,
    latencyMs: Math.round(ctx.clock.mono() - sentAt),
    bodyPreview: result.kind === 'response' ? preview(result.preview, [...secrets, signature]) : null,
  };
  const error = problemWith(result);
  const step = claimed.isManual && claimed.step > 0 ? claimed.step : claimed.step + 1;
  const nextAt = error === null ? null : nextAttemptAt(claimed.schedule, step, claimed.firstAttemptAt, now());
  return {
    ...unsent(claimed, error),
    status: error === null ? 'delivered' : nextAt === null ? 'failed' : 'pending',
    step,
    nextAttemptAt: nextAt,
    sent,
    isExhausted: error !== null && nextAt === null && claimed.schedule !== 'test',
  };
}

function problemWith(result: SafePostResult): string | null {
  if (result.kind === 'unsafe') return `the URL is not allowed: ${result.reason}`;
  if (result.kind === 'failed') return result.message;
  if (result.status >= 200 && result.status < 300) return null;
  const isRedirect = result.status >= 300 && result.status < 400;
  return `HTTP ${result.status}${isRedirect ? ': redirects are not followed' : ''}`;
}

/** Hides secrets: a receiver may echo the request or its own secret. */
function preview(bytes: Uint8Array, secrets: string[]): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '');
  const signatures = secrets.flatMap((secret) => secret.match(/[0-9a-f]{64}/g) ?? []);
  return [...secrets, ...signatures].reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);
}

function ended(claimed: Claimed, error: string): Recorded {
  return { ...unsent(claimed, error), status: 'failed' };
}

function unsent(claimed: Claimed, error: string | null): Recorded {
  return {
    deliveryId: claimed.id,
    endpointId: claimed.endpointId,
    attempt: claimed.attempt,
    status: 'pending',
    step: claimed.step,
    nextAttemptAt: null,
    sent: null,
    error,
    isExhausted: false,
  };
}
