import type { ApiPromise } from '../api-promise.ts';
import { ApiError, connectionError, ServiceError } from '../errors.ts';
import { eventFrames } from '../event-frames.ts';
import type { LiveEvent, Webhook, WebhookDelivery, WebhookEvent } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import { type SignatureOptions, signWebhook, verifyWebhook } from '../signature.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

const IDLE_MS = 50_000;
const FAILURES_IN_A_ROW = 5;

/** Addresses of yours that hear of the ends and questions of runs. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The secret is shown only here. */
  create(
    body: ArgsOf<'webhooks.create'>['body'],
    options?: CallOptions,
  ): ApiPromise<ResultOf<'webhooks.create'>> {
    return this.#transport.call('webhooks.create', { body }, options);
  }

  list(options?: CallOptions): PagePromise<Webhook> {
    return new PagePromise(() => this.#transport.call('webhooks.list', {}, options));
  }

  get(id: string, options?: CallOptions): ApiPromise<Webhook> {
    return this.#transport.call('webhooks.get', { path: { id } }, options);
  }

  update(id: string, body: ArgsOf<'webhooks.update'>['body'], options?: CallOptions): ApiPromise<Webhook> {
    return this.#transport.call('webhooks.update', { path: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): ApiPromise<ResultOf<'webhooks.delete'>> {
    return this.#transport.call('webhooks.delete', { path: { id } }, options);
  }

  /** A new secret; the old one signs beside it for 24 hours. */
  rotate(id: string, options?: CallOptions): ApiPromise<ResultOf<'webhooks.rotate'>> {
    return this.#transport.call('webhooks.rotate', { path: { id } }, options);
  }

  /** Sends a sample event. */
  test(
    id: string,
    body: ArgsOf<'webhooks.test'>['body'] = {},
    options?: CallOptions,
  ): ApiPromise<WebhookDelivery> {
    return this.#transport.call('webhooks.test', { path: { id }, body }, options);
  }

  /** Newest first. */
  deliveries(
    id: string,
    params: NonNullable<ArgsOf<'webhooks.deliveries'>['query']> = {},
    options?: CallOptions,
  ): PagePromise<WebhookDelivery> {
    return new PagePromise((cursor) => {
      const query = { ...params, ...(cursor && { starting_after: cursor }) };
      return this.#transport.call('webhooks.deliveries', { path: { id }, query }, options);
    });
  }

  delivery(id: string, deliveryId: string, options?: CallOptions): ApiPromise<WebhookDelivery> {
    return this.#transport.call('webhooks.delivery', { path: { id, deliveryId } }, options);
  }

  /** Sends a delivery again, with the same event id. */
  redeliver(id: string, deliveryId: string, options?: CallOptions): ApiPromise<WebhookDelivery> {
    return this.#transport.call('webhooks.redeliver', { path: { id, deliveryId } }, options);
  }

  /**
   * The events of this workspace as they happen, over a connection from here: no endpoint is needed. A connection that ends or
   * breaks is continued, and no event comes twice. Without `types` it reports ends and questions of runs.
   */
  async *events(
    options: CallOptions & { startingAfter?: string | undefined; types?: readonly string[] } = {},
  ): AsyncGenerator<LiveEvent> {
    const told = new Set<string>();
    let after = options.startingAfter;
    for (let failures = 0; ; ) {
      try {
        const query = {
          stream: true,
          ...(after !== undefined && { starting_after: after }),
          ...(options.types && { types: options.types.join(',') }),
        };
        const args = { query };
        const response = await this.#transport.open('webhooks.events', args, options, 'text/event-stream');
        after ??= new Date(response.headers.get('date') ?? 0).toISOString();
        for await (const event of eventFrames(response.body ?? new ReadableStream(), IDLE_MS)) {
          const { id, created_at, type } = event as { id: string; created_at: string; type: string };
          if (type === 'error') break;
          failures = 0;
          if (told.has(id)) continue;
          told.add(id);
          after = created_at;
          yield event as LiveEvent;
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        failures += 1;
        if (error instanceof ApiError && !(error instanceof ServiceError)) throw error;
        if (failures > FAILURES_IN_A_ROW) throw connectionError('', error);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 500 * 2 ** failures));
      }
      options.signal?.throwIfAborted();
    }
  }

  /** The event of a request to your endpoint: give the body as it came, unparsed, and the header `X-Svc-Signature`. */
  verify(
    body: string | Uint8Array,
    header: string | null | undefined,
    secret: string,
    options?: SignatureOptions,
  ): Promise<WebhookEvent> {
    return verifyWebhook(body, header, secret, options);
  }

  /** A valid `X-Svc-Signature` for a body, for tests of your endpoint. */
  testHeader(body: string | Uint8Array, secret: string, options?: { at?: Date }): Promise<string> {
    return signWebhook(body, secret, options?.at);
  }
}
