import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import type { SessionProof } from '../../platform/http/caller.ts';
import { readInput } from '../../platform/http/read-input.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { MAX_CREDITS_USD, MIN_CREDITS_USD } from './read-event.ts';
import type { Payments } from './stripe.ts';

export interface PaymentsContext {
  /** Null where Stripe is not set up. */
  payments: Payments | null;
  /** A key, or a person in the console; `auth_required` for all others. */
  whoPays(proof: SessionProof): Promise<Caller>;
  origin(): string;
}

/** Also for a body that is not an object. */
const CREDITS_CODES = { credits_usd: 'invalid_credits_usd', '': 'invalid_credits_usd' } as const;

const credits = z.object({
  credits_usd: z
    .number()
    .min(MIN_CREDITS_USD)
    .max(MAX_CREDITS_USD)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must be whole cents')
    .describe(`US dollars, from ${MIN_CREDITS_USD} to ${MAX_CREDITS_USD}.`),
});

const common = { method: 'POST', tag: 'Billing', access: 'public', proof: 'payer' } as const;

const startCheckout = (ctx: PaymentsContext) =>
  route({
    ...common,
    path: '/billing/checkout',
    operation: 'billing.checkout',
    summary: 'Start a top-up',
    description: 'Creates a payment page for buying credits and returns its URL.',
    body: z.unknown(),
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.checkout'),
          id: z.string().describe('ID of the Stripe checkout session.'),
          url: z.string().describe('URL of the payment page.'),
        })
        .meta({ id: 'CheckoutPage' }),
    },
    errors: ['auth_required', 'invalid_credits_usd', 'stripe_error'],
    async handler({ header, cookie, body }) {
      const { workspaceId } = await ctx.whoPays({ method: 'POST', header, cookie });
      const { credits_usd } = readInput(credits, body, CREDITS_CODES);
      const cents = Math.round(credits_usd * 100);
      const { id, url } = await open(ctx).checkout(workspaceId, cents, `${ctx.origin()}/console/usage`);
      return { status: 200, body: { object: 'svc.checkout', id, url } };
    },
  });

const openPortal = (ctx: PaymentsContext) =>
  route({
    ...common,
    path: '/billing/portal',
    operation: 'billing.portal',
    summary: 'Open the billing portal',
    description: 'Returns the URL of a page with invoices and payment methods.',
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.portal'),
          url: z.string().describe('URL of the page with invoices.'),
        })
        .meta({ id: 'PortalPage' }),
    },
    errors: ['auth_required', 'stripe_error'],
    async handler({ header, cookie }) {
      const { workspaceId } = await ctx.whoPays({ method: 'POST', header, cookie });
      const { url } = await open(ctx).portal(workspaceId, `${ctx.origin()}/console/usage`);
      return { status: 200, body: { object: 'svc.portal', url } };
    },
  });

const receiveEvent = (ctx: PaymentsContext) =>
  route({
    ...common,
    path: '/billing/webhook',
    summary: 'Receive payment events',
    description: 'Called by the payment provider. Requests must carry its signature.',
    proof: 'signature',
    takes: 'bytes',
    responses: { 200: z.strictObject({ received: z.literal(true) }).meta({ id: 'ReceivedEvent' }) },
    errors: ['auth_required', 'invalid_credits_usd', 'stripe_error'],
    async handler({ rawBytes, header }) {
      await open(ctx).receive(rawBytes, header('stripe-signature'));
      return { status: 200, body: { received: true } };
    },
  });

export function paymentRoutes(ctx: PaymentsContext): Route[] {
  return [startCheckout(ctx), openPortal(ctx), receiveEvent(ctx)];
}

function open({ payments }: PaymentsContext): Payments {
  if (payments) return payments;
  throw new ApiError(
    'stripe_error',
    'Payments are not set up on this service: STRIPE_SECRET_KEY is not set.',
  );
}
