import { createSecretKey, randomBytes } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { Authenticator } from './accounts/authenticate.ts';
import { bootstrap, type FirstKey } from './accounts/bootstrap.ts';
import type { AccountsContext } from './accounts/context.ts';
import { OAuth } from './accounts/oauth/provider.ts';
import { ConsoleSessions } from './accounts/people/console-sessions.ts';
import { createMailer } from './accounts/people/mail.ts';
import { firstSignInLink } from './accounts/people/sign-in.ts';
import { sharedSecret } from './accounts/store.ts';
import { whoPays } from './accounts/who-pays.ts';
import { FileKeeper } from './artifacts/file-keeper.ts';
import { openFileStore } from './artifacts/open-file-store.ts';
import { keepLedgerChecked } from './billing/ledger-check.ts';
import type { PaymentsContext } from './billing/stripe/routes.ts';
import { Payments } from './billing/stripe/stripe.ts';
import { keepUsage } from './billing/usage/keeper.ts';
import type { Config } from './config.ts';
import type { DemoSite } from './demo-site/start.ts';
import { StartupError } from './errors.ts';
import { countRun, showFleet, showLoad, showReplica } from './gauges.ts';
import { type Ground, type GroundOptions, openGround } from './ground.ts';
import { SchemaChecker } from './judge/schema-checker.ts';
import { recordAudit } from './operations/audit.ts';
import type { OperationsContext } from './operations/routes.ts';
import { availableMemory } from './platform/available-memory.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { createFaultPoints } from './platform/fault-points.ts';
import type { ConnectionCloser } from './platform/http/close-connections.ts';
import { Jobs } from './platform/jobs.ts';
import { Llm } from './platform/llm.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { KeptConnections } from './platform/net/kept-connections.ts';
import { ChangeNotices } from './platform/notify.ts';
import { keepPartitions } from './platform/partitions.ts';
import { Secret } from './platform/secret.ts';
import { Watchdog } from './platform/watchdog.ts';
import { ProviderKeys } from './provider-keys/provider-keys.ts';
import { sealedProviderKeys } from './provider-keys/store.ts';
import { LearnedRouter } from './routing/learned-router.ts';
import { lookAtSite } from './routing/look-at-site.ts';
import { buildRunners } from './runners/build.ts';
import type { Catalog } from './runners/catalog.ts';
import type { Runner } from './runners/contract.ts';
import { type FoundModel, findModel } from './runners/find-model.ts';
import { Registry } from './runners/registry.ts';
import { loadAnswer, sealedAnswers } from './runs/attempt/interaction/store.ts';
import { sealedRunSecrets } from './runs/attempt/login/store.ts';
import type { RunsContext } from './runs/context.ts';
import { Executor } from './runs/lifecycle/executor.ts';
import { eventPayloads } from './runs/views/event-payloads.ts';
import { Stage } from './runs/views/live/stage.ts';
import { keepRunDays } from './runs/views/run-days.ts';
import { sampleResponse } from './runs/views/sample-response.ts';
import { Watch } from './runs/views/watch.ts';
import { PageDrivers } from './sessions/page-drivers.ts';
import type { SessionsContext } from './sessions/routes.ts';
import { SessionHost, sessionsFor } from './sessions/session-host.ts';
import { SessionProviders } from './sessions/session-providers.ts';
import type { Settings } from './settings.ts';
import { keepKeysFresh } from './vault/key-keeper.ts';
import { KeyServiceAway } from './vault/key-service.ts';
import { openKeyService } from './vault/open-key-service.ts';
import { type KeysContext, missingKeys } from './vault/rotate.ts';
import type { SealedTable } from './vault/sealed-tables.ts';
import { SecretBox } from './vault/secret-box.ts';
import { sealedStates } from './vault/signed-in-state.ts';
import { sealedCredentials } from './vault/store.ts';
import { Bell } from './webhooks/bell.ts';
import { SigningSecrets } from './webhooks/secrets.ts';
import { Sender } from './webhooks/sender.ts';
import { sealedSigningSecrets } from './webhooks/store.ts';

export interface AppOptions extends GroundOptions {
  /** Replaces the runners that this machine and its settings allow. */
  runners?: Runner[];
  onInstall?(step: string, output: string): void;
}

/** The parts that the rooms work with, in one value. */
export interface AppContext extends RunsContext {
  sessions: SessionsContext;
  operations: Omit<OperationsContext, 'isDraining'>;
  notices: ChangeNotices;
  accounts: AccountsContext;
  payments: PaymentsContext;
}

export interface Parts {
  context: AppContext;
  executor: Executor | null;
  authenticator: Authenticator;
  firstKey: FirstKey;
  signInToken: string | null;
  modelLines: readonly string[];
  demo: DemoSite | null;
  /** Known once the server listens. */
  address: { listening: string };
  server?: FastifyInstance;
  connections?: ConnectionCloser;
  tidying?: AsyncDisposable;
  resources?: AsyncDisposableStack;
}

/** Every sealed value of the product, so that a rotation of the keys leaves none behind. */
export const sealedTables: SealedTable[] = [
  sealedCredentials,
  sealedRunSecrets,
  sealedStates,
  sealedProviderKeys,
  ...sealedSigningSecrets,
  sealedAnswers,
  { table: 'browser_contexts', columns: { state: "workspace_id || '|' || id || '|state'" } },
];

/** Tells other instances that a delivery waits to be sent; run ids share the channel and never look like this. */
const WEBHOOKS_DUE = 'webhooks-due';

/** Opens all parts of the service, each after its foundations. */
export async function assemble(
  options: AppOptions,
  settings: Settings,
  resources: AsyncDisposableStack,
): Promise<Parts> {
  const { config, log } = options;
  const ground = await openGround(options, settings, resources);
  const { clock, db, baseUrl, gate } = ground;
  const runners = await openRunners(options, settings, ground, resources);
  const { registry } = runners;
  const people = await openAccounts(options, ground, registry);
  const { accounts, payments } = people;
  const keys = await openKeyService(config.kms, clock);
  const keysContext: KeysContext = { db, keys, tables: sealedTables, clock, log };
  await warnOfMissingKeys(keysContext, config.isProduction);
  const secrets = new SecretBox(keys);
  const signals = openSignals(options, ground, resources);
  const { notices, metrics } = signals;
  const sender = openSender({ ...ground, ...signals, log, secrets }, resources);
  const instanceId = `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
  const providerKeys = new ProviderKeys({ db, registry, secrets });
  const host = await openSessionHost(
    options,
    { ...ground, ...runners, instanceId, providerKeys, secrets },
    resources,
  );
  const doors = resources.use(new PageDrivers({ gate, clock, connectUrl: (id) => host.connectHere(id) }));
  const look = (url: string) => lookAtSite(gate, url);
  const published = publishedOf(settings.catalog);
  const router = resources.use(new LearnedRouter({ instanceId, db, clock, log, notices, look, published }));
  await router.start();
  const context: AppContext = {
    instanceId,
    ...signals,
    operations: openOperations(config, { db, clock, metrics, ...runners }, resources),
    sessions: { db, host, doors, baseUrl },
    db,
    reads: ground.reads,
    jobs: resources.use(await Jobs.start({ db, queue: 'runs', log })),
    stage: new Stage({ db, clock, log, notices }),
    registry,
    providerKeys,
    router,
    gate,
    files: await openFileStore(config.artifacts, await installationName(db), clock, log),
    schemas: resources.use(new SchemaChecker()),
    llm: runners.llm,
    modelOrigin: runners.modelOrigin,
    agentDefaults: config.agent,
    log,
    clock,
    fingerprintKey: createSecretKey(await sharedSecret(db, 'fingerprint_key', randomBytes(32))),
    secrets,
    accounts,
    payments: { payments, origin: baseUrl, whoPays: (proof) => whoPays(accounts, proof) },
    webhooks: {
      ...ground,
      log,
      secretBox: secrets,
      sender,
      payloadsOf: (wanted) => eventPayloads(db, wanted, baseUrl()),
      sampleOf: (type, runId, now) => sampleResponse(type, runId, now, baseUrl()),
      bell: new Bell({ db, clock, log, notices }),
      cronSecret: config.cronSecret,
    },
    vault: {
      db,
      keys,
      log,
      isKnownRunner: (slug) => registry.entry(slug) !== null,
      isLocalHost: (name) => ground.targets.some((target) => target.host === name),
    },
    baseUrl,
    searchUrl: config.searchUrl,
    syncWaitMs: config.syncWaitMs,
    maxLiveRuns: config.maxLiveRuns,
    probeLimits: config.probeLimits,
    sellsCredits: payments !== null,
  };
  keepInOrder(options, context, keysContext, resources);
  const executor = options.role === 'api' ? null : new Executor(context);
  showLoad(metrics, context, executor);
  if (ground.replica) showReplica(metrics, ground.replica);
  if (runners.fleet && executor) showFleet(metrics, runners.fleet);
  const { authenticator, firstKey, signInToken } = people;
  const { modelLines } = runners;
  const { demo, address } = ground;
  return { context, executor, authenticator, firstKey, signInToken, modelLines, demo, address };
}

function openOperations(
  { metricsToken, isProduction }: Config,
  tools: Pick<AppContext['operations'], 'db' | 'metrics' | 'browserProblem'> & { clock: Clock },
  resources: AsyncDisposableStack,
): AppContext['operations'] {
  const { db, metrics, browserProblem, clock } = tools;
  const watchdog = resources.use(new Watchdog({ clock }));
  return { db, metrics, metricsToken, isProduction, browserProblem, watchdog };
}

async function openRunners(
  options: AppOptions,
  { catalog, operator, fleet }: Settings,
  { gate, clock }: Ground,
  resources: AsyncDisposableStack,
) {
  const { config, log } = options;
  const {
    llm,
    origin: modelOrigin,
    lines: modelLines,
  } = await openModel(config, { catalog, operator, clock, log });
  const built = options.runners
    ? { runners: options.runners, off: [], browser: null, browserProblem: null, fleet: null }
    : await buildRunners({ ...options, catalog, fleet, gate, llm, clock }, resources);
  const registry = new Registry(catalog, built.runners, built.off, operator);
  const { browser, browserProblem, fleet: browsers } = built;
  return { llm, modelOrigin, modelLines, registry, browser, browserProblem, fleet: browsers };
}

async function openAccounts(
  { config, log }: AppOptions,
  { db, clock, gate, baseUrl }: Ground,
  registry: Registry,
) {
  const authenticator = await Authenticator.open({
    db,
    origin: baseUrl,
    cheapestMicro: () => registry.cheapestMicro,
  });
  const payments = config.stripe && (await Payments.open({ settings: config.stripe, db, clock, log }));
  const accounts: AccountsContext = {
    db,
    clock,
    log,
    authenticator,
    sessions: new ConsoleSessions(db, authenticator, baseUrl),
    oauth: new OAuth({ db, gate, authenticator, origin: baseUrl }),
    sendMail: createMailer(config.mail, log),
    audit: (event) => recordAudit(db, event),
    sellsCredits: payments !== null,
    origin: baseUrl,
  };
  const firstKey = await bootstrap({
    db,
    authenticator,
    configuredKey: config.apiKey,
    trialCreditsUsd: config.trialCreditsUsd,
    dataDir: config.dataDir,
  });
  const signInToken = config.isProduction ? null : await firstSignInLink(accounts);
  return { authenticator, payments, accounts, firstKey, signInToken };
}

/** Ways in which parts of the service learn of events: here, on other instances, and in the metrics. */
function openSignals(
  { config, log }: AppOptions,
  { directUrl, db, clock }: Ground,
  resources: AsyncDisposableStack,
) {
  const notices = resources.use(
    new ChangeNotices({ url: directUrl, db, log, clock, isOwnServer: !config.databaseUrl }),
  );
  notices.start();
  const metrics = new Metrics();
  const watch = resources.use(
    new Watch({ db, clock, log, notices, onEnded: (run) => countRun(metrics, run) }),
  );
  watch.start();
  return { notices, metrics, watch, faults: createFaultPoints(config.fault) };
}

type Signals = ReturnType<typeof openSignals>;

function openSender(
  tools: Ground & Signals & { log: Log; secrets: SecretBox },
  resources: AsyncDisposableStack,
): Sender {
  const { db, gate, clock, log, faults, notices, metrics, baseUrl, secrets } = tools;
  const sender = new Sender({
    db,
    gate,
    clock,
    log,
    faults,
    secrets: new SigningSecrets(secrets),
    connections: resources.use(new KeptConnections()),
    payloadsOf: (wanted) => eventPayloads(db, wanted, baseUrl()),
    isInteractionOpen: async (claimed) =>
      (await loadAnswer(db, claimed, claimed.event.discriminator)).state === 'waiting',
    onAttempted: (isDelivered) => metrics.webhookAttempted(isDelivered),
    // An instance that sends nothing itself tells the others.
    onIdlePoke: () => notices.publish(WEBHOOKS_DUE),
  });
  notices.onChange((id) => {
    if (id === WEBHOOKS_DUE && sender.isRunning) sender.poke(null);
  });
  return sender;
}

async function openSessionHost(
  { config, log, role }: AppOptions,
  tools: Ground & {
    instanceId: string;
    registry: Registry;
    browser: ConstructorParameters<typeof SessionHost>[0]['browser'];
    browserProblem: string | null;
    providerKeys: ProviderKeys;
    secrets: SecretBox;
  },
  resources: AsyncDisposableStack,
): Promise<SessionHost> {
  const { db, clock, gate, address, instanceId, registry, providerKeys, secrets } = tools;
  const { browser, browserProblem } = tools;
  const host = resources.use(
    new SessionHost({
      db,
      clock,
      log,
      instanceId,
      instanceUrl: () => config.instanceUrl ?? reachedAt(config.host, address.listening),
      gate,
      browser,
      browserProblem,
      providers: new SessionProviders({ registry, keys: providerKeys, clock, log }),
      secrets,
      tokenKey: await sharedSecret(db, 'session_tokens', randomBytes(32)),
      maxSessions: config.maxSessions ?? sessionsFor(availableMemory()),
    }),
  );
  if (role !== 'worker') host.start();
  return host;
}

/** Checks and upkeep that run as long as the service does. */
function keepInOrder(
  { config, role }: AppOptions,
  { db, clock, log, files }: AppContext,
  keysContext: KeysContext,
  resources: AsyncDisposableStack,
): void {
  resources.use(keepPartitions({ db, clock, log }));
  resources.use(keepLedgerChecked({ db, clock, log }));
  resources.use(keepUsage({ db, clock, log }));
  resources.use(keepRunDays({ db, clock, log }));
  resources.use(new FileKeeper({ db, files, clock, log })).start();
  if (role !== 'api') resources.use(keepKeysFresh(keysContext, config.kms.rotateDays));
}

function publishedOf({ rows }: Catalog) {
  return rows.flatMap(({ facts, published }) =>
    published ? { runner: facts.slug, kind: facts.kind, ...published } : [],
  );
}

async function openModel(
  { llm, mayFindModel }: Config,
  options: Parameters<typeof findModel>[0],
): Promise<FoundModel> {
  const origin = { source: 'setting' as const, by: llm && 'LLM_MODEL', notes: [] };
  if (llm === null) return mayFindModel ? findModel(options) : { llm: null, origin, lines: [] };
  const { apiKey, ...rest } = llm;
  const settings = { ...rest, apiKey: apiKey === null ? null : new Secret(apiKey) };
  return { llm: new Llm({ settings, ...options }), origin, lines: [] };
}

/** Files are kept apart by database: with another database they would all look like orphans. */
async function installationName(db: Db): Promise<string> {
  return (await sharedSecret(db, 'installation', randomBytes(8))).toString('hex');
}

/** Finds a lost or misplaced key ring at the start, not when the first login fails. */
async function warnOfMissingKeys(ctx: KeysContext, isProduction: boolean): Promise<void> {
  const missing = await missingKeys(ctx).catch((error) => {
    if (!(error instanceof KeyServiceAway)) throw error;
    ctx.log.warn('the key service cannot be reached; stored secrets stay closed until it can');
    return [];
  });
  if (missing.length === 0) return;
  const message = `Stored secrets are sealed by keys that are not here (${missing.join(', ')})`;
  if (isProduction)
    throw new StartupError(`${message}; bring back their key ring, or set KMS_KEYS_DIR to it.`);
  ctx.log.warn(`${message}; they stay closed until KMS_KEYS_DIR has their key ring.`);
}

/** The address of this instance for the others: an address of the machine where it listens on all of them. */
function reachedAt(host: string, listening: string): string {
  if (!['0.0.0.0', '::'].includes(host)) return listening;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const outward = own.find(({ internal, family }) => !internal && family === 'IPv4');
  return outward ? `http://${outward.address}:${new URL(listening).port}` : listening;
}
