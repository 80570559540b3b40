import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { WebhookSink } from '../../test/support/webhook-sink.ts';

let service: TestApp;
let sink: WebhookSink;

beforeAll(async () => {
  service = await startTestApp({
    runners: [
      scriptedRunner('first', {
        capabilities: { ...scriptedRunner('x').facts.capabilities, interaction_relay: true },
      }),
    ],
  });
});
afterAll(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const { id } of (await service.client.get('/v1/webhooks')).json.data)
    await service.client.request('DELETE', `/v1/webhooks/${id}`);
  sink = await WebhookSink.start();
  return () => sink[Symbol.asyncDispose]();
});

async function register(extra: Record<string, unknown> = {}) {
  const { status, json } = await service.client.post('/v1/webhooks', { url: `${sink.url}/hook`, ...extra });
  expect(status).toBe(201);
  return json;
}

test('a finished run is announced once, signed, with the same object that GET shows', async () => {
  const endpoint = await register();
  const { json: run } = await service.client.create({ input: 'Say something' });
  const [delivery] = await sink.until(1);
  expect(delivery?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-Webhook/1.0',
  });
  const event = Stripe.webhooks.constructEvent(
    delivery?.body ?? '',
    String(delivery?.headers['x-svc-signature']),
    endpoint.secret,
  ) as unknown as Record<string, unknown>;
  expect(event).toMatchObject({
    id: delivery?.headers['x-svc-event-id'],
    object: 'svc.event',
    api_version: '2026-08-13',
    type: 'response.completed',
    sequence: 1,
  });
  expect(event.data).toEqual((await service.client.get(`/v1/responses/${run.id}`)).json);
  expect((event.data as { svc: unknown }).svc).toHaveProperty('routing_summary');
});
