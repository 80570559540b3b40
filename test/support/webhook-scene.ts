import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lapseLeases } from './lapse-leases.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { createTestDatabase } from './test-database.ts';
import { type Received, WebhookSink } from './webhook-sink.ts';

const KEY = `svc_${'w'.repeat(40)}`;

/** A database, a key ring, a page to read, a receiver, and instances of the service on them. */
export class WebhookScene {
  readonly sink: WebhookSink;
  readonly folder: string;
  readonly #siteUrl: string;
  readonly #databaseUrl: string;
  readonly #resources: AsyncDisposableStack;

  private constructor(options: {
    sink: WebhookSink;
    folder: string;
    siteUrl: string;
    databaseUrl: string;
    resources: AsyncDisposableStack;
  }) {
    this.sink = options.sink;
    this.folder = options.folder;
    this.#siteUrl = options.siteUrl;
    this.#databaseUrl = options.databaseUrl;
    this.#resources = options.resources;
  }

  static async open(): Promise<WebhookScene> {
    const resources = new AsyncDisposableStack();
    const database = resources.use(await createTestDatabase());
    const folder = await mkdtemp(join(tmpdir(), 'switchyard-hooks-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const sink = resources.use(await WebhookSink.start());
    const site = await startSite();
    resources.defer(() => site.closeAllConnections());
    resources.defer(() => void site.close());
    const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    return new WebhookScene({ sink, folder, siteUrl, databaseUrl: database.url, resources });
  }

  async start(env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await startService({
      DATABASE_URL: this.#databaseUrl,
      DATA_DIR: this.folder,
      SVC_API_KEY: KEY,
      SVC_LOCAL_TARGETS: new URL(this.#siteUrl).host,
      CHROMIUM_PATH: '/nonexistent',
      ...env,
    });
    return this.#resources.use(service);
  }

  register(service: ServiceProcess) {
    return call(service, 'POST', '/webhooks', { url: `${this.sink.url}/hook` });
  }

  createRun(service: ServiceProcess, idempotencyKey?: string) {
    return call(service, 'POST', '/responses', {
      ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
      input: 'What does the lamp cost?',
      url: this.#siteUrl,
      routing: 'local-fetch',
      background: true,
    });
  }

  /** Frees the deliveries of this dead instance for the others. */
  async bury({ child }: ServiceProcess): Promise<void> {
    await lapseLeases(this.#databaseUrl, child.pid);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

export async function call(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: wire objects are read by their documented names
): Promise<any> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

export function eventOf({ body }: Received) {
  return JSON.parse(body);
}

async function startSite(): Promise<Server> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<title>Shop</title><main><h1>Lamp</h1><p>The lamp costs 20 euros and is in stock today.</p></main>',
    );
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return site;
}
