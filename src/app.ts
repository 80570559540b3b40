import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { bringsRunToken } from './accounts/authenticate.ts';
import type { FirstKey } from './accounts/bootstrap.ts';
import { mayManage } from './accounts/keys/manage.ts';
import { linkUrl } from './accounts/people/sign-in.ts';
import { forgetOwner } from './accounts/people/store.ts';
import { accountRoutes } from './accounts/routes.ts';
import { originOfLinks } from './artifacts/file-store.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { type AppContext, type AppOptions, assemble, type Parts } from './assemble.ts';
import { paymentRoutes } from './billing/stripe/routes.ts';
import { usageRoute } from './billing/usage/routes.ts';
import { consoleRoutes, startRoute } from './console/routes.ts';
import { firstTasks } from './demo-site/first-tasks.ts';
import { docsRoutes } from './docs/routes.ts';
import { StartupError } from './errors.ts';
import { longTaskRoutes } from './long-tasks/routes.ts';
import { fetchInside } from './mcp/fetch-inside.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import { recordAudit } from './operations/audit.ts';
import { monitoringRoutes, operationsRoutes } from './operations/routes.ts';
import { ConnectionCloser } from './platform/http/close-connections.ts';
import { INSIDE, under } from './platform/http/permissions.ts';
import type { Route } from './platform/http/route.ts';
import { isLoopbackName } from './platform/http/served-host.ts';
import { buildServer } from './platform/http/server.ts';
import { systemCause } from './platform/system-cause.ts';
import { providerKeyRoutes } from './provider-keys/routes.ts';
import { healthRoutes } from './routing/health/routes.ts';
import { rankingRoute } from './routing/rankings.ts';
import type { Registry } from './runners/registry.ts';
import { runnerRoutes } from './runners/routes.ts';
import { answerPageRoutes } from './runs/attempt/interaction/answer-page.ts';
import { loadAgreement } from './runs/feedback/store.ts';
import { insightRoute } from './runs/insights/routes.ts';
import { modelRoutes } from './runs/models/routes.ts';
import { scriptRoutes } from './runs/replay/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { runnerTestRoute } from './runs/runner-test/routes.ts';
import { keepTidy } from './runs/tidy.ts';
import { runTokenRoute } from './runs/tokens/routes.ts';
import { liveRoutes } from './runs/views/live/routes.ts';
import { overviewRoute } from './runs/views/overview.ts';
import { sessionUpgrade } from './sessions/connect.ts';
import { liveViewRoutes } from './sessions/live-view.ts';
import { pageRoutes } from './sessions/page-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { webdriverRoutes } from './sessions/webdriver.ts';
import { readSettings } from './settings.ts';
import { statusRoute } from './status.ts';
import { vaultRoutes } from './vault/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspace/routes.ts';
import { wrapperRoutes } from './wrappers/routes.ts';

// How long a drain announces itself, and lets requests finish.
const DRAIN = { noticeMs: 2_000, requestsMs: 20_000 };
/** A connection whose answer began before the drain does not learn of it, and a balancer could keep it open. */
const DRAIN_IDLE_MS = 2_000;

/** The composition root: config -> context -> rooms -> start, stop. */
export class App {
  readonly url: string;
  /** The address of this process: of its probes alone in a worker. */
  readonly listensAt: string;
  readonly firstKey: FirstKey;
  readonly registry: Registry;
  readonly demoOrigin: string | null;
  /** The one-time sign-in link of the first account, while it has no login; in development only. */
  readonly signInUrl: string | null;
  /** The start-up lines about a model that was found, not set. */
  readonly modelLines: readonly string[];
  readonly context: AppContext;
  readonly #parts: Parts;
  readonly #drainMs: number;
  #isDraining = false;

  private constructor(parts: Parts, listensAt: string, drainMs: number) {
    const url = parts.context.baseUrl();
    this.url = url;
    this.listensAt = listensAt;
    this.#drainMs = drainMs;
    this.firstKey = parts.firstKey;
    this.registry = parts.context.registry;
    this.demoOrigin = parts.demo?.origin ?? null;
    this.signInUrl = parts.signInToken && linkUrl(url, parts.signInToken);
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
    const isDraining = () => app?.isDraining ?? false;
    const isWorker = options.role === 'worker';
    const server = await buildServer({
      routes: isWorker
        ? monitoringRoutes({ ...parts.context.operations, isDraining })
        : routesOf(parts, isDraining),
      readDocument: isWorker ? undefined : readDocument,
      log: options.log,
      authenticate: (proof) => parts.authenticator.authenticate(proof),
      authenticateSession: (proof) => parts.context.accounts.sessions.caller(proof),
      bringsSession: (proof) => parts.context.accounts.sessions.isBroughtBy(proof),
      bringsRunToken,
      origin: () => parts.context.baseUrl(),
      servesHost: isLoopbackName(config.host)
        ? (name) => isLoopbackName(name) || name === new URL(parts.context.baseUrl()).hostname
        : undefined,
      cronSecret: config.cronSecret,
      trustProxy: settings.trustProxy,
      isDraining,
      audit: ({ caller, ...action }) => recordAudit(parts.context.db, { ...action, ...caller }),
      onAnswered: (path, status, seconds) =>
        parts.context.operations.metrics.requestAnswered(path, status, seconds),
      upgrades: isWorker ? [] : [sessionUpgrade(parts.context.sessions.host)],
    });
    parts.server = server;
    parts.connections = new ConnectionCloser(server.server, parts.context.clock);
    // Before the work: a start that fails on a taken port must leave nothing at work.
    const listensAt = isWorker
      ? await listen(server, config.host, config.workerPort, 'WORKER_PORT')
      : await listen(server, config.host, config.port, 'PORT');
    parts.tidying = keepTidy(parts.context);
    parts.executor?.start();
    if (options.role !== 'api') parts.context.webhooks.sender.start();
    parts.resources = resources.move();
    if (!isWorker) parts.address.listening = listensAt;
    app = new App(parts, listensAt, config.drainMs);
    return app;
  }

  get server(): FastifyInstance {
    const { server } = this.#parts;
    if (!server) throw new Error('the server has not started');
    return server;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Announces itself, finishes or hands over its work, then closes everything. */
  async stop(drain: { noticeMs: number; requestsMs: number; runsMs?: number } = DRAIN): Promise<void> {
    const { context, executor, server, connections, resources, tidying } = this.#parts;
    this.#isDraining = true;
    if (server) server.server.keepAliveTimeout = DRAIN_IDLE_MS;
    const runs = executor?.drain(drain.runsMs ?? this.#drainMs) ?? Promise.resolve();
    await context.clock.sleep(drain.noticeMs);
    // Open browser connections would hold the server up, and no other instance can take them over.
    await context.sessions.host[Symbol.asyncDispose]();
    // Kept connections end with their next answer or by themselves; closing one could meet a request on its way.
    await connections?.untilNone(2 * drain.noticeMs);
    const requests = server?.close() ?? Promise.resolve();
    context.webhooks.bell.close();
    const unconnected = connections?.closeIdle(requests);
    const timeUp = new AbortController();
    await Promise.race([
      requests,
      context.clock.sleep(drain.requestsMs, timeUp.signal).catch(() => undefined),
    ]);
    timeUp.abort();
    await context.watch[Symbol.asyncDispose]();
    await context.stage[Symbol.asyncDispose]();
    await Promise.all([unconnected, runs]);
    await tidying?.[Symbol.asyncDispose]();
    await context.webhooks.sender[Symbol.asyncDispose]();
    await resources?.disposeAsync();
  }
}

/** The OpenAPI document, made before a release: making it takes most of a second. */
function readDocument(): string {
  return readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');
}

/** Every route of the service, in the order of the documentation. */
export function routesOf(
  parts: Pick<Parts, 'context' | 'executor' | 'server'> & Partial<Pick<Parts, 'demo'>>,
  isDraining: () => boolean,
): Route[] {
  const { context, executor } = parts;
  const runnersOf = async (workspaceId: string) =>
    context.registry.seenBy(await context.providerKeys.owned(workspaceId));
  const isSecure = () => context.baseUrl().startsWith('https:');
  return [
    ...under('runs', [
      ...runRoutes(context, executor),
      runnerTestRoute(context, executor),
      overviewRoute({ ...context, demo: () => firstTaskOf(parts.demo ?? null) }),
      runTokenRoute(context),
      ...wrapperRoutes(context, executor),
      ...liveRoutes(context),
      ...answerPageRoutes(context),
      ...artifactRoutes({ db: context.db, store: context.files }),
      ...modelRoutes(context),
      ...scriptRoutes(context),
      insightRoute(context),
      ...longTaskRoutes(context),
      ...sessionRoutes(context.sessions),
      ...pageRoutes(context.sessions),
      mcpRoute({ ...context, server: () => parts.server, isDraining }),
    ]),
    ...under('any', [
      ...runnerRoutes(context),
      rankingRoute({
        ...context,
        runnersOf,
        agreementOf: (workspaceId) => loadAgreement(context.db, workspaceId),
      }),
      ...healthRoutes({ ...context, runnersOf }),
    ]),
    ...under('vault', [
      ...providerKeyRoutes({
        ...context,
        // A permission that was given by name holds for a key with a limit, too.
        mayManage: async (caller) => void (caller.permissions ?? (await mayManage(context.db, caller))),
      }),
      ...vaultRoutes(context.vault),
    ]),
    ...under('webhooks', webhookRoutes(context.webhooks)),
    ...workspaceRoutes({
      ...context,
      askInside: (headers) => async (path) => {
        const asked = { headers: { ...headers, [INSIDE.name]: INSIDE.value } };
        const answer = await fetchInside(() => parts.server)(`${context.baseUrl()}/api${path}`, asked);
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        return answer.json();
      },
      mayManage: (caller) => mayManage(context.db, caller),
      forgetOwner: (accountId) => forgetOwner(context.db, accountId),
    }),
    ...liveViewRoutes(context.sessions),
    ...webdriverRoutes(),
    ...accountRoutes(context.accounts),
    startRoute,
    ...consoleRoutes({ isSecure, filesOrigin: () => originOfLinks(context.files) }),
    ...docsRoutes({ isSecure }),
    usageRoute(context),
    ...operationsRoutes({ ...context.operations, isDraining }),
    ...paymentRoutes(context.payments),
    statusRoute({
      db: context.db,
      clock: context.clock,
      liveRatio: () => (executor?.liveCount ?? 0) / context.maxLiveRuns,
      learningRatio: () => executor?.probes.ratio ?? 0,
      isDraining,
    }),
  ];
}

/** The first call of the start-up text, where there is a demo site to make it on. */
function firstTaskOf(demo: Parts['demo']): { url: string; task: string } | null {
  const [{ path, input }] = firstTasks;
  return demo && { url: `${demo.origin}${path}`, task: input };
}

async function listen(server: FastifyInstance, host: string, port: number, setting: string): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is taken on ${host}. Stop the program that uses it, or set ${setting}.`,
      );
    const cause = systemCause(error);
    if (cause === null) throw error;
    const remedy =
      code === 'EACCES' ? `Set ${setting} to a port above 1023.` : 'Set HOST to an address of this machine.';
    throw new StartupError(`Switchyard cannot listen on ${host}, port ${port}: ${cause}. ${remedy}`, {
      cause: error,
    });
  }
}
