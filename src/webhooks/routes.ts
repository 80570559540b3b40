import { ApiError, type ErrorCode } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import type { Bell } from './bell.ts';
import { cronRoute } from './cron.ts';
import { liveEventRoute } from './live-events.ts';
import type { PrepareContext } from './prepare.ts';
import { registerEndpoint, rotateEndpoint, updateEndpoint } from './register.ts';
import { renderDelivery, renderDeliveryWithPayload, renderEndpoint, renderWithSecret } from './render.ts';
import * as wire from './schema.ts';
import type { SecretBox } from './secrets.ts';
import { queueTest, type TestContext } from './send-test.ts';
import type { Sender } from './sender.ts';
import {
  type Delivery,
  type Endpoint,
  findDelivery,
  findEndpoint,
  listDeliveries,
  listEndpoints,
  redeliver,
  removeEndpoint,
} from './store.ts';

/** Dependencies of the webhooks room, built once in `src/assemble.ts`. */
export interface WebhooksContext {
  db: Db;
  gate: Gate;
  clock: Clock;
  secretBox: SecretBox;
  sender: Sender;
  cronSecret: string | null;
  log: Log;
  baseUrl(): string;
  payloadsOf: PrepareContext['payloadsOf'];
  sampleOf: TestContext['sampleOf'];
  bell: Bell;
}

const tag = 'Webhooks';
const BODY_ERRORS: ErrorCode[] = ['invalid_webhook_url', 'invalid_webhook_event'];

const postEndpoint = (ctx: WebhooksContext) =>
  route({
    method: 'POST',
    path: '/v1/webhooks',
    operation: 'webhooks.create',
    holdsSecret: true,
    audit: 'webhook.created',
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL that receives signed events. Only this response and a rotation contain the signing secret.',
    tag,
    body: wire.createBody,
    codes: wire.bodyCodes,
    responses: { 201: wire.endpointWithSecret },
    announces: wire.announcements,
    errors: [...BODY_ERRORS, 'invalid_webhook_secret', 'webhook_limit'],
    async handler({ caller, body }) {
      const { endpoint, secret } = await registerEndpoint(ctx, caller.workspaceId, body);
      return { status: 201, body: renderWithSecret(endpoint, secret) };
    },
  });

const getEndpoints = (ctx: WebhooksContext) =>
  route({
    method: 'GET',
    path: '/v1/webhooks',
    operation: 'webhooks.list',
    summary: 'List webhook endpoints',
    description: 'Lists the webhook endpoints of this workspace.',
    tag,
    responses: { 200: wire.endpointList },
    errors: [],
    async handler({ caller }) {
      const endpoints = await listEndpoints(ctx.db, caller.workspaceId);
      if (ctx.cronSecret === null) ctx.sender.deliverInBackground(caller.workspaceId);
      return {
        status: 200,
        body: { object: 'list', data: endpoints.map(renderEndpoint), has_more: false },
      };
    },
  });

const getEndpoint = (ctx: WebhooksContext) =>
  route({
    method: 'GET',
    path: '/v1/webhooks/:id',
    operation: 'webhooks.get',
    summary: 'Get a webhook endpoint',
    description: 'Returns one webhook endpoint without its secret.',
    tag,
    params: wire.endpointParams,
    responses: { 200: wire.endpointObject },
    errors: ['webhook_not_found'],
    handler: async ({ caller, params }) => ({
      status: 200,
      body: renderEndpoint(await requireEndpoint(ctx, caller.workspaceId, params.id)),
    }),
  });

const patchEndpoint = (ctx: WebhooksContext) =>
  route({
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    operation: 'webhooks.update',
    audit: 'webhook.updated',
    summary: 'Update a webhook endpoint',
    description: 'Changes the URL or the event types of an endpoint, or enables or disables it.',
    tag,
    params: wire.endpointParams,
    body: wire.patchBody,
    codes: wire.bodyCodes,
    responses: { 200: wire.endpointObject },
    errors: [...BODY_ERRORS, 'invalid_webhook_secret', 'webhook_not_found'],
    async handler({ caller, params, body }) {
      const { id } = await requireEndpoint(ctx, caller.workspaceId, params.id);
      return {
        status: 200,
        body: renderEndpoint(known(await updateEndpoint(ctx, caller.workspaceId, id, body))),
      };
    },
  });

const deleteEndpoint = (ctx: WebhooksContext) =>
  route({
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    operation: 'webhooks.delete',
    audit: 'webhook.deleted',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint. Pending deliveries are dropped.',
    tag,
    params: wire.endpointParams,
    responses: { 200: wire.deletedEndpoint },
    errors: ['webhook_not_found'],
    async handler({ caller, params: { id } }) {
      const isRemoved = isId(id, 'wh') && (await removeEndpoint(ctx.db, caller.workspaceId, id));
      if (!isRemoved) throw notFound();
      return { status: 200, body: { id, object: 'svc.webhook', deleted: true } };
    },
  });

const postRotation = (ctx: WebhooksContext) =>
  route({
    method: 'POST',
    path: '/v1/webhooks/:id/rotate',
    operation: 'webhooks.rotate',
    holdsSecret: true,
    audit: 'webhook.secret_rotated',
    summary: 'Rotate a webhook secret',
    description: 'Replaces the signing secret. The previous secret also signs for another 24 hours.',
    tag,
    params: wire.endpointParams,
    responses: { 200: wire.endpointWithSecret },
    errors: ['webhook_not_found'],
    async handler({ caller, params }) {
      const { id } = await requireEndpoint(ctx, caller.workspaceId, params.id);
      const { endpoint, secret } = known(await rotateEndpoint(ctx, caller.workspaceId, id));
      return { status: 200, body: renderWithSecret(endpoint, secret) };
    },
  });

const postTest = (ctx: WebhooksContext) =>
  route({
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    operation: 'webhooks.test',
    summary: 'Send a test event',
    description: 'Sends a sample event to the endpoint and returns its delivery.',
    tag,
    params: wire.endpointParams,
    body: wire.testBody,
    codes: wire.bodyCodes,
    responses: { 202: wire.deliveryObject },
    errors: ['webhook_not_found', 'webhook_delivery_not_found', 'invalid_webhook_event'],
    async handler({ caller, params, body }) {
      const endpoint = await requireEnabled(ctx, caller.workspaceId, params.id);
      const id = await queueTest(ctx, endpoint, body?.type ?? 'response.completed');
      ctx.sender.poke(caller.workspaceId);
      return { status: 202, body: renderDelivery(await requireDelivery(ctx, endpoint, id)) };
    },
  });

const getDeliveries = (ctx: WebhooksContext) =>
  route({
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    operation: 'webhooks.deliveries',
    summary: 'List deliveries',
    description: 'Lists the deliveries of a webhook endpoint, newest first.',
    tag,
    params: wire.endpointParams,
    query: wire.deliveriesQuery,
    codes: wire.deliveriesCodes,
    responses: { 200: wire.deliveryList },
    errors: ['webhook_not_found', 'invalid_list_filter'],
    async handler({ caller, params, query }) {
      const endpoint = await requireEndpoint(ctx, caller.workspaceId, params.id);
      const { limit, starting_after: startingAfter, status } = query;
      const page = await listDeliveries(ctx.db, endpoint, { limit, startingAfter, status });
      const lastId = page.deliveries.at(-1)?.id ?? null;
      return {
        status: 200,
        body: {
          object: 'list',
          data: page.deliveries.map(renderDelivery),
          has_more: page.hasMore,
          first_id: page.deliveries[0]?.id ?? null,
          last_id: lastId,
          next_starting_after: page.hasMore ? lastId : null,
        },
      };
    },
  });

const getDelivery = (ctx: WebhooksContext) =>
  route({
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries/:deliveryId',
    operation: 'webhooks.delivery',
    summary: 'Get a delivery',
    description: 'Returns one delivery with a preview of its payload.',
    tag,
    params: wire.deliveryParams,
    responses: { 200: wire.deliveryObject },
    errors: ['webhook_not_found', 'webhook_delivery_not_found'],
    async handler({ caller, params }) {
      const endpoint = await requireEndpoint(ctx, caller.workspaceId, params.id);
      const delivery = await requireDelivery(ctx, endpoint, params.deliveryId);
      return { status: 200, body: renderDeliveryWithPayload(delivery) };
    },
  });

const postRetry = (ctx: WebhooksContext) =>
  route({
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:deliveryId/retry',
    operation: 'webhooks.redeliver',
    summary: 'Retry a delivery',
    description: 'Sends the event again with the same event ID.',
    tag,
    params: wire.deliveryParams,
    responses: { 200: wire.deliveryObject },
    errors: ['webhook_not_found', 'webhook_delivery_not_found', 'webhook_event_erased'],
    async handler({ caller, params }) {
      const owned = await requireEndpoint(ctx, caller.workspaceId, params.id);
      const { id, isErased } = await requireDelivery(ctx, owned, params.deliveryId);
      if (isErased)
        throw new ApiError('webhook_event_erased', 'The response was deleted, and this event with it.');
      const endpoint = await requireEnabled(ctx, caller.workspaceId, params.id);
      await redeliver(ctx.db, endpoint, id);
      ctx.sender.poke(caller.workspaceId);
      return { status: 200, body: renderDelivery(await requireDelivery(ctx, endpoint, id)) };
    },
  });

const ROUTES = [
  postEndpoint,
  getEndpoints,
  getEndpoint,
  patchEndpoint,
  deleteEndpoint,
  postRotation,
  postTest,
  getDeliveries,
  getDelivery,
  postRetry,
  cronRoute('GET'),
  cronRoute('POST'),
  liveEventRoute,
];

export function webhookRoutes(ctx: WebhooksContext): Route[] {
  return ROUTES.map((make) => make(ctx));
}

async function requireEndpoint(ctx: WebhooksContext, workspaceId: string, id: string): Promise<Endpoint> {
  return known(isId(id, 'wh') ? await findEndpoint(ctx.db, workspaceId, id) : null);
}

async function requireEnabled(ctx: WebhooksContext, workspaceId: string, id: string): Promise<Endpoint> {
  const endpoint = await requireEndpoint(ctx, workspaceId, id);
  if (!endpoint.disabled) return endpoint;
  throw new ApiError('invalid_request', {
    message: 'The webhook endpoint is disabled.',
    hint: 'Switch it on first: PATCH /v1/webhooks/{id} with `enabled: true`.',
  });
}

async function requireDelivery(ctx: WebhooksContext, endpoint: Endpoint, id: string): Promise<Delivery> {
  const delivery = isId(id, 'whdel') ? await findDelivery(ctx.db, endpoint, id) : null;
  if (!delivery) throw new ApiError('webhook_delivery_not_found', 'Delivery not found.');
  return delivery;
}

function known<T>(found: T | null): T {
  if (found === null) throw notFound();
  return found;
}

function notFound(): ApiError {
  return new ApiError('webhook_not_found', 'Webhook endpoint not found.');
}
