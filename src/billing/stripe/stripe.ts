import type Stripe from 'stripe';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { usd } from '../../platform/money.ts';
import { loadOptional } from '../../platform/optional-packages.ts';
import type { PaymentChange } from './payment.ts';
import { type PaymentNews, readEvent, WORKSPACE } from './read-event.ts';
import { applyNews, customerOf, hasWorkspace, keepCustomer, workspaceOfPayment } from './store.ts';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  baseUrl: string | null;
}

interface Options {
  settings: StripeSettings;
  db: Db;
  clock: Clock;
  log: Log;
}

const TOLERANCE_S = 300;

/** Top-ups through Stripe. The library is loaded only where it is used. */
export class Payments {
  readonly #stripe: Stripe;
  readonly #options: Options;

  private constructor(stripe: Stripe, options: Options) {
    this.#stripe = stripe;
    this.#options = options;
  }

  static async open(options: Options): Promise<Payments> {
    const { secretKey, baseUrl } = options.settings;
    const { default: Library } = await loadOptional(
      'STRIPE_SECRET_KEY is set',
      ['stripe'],
      () => import('stripe'),
    );
    const server = baseUrl === null ? null : new URL(baseUrl);
    const stripe = new Library(secretKey, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      ...(server && {
        host: server.hostname,
        port: server.port || (server.protocol === 'https:' ? '443' : '80'),
        protocol: server.protocol === 'https:' ? 'https' : 'http',
      }),
    });
    return new Payments(stripe, options);
  }

  /** A page of Stripe where a person pays for credits. */
  async checkout(
    workspaceId: string,
    cents: number,
    returnUrl: string,
  ): Promise<{ id: string; url: string }> {
    const metadata = { [WORKSPACE]: workspaceId };
    return this.#asked(async () => {
      const session = await this.#stripe.checkout.sessions.create({
        mode: 'payment',
        customer: await this.#customer(workspaceId),
        client_reference_id: workspaceId,
        metadata,
        payment_intent_data: { metadata },
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Switchyard credits' } },
          },
        ],
        success_url: `${returnUrl}?paid=1`,
        cancel_url: returnUrl,
      });
      if (!session.url) throw new Error('a checkout without an address');
      return { id: session.id, url: session.url };
    });
  }

  /** A page of Stripe with invoices and ways of paying. */
  async portal(workspaceId: string, returnUrl: string): Promise<{ url: string }> {
    return this.#asked(async () => {
      const customer = await this.#customer(workspaceId);
      const { url } = await this.#stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
      return { url };
    });
  }

  /** Takes an event of Stripe: signed over these bytes, within the last minutes. */
  async receive(bytes: Buffer, signature: string | null): Promise<void> {
    const { db, log } = this.#options;
    const event = this.#verified(bytes, signature);
    const news = readEvent(event);
    if (!news) return;
    const workspaceId =
      news.workspaceId ??
      (await workspaceOfPayment(db, news.paymentId)) ??
      (await this.#asks(news.paymentId));
    // A payment of another product on the same Stripe account.
    if (workspaceId === null || !(await hasWorkspace(db, workspaceId))) return;
    const { paymentId } = news;
    const change = changeOf(news, event, log);
    const delta = await db.transaction((run) => applyNews(run, event, { paymentId, workspaceId, change }));
    if (delta === 0) return;
    const facts = { workspace: workspaceId, payment: paymentId, event: event.id, usd: usd(delta) };
    if (delta > 0) log.info(facts, 'credits were bought');
    else log.warn(facts, 'a payment went back; its credits were taken');
  }

  #verified(bytes: Buffer, signature: string | null): Stripe.Event {
    const { settings, clock } = this.#options;
    try {
      return this.#stripe.webhooks.constructEvent(
        bytes,
        signature ?? '',
        settings.webhookSecret,
        TOLERANCE_S,
        undefined,
        clock.now().getTime(),
      );
    } catch {
      throw new ApiError('auth_required', 'The signature of this event is missing, wrong or too old.');
    }
  }

  async #asks(paymentId: string): Promise<string | null> {
    return this.#asked(async () => {
      const payment = await this.#stripe.paymentIntents.retrieve(paymentId);
      return payment.metadata[WORKSPACE] ?? null;
    });
  }

  async #customer(workspaceId: string): Promise<string> {
    const { db } = this.#options;
    const known = await customerOf(db, workspaceId);
    if (known) return known;
    const customer = await this.#stripe.customers.create(
      { metadata: { [WORKSPACE]: workspaceId } },
      { idempotencyKey: `customer:${workspaceId}` },
    );
    return keepCustomer(db, workspaceId, customer.id);
  }

  /** Stripe's own words stay in our log; the caller only learns of the failure. */
  async #asked<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      const { type } = error as { type?: string };
      if (type === undefined) throw error;
      throw new ApiError('stripe_error', { message: 'The payment provider did not do this.', cause: error });
    }
  }
}

function changeOf(news: PaymentNews, event: Stripe.Event, log: Log): PaymentChange {
  try {
    return news.change();
  } catch (error) {
    log.error(
      { event: event.id, type: event.type },
      'a payment event has an impossible amount; nothing was posted',
    );
    throw error;
  }
}
