import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Announcement } from '../platform/http/route.ts';
import { EVENT_TYPES, LIVE_EVENTS, RESPONSE_EVENTS } from './event.ts';

/** The wire of webhooks. */

const MAX_URL = 2_048;
const SECRET_CHARS = { least: 16, most: 1_024 };
const known = RESPONSE_EVENTS.join(', ');
const allowed = `must be a list of event types: ${known}`;

const url = z
  .string({ error: 'must be a public https URL' })
  .max(MAX_URL, `must be at most ${MAX_URL} characters`);

const events = z
  .array(z.enum(EVENT_TYPES, { error: `must be one of ${known}` }), { error: allowed })
  .nonempty(allowed)
  .transform((list) => [...new Set(list)]);

const secret = z
  .string({ error: 'must be a string' })
  .refine((value) => [...value].length >= SECRET_CHARS.least, 'must be at least 16 characters')
  .refine(
    (value) => [...value].length <= SECRET_CHARS.most,
    `must be at most ${SECRET_CHARS.most} characters`,
  )
  .refine((value) => !/[\s\p{Cc}]/u.test(value), 'must not hold white space or control characters');

/** A null means "not given". */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodOptional<T>;
}

const notAnObject = { error: 'must be a JSON object' };

export const createBody = z.object({ url, events: optional(events), secret: optional(secret) }, notAnObject);

export const patchBody = z.object(
  {
    url: optional(url),
    events: optional(events),
    enabled: optional(z.boolean({ error: 'must be true or false' })),
  },
  notAnObject,
);

export const testBody = z
  .object({ type: optional(z.enum(RESPONSE_EVENTS, { error: `must be one of ${known}` })) }, notAnObject)
  .nullish();

export const bodyCodes: Record<string, ErrorCode> = {
  url: 'invalid_webhook_url',
  events: 'invalid_webhook_event',
  secret: 'invalid_webhook_secret',
  type: 'invalid_webhook_event',
};

export const endpointParams = z.object({ id: z.string() });
export const deliveryParams = z.object({ id: z.string(), deliveryId: z.string() });

export const deliveriesQuery = z.object({
  limit: z
    .string()
    .optional()
    .transform((value) => clamp(Number(value || 20)))
    .describe('1 to 100, 20 when left out; a value outside is clamped'),
  starting_after: z.string().optional().describe('id of the last delivery of the page before'),
  status: z
    .enum(['pending', 'delivered', 'failed'], { error: 'must be pending, delivered or failed' })
    .optional(),
});

export const deliveriesCodes: Record<string, ErrorCode> = { status: 'invalid_list_filter' };

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(100, Math.max(1, Math.trunc(value))) : 20;
}

const dateTime = z.iso.datetime();

export const endpointObject = z
  .strictObject({
    id: z.string(),
    object: z.literal('svc.webhook'),
    url: z.string(),
    events: z.array(z.enum(EVENT_TYPES)),
    disabled: z.boolean(),
    disabled_reason: z.string().nullable(),
    consecutive_failures: z.int(),
    last_delivery_at: dateTime.nullable(),
    last_http_status: z.int().nullable(),
    old_secret_expires_at: dateTime
      .optional()
      .describe('after a rotation: until then the previous secret signs too'),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'Webhook' });

export const endpointWithSecret = endpointObject
  .extend({ secret: z.string().describe('shown only here'), warning: z.string() })
  .meta({ id: 'WebhookWithSecret' });

export const endpointList = z.strictObject({
  object: z.literal('list'),
  data: z.array(endpointObject),
  has_more: z.literal(false),
});

export const deletedEndpoint = z.strictObject({
  id: z.string(),
  object: z.literal('svc.webhook'),
  deleted: z.literal(true),
});

export const deliveryObject = z
  .strictObject({
    id: z.string(),
    object: z.literal('svc.webhook_delivery'),
    webhook_id: z.string(),
    event_id: z.string(),
    type: z.enum(EVENT_TYPES),
    response_id: z.string(),
    sequence: z.int(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempt: z.int(),
    next_attempt_at: dateTime.nullable(),
    last_http_status: z.int().nullable(),
    last_error: z.string().nullable(),
    last_latency_ms: z.int().nullable(),
    response_body_preview: z.string().nullable(),
    request_headers: z.record(z.string(), z.string()).nullable(),
    redelivery_count: z.int(),
    payload_preview: z
      .string()
      .nullable()
      .optional()
      .describe('the beginning of the event; single reads only'),
    created_at: dateTime,
    updated_at: dateTime,
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveryList = z.strictObject({
  object: z.literal('list'),
  data: z.array(deliveryObject),
  has_more: z.boolean(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  next_starting_after: z.string().nullable(),
});

export const deliveryPass = z.strictObject({
  object: z.literal('svc.webhook_sweep'),
  delivered: z.int(),
  failed: z.int(),
  has_more: z.boolean(),
});

const event = z
  .object({
    id: z.string().describe('`evt_...`; the same for every delivery of the event'),
    object: z.literal('svc.event'),
    api_version: z.string(),
    type: z.enum(EVENT_TYPES),
    sequence: z.int().describe('counts the events of one response'),
    created_at: z.iso.datetime(),
    // The room of runs names it; this one is handed the finished object.
    data: z.unknown().meta({ $ref: '#/components/schemas/RunResponse' }),
  })
  .meta({ id: 'WebhookEvent' });

export const liveEventsQuery = z.object({
  stream: z.string().optional().meta({ type: 'boolean', description: '`true` answers as an event stream.' }),
  starting_after: z.iso
    .datetime({ error: 'must be the `created_at` of an event' })
    .refine((value) => /^20/.test(value), 'must be the `created_at` of an event')
    .optional()
    .describe(
      'The `created_at` of the last event that is known, or `next_starting_after` of the page before; events just before it may come again.',
    ),
  types: z
    .string()
    .transform((value) => value.split(','))
    .refine((types) => types.every((type) => LIVE_EVENTS.some((one) => one === type)), {
      error: `must be a list of ${LIVE_EVENTS.join(', ')}`,
    })
    .optional()
    .meta({
      type: 'string',
      description: `Types, separated by commas, of ${LIVE_EVENTS.join(', ')}; ends and questions when left out. \`response.created\` tells a new run, \`response.in_progress\` the end of an attempt that does not end its run.`,
    }),
});

export const liveEvent = event.extend({ type: z.enum(LIVE_EVENTS) }).meta({ id: 'LiveEvent' });

export const liveEventList = z.strictObject({
  object: z.literal('list'),
  data: z.array(liveEvent),
  has_more: z.boolean(),
  next_starting_after: z.string().nullable(),
});

const SUMMARIES: Record<(typeof RESPONSE_EVENTS)[number], string> = {
  'response.completed': 'A run ended well',
  'response.failed': 'A run failed, was blocked or ran out of time',
  'response.requires_action': 'A run waits for an answer of its owner',
  'response.cancelled': 'A run was cancelled',
};

/** The requests that registered endpoints get. */
export const announcements: Record<string, Announcement> = Object.fromEntries(
  RESPONSE_EVENTS.map((type) => [
    type,
    {
      summary: SUMMARIES[type],
      headers: {
        'X-Svc-Signature':
          '`t=<unix>,v1=<hmac_sha256_hex>` over `{t}.{raw body}`; twice `v1` after a rotation.',
        'X-Svc-Event-Id': 'The `id` of the body.',
      },
      body: event,
    },
  ]),
);
