import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Authenticator } from './accounts/authenticate.ts';
import { bootstrap, type FirstKey } from './accounts/bootstrap.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sharedSecret } from './accounts/store.ts';
import { DiskStore } from './artifacts/disk.ts';
import { artifactRoutes } from './artifacts/routes.ts';
import { LedgerCheck } from './billing/ledger-check.ts';
import type { Config } from './config.ts';
import { type DemoSite, startDemoSite } from './demo-site/start.ts';
import { StartupError } from './errors.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { Db } from './platform/db.ts';
import { EmbeddedPostgres } from './platform/embedded-postgres.ts';
import { createFaultPoints } from './platform/fault-points.ts';
import type { Route } from './platform/http/route.ts';
import { buildServer } from './platform/http/server.ts';
import { Jobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createGate } from './platform/net/gate.ts';
import { type LocalTarget, parseLocalTargets } from './platform/net/local-targets.ts';
import { type Resolver, systemResolver } from './platform/net/resolver.ts';
import { ChangeNotices } from './platform/notify.ts';
import { SchemaChecker } from './quality/schema-checker.ts';
import { staticRouter } from './routing/router.ts';
import { buildRunners } from './runners/build.ts';
import { readCatalog } from './runners/catalog.ts';
import type { Runner } from './runners/contract.ts';
import { Registry } from './runners/registry.ts';
import { runnerRoutes } from './runners/routes.ts';
import type { RunsContext } from './runs/context.ts';
import { Executor } from './runs/executor.ts';
import { runRoutes } from './runs/routes.ts';
import { Sweeper } from './runs/sweep.ts';
import { Watch } from './runs/watch.ts';
import { statusRoutes } from './status.ts';
import { LocalKeyRing } from './vault/local-key-ring.ts';
import { SecretBox } from './vault/secret-box.ts';

export type Role = 'all' | 'api' | 'worker';

export interface AppOptions {
  config: Config;
  log: Log;
  role?: Role;
  clock?: Clock;
  resolver?: Resolver;
  /** Shifts the database's clock, for tests of what happens hours later. */
  clockOffsetMs?: () => number;
  /** Replaces the runners that this machine and its settings allow. */
  runners?: Runner[];
  onLine?(line: string): void;
}

// How long a drain announces itself, lets requests finish, and lets runs finish.
const DRAIN = { noticeMs: 2_000, requestsMs: 20_000, runsMs: 30_000 };

/** The composition root: config -> context -> rooms -> start, stop. */
export class App {
  readonly url: string;
  readonly firstKey: FirstKey;
  readonly registry: Registry;
  readonly demoOrigin: string | null;
  readonly context: RunsContext;
  readonly #parts: Parts;
  #isDraining = false;

  private constructor(parts: Parts, url: string) {
    this.url = url;
    this.firstKey = parts.firstKey;
    this.registry = parts.context.registry;
    this.demoOrigin = parts.demo?.origin ?? null;
    this.context = parts.context;
    this.#parts = parts;
  }

  static async start(options: AppOptions): Promise<App> {
    await using resources = new AsyncDisposableStack();
    const parts = await assemble(options, resources);
    const { config } = options;
    let app: App | null = null;
    const server = await buildServer({
      routes: routesOf(parts, () => app?.isDraining ?? false),
      log: options.log,
      authenticate: (header) => parts.authenticator.authenticate(header),
      isDraining: () => app?.isDraining ?? false,
    });
    parts.server = server;
    parts.sweeper.start();
    parts.executor?.start();
    const listening = options.role === 'worker' ? null : await listen(server, config);
    parts.resources = resources.move();
    app = new App(parts, config.baseUrl ?? listening ?? '');
    return app;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Announces itself, finishes or hands over what runs here, then lets everything go. */
  async stop(drain: { noticeMs: number; requestsMs: number; runsMs: number } = DRAIN): Promise<void> {
    const { context, executor, server, resources, sweeper } = this.#parts;
    this.#isDraining = true;
    await context.clock.sleep(drain.noticeMs);
    const requests = server?.close() ?? Promise.resolve();
    const runs = executor?.drain(drain.runsMs) ?? Promise.resolve();
    const timeUp = new AbortController();
    await Promise.race([
      requests,
      context.clock.sleep(drain.requestsMs, timeUp.signal).catch(() => undefined),
    ]);
    timeUp.abort();
    await context.watch[Symbol.asyncDispose]();
    await Promise.all([requests, runs]);
    await sweeper[Symbol.asyncDispose]();
    await resources?.disposeAsync();
  }
}

interface Parts {
  context: RunsContext;
  executor: Executor | null;
  sweeper: Sweeper;
  authenticator: Authenticator;
  firstKey: FirstKey;
  demo: DemoSite | null;
  server?: FastifyInstance;
  resources?: AsyncDisposableStack;
}

/** Every route of the service, in the order of the documentation. */
export function routesOf(parts: Pick<Parts, 'context' | 'executor'>, isDraining: () => boolean): Route[] {
  const { context, executor } = parts;
  return [
    ...runRoutes(context, executor),
    ...artifactRoutes({ db: context.db, store: context.files }),
    ...runnerRoutes(context),
    ...accountRoutes(context),
    ...statusRoutes({
      db: context.db,
      clock: context.clock,
      liveRatio: () => (executor?.liveCount ?? 0) / context.maxLiveRuns,
      isDraining,
    }),
  ];
}

async function assemble(options: AppOptions, resources: AsyncDisposableStack): Promise<Parts> {
  const { config, log } = options;
  const clock = options.clock ?? systemClock;
  const databaseUrl =
    config.databaseUrl ?? resources.use(await EmbeddedPostgres.start({ dataDir: config.dataDir, log })).url;
  await migrate(databaseUrl, log);
  const db = resources.use(new Db({ url: databaseUrl, log, clock, clockOffsetMs: options.clockOffsetMs }));
  const demo = config.isProduction ? null : resources.use(await openDemoSite(config, clock, log));
  const gate = createGate({
    resolver: options.resolver ?? systemResolver,
    localTargets: localTargets(config, demo),
  });
  const catalog = readCatalog();
  const onLine = options.onLine ?? ((line: string) => log.info(line));
  const built = options.runners
    ? { runners: options.runners, off: [] }
    : await buildRunners({ config, catalog, gate, clock, log, onLine }, resources);
  const authenticator = await Authenticator.open(db);
  const firstKey = await bootstrap({
    db,
    authenticator,
    configuredKey: config.apiKey,
    trialCreditsUsd: config.trialCreditsUsd,
    dataDir: config.dataDir,
  });
  const keys = await LocalKeyRing.open(config.kms.keysDir, clock);
  const notices = resources.use(new ChangeNotices({ url: databaseUrl, log, clock }));
  notices.start();
  const watch = resources.use(new Watch({ db, clock, log, notices }));
  watch.start();
  const context: RunsContext = {
    instanceId: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
    db,
    jobs: resources.use(await Jobs.start({ db, queue: 'runs', log })),
    watch,
    registry: new Registry(catalog, built.runners, built.off),
    router: staticRouter,
    gate,
    files: await DiskStore.open(join(config.dataDir, 'artifacts')),
    schemas: resources.use(new SchemaChecker()),
    log,
    clock,
    faults: createFaultPoints(config.fault),
    fingerprintKey: await sharedSecret(db, 'fingerprint_key', randomBytes(32)),
    secrets: new SecretBox(keys),
    syncWaitMs: config.syncWaitMs,
    maxLiveRuns: config.maxLiveRuns,
  };
  resources.use(new LedgerCheck({ db, clock, log }));
  const executor = options.role === 'api' ? null : new Executor(context);
  return { context, executor, sweeper: new Sweeper(context), authenticator, firstKey, demo };
}

function localTargets(config: Config, demo: DemoSite | null): LocalTarget[] {
  const listed = parseLocalTargets(config.localTargets, { host: config.host, ports: [config.port] });
  if (!listed.ok) throw new StartupError(`The setting SVC_LOCAL_TARGETS is not usable: ${listed.reason}.`);
  if (!demo) return listed.targets;
  const origin = new URL(demo.origin);
  return [...listed.targets, { host: origin.hostname, port: Number(origin.port) }];
}

/** On its usual port where it is free; a second instance on the machine takes another. */
async function openDemoSite(config: Config, clock: Clock, log: Log): Promise<DemoSite> {
  const wanted = config.port === 0 ? 0 : config.demoPort;
  try {
    return await startDemoSite({ port: wanted, clock, log });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return startDemoSite({ port: 0, clock, log });
  }
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  try {
    return await server.listen({ host: config.host, port: config.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartupError(`Port ${config.port} is taken on ${config.host}; stop what uses it, or set PORT.`);
  }
}
