import Stripe from 'stripe';
import { serve } from '../../../src/platform/net/loopback.fixture.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_stand_in';

export interface StripeStandIn extends AsyncDisposable {
  url: string;
  /** Calls, as `POST /v1/checkout/sessions`, with the fields of their forms. */
  calls: Array<{ call: string; fields: Record<string, string>; key: string | null }>;
  /** Metadata of payments, as `GET /v1/payment_intents/:id` tells it. */
  payments: Map<string, Record<string, string>>;
  /** From now on the status of every answer. */
  failWith: number | null;
  /** An event as Stripe would send it: the body and its signature, by the official library. */
  signed(
    event: unknown,
    options?: { secret?: string; timestamp?: number },
  ): { body: string; signature: string };
}

/** Stripe's documented wire, as far as top-ups use it: form bodies, objects with ids, errors with a type. */
export async function startStripeStandIn(): Promise<StripeStandIn> {
  const stripe = new Stripe('sk_test_of_the_stand_in');
  const calls: StripeStandIn['calls'] = [];
  const payments: StripeStandIn['payments'] = new Map();
  let made = 0;
  const standIn: StripeStandIn = {
    url: '',
    calls,
    payments,
    failWith: null,
    signed(event, { secret = WEBHOOK_SECRET, timestamp } = {}) {
      const body = JSON.stringify(event);
      return {
        body,
        signature: stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
      };
    },
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
  const server = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname } = new URL(request.url ?? '/', 'http://stripe');
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    calls.push({ call: `${request.method} ${pathname}`, fields, key: request.headers.authorization ?? null });
    const answer = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(body));
    if (standIn.failWith !== null)
      return answer(standIn.failWith, { error: { type: 'api_error', message: 'Stripe is not well.' } });
    made += 1;
    const payment = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname)?.[1];
    if (payment !== undefined) {
      const metadata = payments.get(payment);
      return metadata
        ? answer(200, { id: payment, object: 'payment_intent', metadata })
        : answer(404, {
            error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such payment.' },
          });
    }
    if (pathname === '/v1/customers') return answer(200, { id: `cus_${made}`, object: 'customer' });
    if (pathname === '/v1/checkout/sessions')
      return answer(200, {
        id: `cs_${made}`,
        object: 'checkout.session',
        url: `https://pay.example/cs_${made}`,
      });
    if (pathname === '/v1/billing_portal/sessions')
      return answer(200, {
        id: `bps_${made}`,
        object: 'billing_portal.session',
        url: 'https://pay.example/portal',
      });
    return answer(404, { error: { type: 'invalid_request_error', message: 'Unknown path.' } });
  });
  standIn.url = `http://127.0.0.1:${server.port}`;
  return standIn;
}
