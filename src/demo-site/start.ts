import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { accountRoutes } from './account/account.ts';
import { inboxRoutes } from './account/inbox.ts';
import { loginRoutes } from './account/login.ts';
import { createInbox } from './account/mailbox.ts';
import { assetRoutes } from './assets.ts';
import { acceptForms } from './forms.ts';
import { contactRoutes } from './help/contact.ts';
import { guideRoutes } from './help/guides.ts';
import { repairRoutes } from './help/repairs.ts';
import { storeRoutes } from './help/stores.ts';
import { journalRoutes } from './journal/journal.ts';
import { renderFailures, sendFailure } from './not-found.ts';
import { challengeRoutes } from './obstacles/challenge.ts';
import { livePriceRoutes } from './obstacles/live-prices.ts';
import { memberRoutes } from './obstacles/members.ts';
import { slowRoutes } from './obstacles/slow.ts';
import { provingGroundRoutes } from './proving-ground.ts';
import { createSessions } from './sessions.ts';
import { basketRoutes } from './shop/basket.ts';
import { catalogueRoutes } from './shop/catalogue.ts';
import { homeRoutes } from './shop/home.ts';
import { productRoutes } from './shop/product.ts';
import type { Site } from './site.ts';

interface DemoSiteOptions {
  host?: string;
  /** 0 takes any free port. */
  port?: number;
  clock: Clock;
  log: Log;
}

/** A small shop on a port of its own with the usual obstacles for browser agents. It never reaches outside. */
export async function startDemoSite(options: DemoSiteOptions): Promise<DemoSite> {
  const { host = '127.0.0.1', port = 0, clock, log } = options;
  const site: Site = { clock, sessions: createSessions(), inbox: createInbox(), origin: '' };
  const app = buildApp(site, log);
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  site.origin = `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  return new DemoSite(app, site.origin);
}

export class DemoSite {
  readonly origin: string;
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance, origin: string) {
    this.#app = app;
    this.origin = origin;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#app.close();
  }
}

function buildApp(site: Site, log: Log): FastifyInstance {
  // A slow page in flight must not hold up the end of the program.
  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => sendFailure(site, request, reply, error.statusCode ?? 400),
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy':
        "default-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });
  acceptForms(app);
  renderFailures(app, site, log);
  assetRoutes(app, site);
  homeRoutes(app, site);
  catalogueRoutes(app, site);
  productRoutes(app, site);
  basketRoutes(app, site);
  journalRoutes(app, site);
  guideRoutes(app, site);
  storeRoutes(app, site);
  contactRoutes(app, site);
  repairRoutes(app, site);
  loginRoutes(app, site);
  inboxRoutes(app, site);
  accountRoutes(app, site);
  challengeRoutes(app);
  memberRoutes(app, site);
  slowRoutes(app, site);
  livePriceRoutes(app, site);
  provingGroundRoutes(app, site);
  return app;
}
