import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { FirstKey } from './accounts/bootstrap.ts';
import { forgetOwner } from './accounts/people/store.ts';
import { accountRoutes } from './accounts/routes.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { type AppContext, type AppOptions, assemble, type Parts, readSettings } from './assemble.ts';
import { paymentRoutes } from './billing/stripe/routes.ts';
import { usageRoutes } from './billing/usage/routes.ts';
import type { Config } from './config.ts';
import { StartupError } from './errors.ts';
import { longTaskRoutes } from './long-tasks/routes.ts';
import { mcpRoutes } from './mcp/mcp-route.ts';
import { recordAudit } from './operations/audit.ts';
import { operationsRoutes } from './operations/routes.ts';
import type { ApiExamples } from './platform/http/openapi.ts';
import type { Route } from './platform/http/route.ts';
import { buildServer } from './platform/http/server.ts';
import { providerKeyRoutes } from './provider-keys/routes.ts';
import { rankingRoutes } from './routing/rankings.ts';
import type { Registry } from './runners/registry.ts';
import { runnerRoutes } from './runners/routes.ts';
import { answerPageRoutes } from './runs/execution/interaction/answer-page.ts';
import { runRoutes } from './runs/routes.ts';
import { keepTidy } from './runs/tidy.ts';
import { runTokenRoutes } from './runs/tokens/routes.ts';
import { liveRoutes } from './runs/views/live/routes.ts';
import { sessionUpgrade } from './sessions/connect.ts';
import { liveViewRoutes } from './sessions/live-view.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { webdriverRoutes } from './sessions/webdriver.ts';
import { statusRoutes } from './status.ts';
import { vaultRoutes } from './vault/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspace/routes.ts';
import { wrapperRoutes } from './wrappers/routes.ts';

// How long a drain announces itself, lets requests finish, and lets runs finish.
const DRAIN = { noticeMs: 2_000, requestsMs: 20_000, runsMs: 30_000 };

/** The composition root: config -> context -> rooms -> start, stop. */
export class App {
  readonly url: string;
  readonly firstKey: FirstKey;
  readonly registry: Registry;
  readonly demoOrigin: string | null;
  /** Where a person signs in to the first account, once, while it has no login; in development only. */
  readonly signInUrl: string | null;
  /** What there is to say of a model that was found, not set. */
  readonly modelLines: readonly string[];
  readonly context: AppContext;
  readonly #parts: Parts;
  #isDraining = false;

  private constructor(parts: Parts, url: string) {
    this.url = url;
    this.firstKey = parts.firstKey;
    this.registry = parts.context.registry;
    this.demoOrigin = parts.demo?.origin ?? null;
    this.signInUrl = parts.signInToken && `${url}/link/${parts.signInToken}`;
    this.modelLines = parts.modelLines;
    this.context = parts.context;
    this.#parts = parts;
  }

  static async start(options: AppOptions): Promise<App> {
    await using resources = new AsyncDisposableStack();
    const { config } = options;
    const settings = readSettings(config);
    const parts = await assemble(options, settings, resources);
    let app: App | null = null;
    const server = await buildServer({
      routes: routesOf(parts, () => app?.isDraining ?? false),
      readExamples,
      log: options.log,
      authenticate: (proof) => parts.authenticator.authenticate(proof),
      authenticateSession: (proof) => parts.context.accounts.sessions.caller(proof),
      cronSecret: config.cronSecret,
      trustProxy: settings.trustProxy,
      isDraining: () => app?.isDraining ?? false,
      audit: ({ caller, ...action }) => recordAudit(parts.context.db, { ...action, ...caller }),
      onAnswered: (path, status, seconds) =>
        parts.context.operations.metrics.requestAnswered(path, status, seconds),
      upgrades: [sessionUpgrade(parts.context.sessions.host)],
    });
    parts.server = server;
    parts.tidying = keepTidy(parts.context);
    parts.executor?.start();
    if (options.role !== 'api') parts.context.webhooks.sender.start();
    const listening = options.role === 'worker' ? null : await listen(server, config);
    parts.resources = resources.move();
    if (listening !== null) parts.address.listening = listening;
    app = new App(parts, parts.context.baseUrl());
    return app;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Announces itself, finishes or hands over what runs here, then lets everything go. */
  async stop(drain: { noticeMs: number; requestsMs: number; runsMs: number } = DRAIN): Promise<void> {
    const { context, executor, server, resources, tidying } = this.#parts;
    this.#isDraining = true;
    await context.clock.sleep(drain.noticeMs);
    // Open browser connections would hold the server up, and nobody can take them over.
    await context.sessions.host[Symbol.asyncDispose]();
    const requests = server?.close() ?? Promise.resolve();
    const runs = executor?.drain(drain.runsMs) ?? Promise.resolve();
    const timeUp = new AbortController();
    await Promise.race([
      requests,
      context.clock.sleep(drain.requestsMs, timeUp.signal).catch(() => undefined),
    ]);
    timeUp.abort();
    await context.watch[Symbol.asyncDispose]();
    await context.stage[Symbol.asyncDispose]();
    await Promise.all([requests, runs]);
    await tidying?.[Symbol.asyncDispose]();
    await context.webhooks.sender[Symbol.asyncDispose]();
    await resources?.disposeAsync();
  }
}

/** Answers that a real service gave, for the OpenAPI document; `scripts/record-examples.ts` keeps them. */
export function readExamples(): ApiExamples {
  return JSON.parse(readFileSync(new URL('./api-examples.json', import.meta.url), 'utf8'));
}

/** Every route of the service, in the order of the documentation. */
export function routesOf(
  parts: Pick<Parts, 'context' | 'executor' | 'server'>,
  isDraining: () => boolean,
): Route[] {
  const { context, executor } = parts;
  return [
    ...runRoutes(context, executor),
    ...runTokenRoutes(context),
    ...wrapperRoutes(context, executor),
    ...liveRoutes(context),
    ...answerPageRoutes(context),
    ...artifactRoutes({ db: context.db, store: context.files }),
    ...runnerRoutes(context),
    ...rankingRoutes({
      ...context,
      runnersOf: async (workspaceId) =>
        context.registry.seenBy(await context.providerKeys.owned(workspaceId)),
    }),
    ...providerKeyRoutes(context),
    ...vaultRoutes(context.vault),
    ...webhookRoutes(context.webhooks),
    ...workspaceRoutes({ ...context, forgetOwner: (accountId) => forgetOwner(context.db, accountId) }),
    ...longTaskRoutes(context),
    ...sessionRoutes(context.sessions),
    ...liveViewRoutes(context.sessions),
    ...webdriverRoutes(),
    ...accountRoutes(context.accounts),
    ...mcpRoutes({ ...context, server: () => parts.server, isDraining }),
    ...usageRoutes(context),
    ...operationsRoutes({ ...context.operations, isDraining }),
    ...paymentRoutes(context.payments),
    ...statusRoutes({
      db: context.db,
      clock: context.clock,
      liveRatio: () => (executor?.liveCount ?? 0) / context.maxLiveRuns,
      learningRatio: () => executor?.probes.ratio ?? 0,
      isDraining,
    }),
  ];
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  try {
    return await server.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartupError(`Port ${config.port} is taken on ${config.host}; stop what uses it, or set PORT.`);
  }
}
