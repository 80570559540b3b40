import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import {
  type StripeStandIn,
  startStripeStandIn,
  WEBHOOK_SECRET,
} from '../../../test/support/stand-ins/stripe.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { findBreaks } from '../breaks.ts';
import { WORKSPACE } from './read-event.ts';

let stripe: StripeStandIn;
let service: TestApp;
let tenant: AddedWorkspace;
let events = 0;

beforeAll(async () => {
  stripe = await startStripeStandIn();
  service = await startTestApp({
    runners: [scriptedRunner('only')],
    env: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: stripe.url,
    },
  });
  tenant = await addWorkspace(service, 0);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
});
afterEach(async () => {
  stripe.failWith = null;
  expect(await findBreaks(service.app.context.db)).toEqual([]);
});

async function credits(): Promise<number> {
  return (await tenant.client.get('/v1/me')).json.credits_usd;
}

async function deliver(event: unknown, options?: { secret?: string; timestamp?: number; body?: string }) {
  const { body, signature } = stripe.signed(event, options);
  return post(options?.body ?? body, signature);
}

async function post(body: string, signature: string | null) {
  const response = await fetch(`${service.app.url}/api/billing/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body,
  });
  return { status: response.status, json: await response.json() };
}

function event(type: string, object: Record<string, unknown>) {
  events += 1;
  return { id: `evt_${events}`, object: 'event', type, data: { object } };
}

const ours = () => ({ [WORKSPACE]: tenant.workspaceId });

function paid(payment: string, cents: number, more: Record<string, unknown> = {}) {
  return event('checkout.session.completed', {
    id: `cs_${payment}`,
    object: 'checkout.session',
    payment_intent: payment,
    payment_status: 'paid',
    amount_subtotal: cents,
    amount_total: cents,
    currency: 'usd',
    metadata: ours(),
    ...more,
  });
}

function refunded(payment: string, totalCents: number, more: Record<string, unknown> = {}) {
  return event('charge.refunded', {
    id: `ch_${payment}`,
    object: 'charge',
    payment_intent: payment,
    amount_refunded: totalCents,
    currency: 'usd',
    metadata: ours(),
    ...more,
  });
}

function disputed(payment: string, cents: number, status: string, type = 'created') {
  return event(`charge.dispute.${type}`, {
    id: `dp_${payment}`,
    object: 'dispute',
    payment_intent: payment,
    amount: cents,
    currency: 'usd',
    status,
    metadata: {},
  });
}

describe('buying credits', () => {
  test('a checkout names the workspace and the amount, and leads to the page of Stripe', async () => {
    stripe.calls.length = 0;
    const { status, json } = await tenant.client.post('/billing/checkout', { credits_usd: 25.5 });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      object: 'svc.checkout',
      url: expect.stringContaining('https://pay.example/cs_'),
    });
    expect(stripe.calls.map(({ call }) => call)).toEqual([
      'POST /v1/customers',
      'POST /v1/checkout/sessions',
    ]);
    expect(stripe.calls[1]).toMatchObject({
      key: 'Bearer sk_test_1',
      fields: {
        mode: 'payment',
        'line_items[0][price_data][unit_amount]': '2550',
        'line_items[0][price_data][currency]': 'usd',
        [`metadata[${WORKSPACE}]`]: tenant.workspaceId,
        [`payment_intent_data[metadata][${WORKSPACE}]`]: tenant.workspaceId,
        success_url: `${service.app.url}/console/usage?paid=1`,
      },
    });
    const portal = await tenant.client.post('/billing/portal');
    expect(portal.json).toEqual({ object: 'svc.portal', url: 'https://pay.example/portal' });
    expect(stripe.calls.filter(({ call }) => call === 'POST /v1/customers')).toHaveLength(1);
  });

  test.each([
    undefined,
    {},
    { credits_usd: 0 },
    { credits_usd: -20 },
    { credits_usd: 4.99 },
    { credits_usd: 10_000.01 },
    { credits_usd: 1e300 },
    { credits_usd: '25' },
    { credits_usd: 10.005 },
    { credits_usd: null },
    [],
    7,
  ])('%j is no amount to buy', async (body) => {
    stripe.calls.length = 0;
    const { status, json } = await tenant.client.post('/billing/checkout', body);
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'invalid_credits_usd' });
    expect(stripe.calls).toEqual([]);
  });

  test.each(['/billing/checkout', '/billing/portal'])('%s wants to know who asks', async (path) => {
    for (const headers of [{}, { authorization: 'Bearer svc_nobody' }, { cookie: 'svc_session=x' }]) {
      const response = await fetch(`${service.app.url}/api${path}`, {
        method: 'POST',
        headers: { ...(headers as Record<string, string>), 'content-type': 'application/json' },
        body: '{"credits_usd":20}',
      });
      expect(response.status).toBe(401);
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe('auth_required');
    }
  });

  test('a Stripe that fails is said so, without its words', async () => {
    stripe.failWith = 402;
    for (const path of ['/billing/checkout', '/billing/portal']) {
      const { status, json } = await tenant.client.post(path, { credits_usd: 20 });
      expect({ status, code: json.error.code }).toEqual({ status: 502, code: 'stripe_error' });
      expect(json.error.message).not.toContain('not well');
    }
  });

  test('without Stripe the routes say which setting is missing', async () => {
    await using plain = await startTestApp({ runners: [scriptedRunner('only')] });
    const { status, json } = await plain.client.post('/billing/checkout', { credits_usd: 20 });
    expect({ status, code: json.error.code }).toEqual({ status: 502, code: 'stripe_error' });
    expect(json.error.message).toContain('STRIPE_SECRET_KEY');
  });
});

describe('events', () => {
  test('a payment is credited once, for any events about it and any number of them', async () => {
    expect((await tenant.client.get('/v1/me')).json).toMatchObject({ on_trial: true, platform_fee_rate: 0 });
    const first = paid('pi_once', 2_000);
    for (let count = 0; count < 5; count += 1) expect((await deliver(first)).status).toBe(200);
    const late = { ...paid('pi_once', 2_000), type: 'checkout.session.async_payment_succeeded' };
    await Promise.all(Array.from({ length: 10 }, () => deliver(late)));
    expect(await credits()).toBe(20);
    expect((await tenant.client.get('/v1/me')).json).toMatchObject({
      on_trial: false,
      platform_fee_rate: 0.05,
    });
  });

  test('a later payment is credited when it is paid', async () => {
    const before = await credits();
    await deliver(paid('pi_slow', 1_000, { payment_status: 'unpaid' }));
    expect(await credits()).toBe(before);
    await deliver({ ...paid('pi_slow', 1_000), type: 'checkout.session.async_payment_succeeded' });
    expect(await credits()).toBe(before + 10);
  });

  test('refunds are taken back, in parts and as a whole, in any order', async () => {
    const before = await credits();
    await deliver(refunded('pi_refund', 300));
    expect(await credits()).toBe(before);
    await deliver(paid('pi_refund', 1_000));
    expect(await credits()).toBe(before + 7);
    await deliver(refunded('pi_refund', 1_000));
    await deliver(refunded('pi_refund', 500));
    expect(await credits()).toBe(before);
  });

  test('a dispute takes back until it is won', async () => {
    const before = await credits();
    await deliver(paid('pi_dispute', 1_000));
    await deliver(disputed('pi_dispute', 1_000, 'warning_needs_response'));
    expect(await credits()).toBe(before + 10);
    await deliver(disputed('pi_dispute', 1_000, 'needs_response'));
    expect(await credits()).toBe(before);
    await deliver(disputed('pi_dispute', 1_000, 'won', 'closed'));
    await deliver(disputed('pi_dispute', 1_000, 'needs_response', 'updated'));
    expect(await credits()).toBe(before + 10);
  });

  test('a dispute that comes before its payment is looked up at Stripe', async () => {
    const before = await credits();
    stripe.payments.set('pi_early', ours());
    expect((await deliver(disputed('pi_early', 500, 'lost', 'closed'))).status).toBe(200);
    await deliver(paid('pi_early', 800));
    expect(await credits()).toBe(before + 3);
    stripe.failWith = 401;
    expect((await deliver(disputed('pi_unknown', 500, 'lost'))).json.error.code).toBe('stripe_error');
  });

  test('a refund of spent credits makes them negative, and a run 402', async () => {
    const poor = await addWorkspace(service, 0);
    const metadata = { [WORKSPACE]: poor.workspaceId };
    await deliver(paid('pi_spent', 500, { metadata }));
    await poor.client.create({ input: 'Costly [[cost=4000000]]' });
    await deliver(refunded('pi_spent', 500));
    expect((await poor.client.get('/v1/me')).json.credits_usd).toBe(-4.2);
    expect((await poor.client.create({ input: 'Say something' })).status).toBe(402);
  });

  test('payments of something else, and other events, change nothing', async () => {
    const before = await credits();
    stripe.payments.set('pi_else', {});
    for (const one of [
      paid('pi_else', 1_000, { metadata: {} }),
      paid('pi_else', 1_000, { metadata: { [WORKSPACE]: 'ws_nobody' } }),
      disputed('pi_else', 1_000, 'lost'),
      paid('pi_else', 1_000, { metadata: { [WORKSPACE]: 'ws_nobody' }, currency: 'eur' }),
      refunded('pi_else', 500, { currency: 'eur', metadata: {} }),
      refunded('pi_else', 5_000_000, { metadata: {} }),
      event('customer.created', { id: 'cus_1' }),
      event('charge.refunded', {
        id: 'ch_1',
        payment_intent: null,
        amount_refunded: 5,
        currency: 'usd',
        metadata: {},
      }),
    ])
      expect((await deliver(one)).json).toEqual({ received: true });
    expect(await credits()).toBe(before);
  });

  test.each([-2_000, 0, 1.5, 10_000_001, 1e300, null])(
    'an amount of %j cents creates nothing',
    async (cents) => {
      const before = await credits();
      const { status, json } = await deliver(paid('pi_wrong', cents as number));
      expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'invalid_credits_usd' });
      expect(await credits()).toBe(before);
    },
  );

  test('another currency creates nothing', async () => {
    const before = await credits();
    expect((await deliver(paid('pi_yen', 2_000, { currency: 'jpy' }))).json.error.code).toBe(
      'invalid_credits_usd',
    );
    expect(await credits()).toBe(before);
  });

  test('a forged, changed, unsigned or old event creates nothing', async () => {
    const before = await credits();
    const forged = paid('pi_forged', 2_000);
    const { body, signature } = stripe.signed(forged);
    const refused = [
      await deliver(forged, { secret: 'whsec_guessed' }),
      await post(body.replace('2000', '9000'), signature),
      await post(` ${body}`, signature),
      await post(body, null),
      await post(body, 't=1,v1=00'),
      await deliver(forged, { timestamp: Math.floor(Date.now() / 1_000) - 301 }),
      await post('not json', 'x'),
      await post('', ''),
    ];
    for (const { status, json } of refused)
      expect({ status, code: json.error.code }).toEqual({ status: 401, code: 'auth_required' });
    expect(await credits()).toBe(before);
    const [row] = await service.app.context.db.query(
      sql`select count(*)::int as rows from payment_events where payment_id = 'pi_forged'`,
    );
    expect(row).toEqual({ rows: 0 });
  });
});
