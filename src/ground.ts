import type { Config } from './config.ts';
import { type DemoSite, startDemoSite } from './demo-site/start.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import { Db } from './platform/db.ts';
import { EmbeddedPostgres } from './platform/embedded-postgres.ts';
import { codeOf } from './platform/failure.ts';
import type { Log } from './platform/log.ts';
import { expectOneDatabase, migrate } from './platform/migrate.ts';
import { createGate } from './platform/net/gate.ts';
import type { LocalTarget } from './platform/net/local-targets.ts';
import { type Resolver, systemResolver } from './platform/net/resolver.ts';
import { expectClock } from './platform/partitions.ts';
import { type Reads, Replica } from './platform/reads.ts';
import { startTracing } from './platform/trace.ts';
import type { Settings } from './settings.ts';

/** What an instance does: answers requests, executes runs, or both. */
export type Role = 'all' | 'api' | 'worker';

export interface GroundOptions {
  config: Config;
  log: Log;
  role?: Role;
  clock?: Clock;
  resolver?: Resolver;
  /** Shifts the database's clock, for tests of later hours. */
  clockOffsetMs?: () => number;
}

/** Database, egress, and the public addresses of the service. */
export async function openGround(
  options: GroundOptions,
  { localTargets, deniedRanges }: Pick<Settings, 'localTargets' | 'deniedRanges'>,
  resources: AsyncDisposableStack,
) {
  const { config, log } = options;
  const clock = options.clock ?? systemClock;
  if (config.tracesEndpoint !== null) resources.use(await startTracing(config.tracesEndpoint));
  const address = { listening: addressOf(config) };
  if (config.databaseUrl !== null) await prepareDataFolder(config.dataDir, true);
  const databaseUrl =
    config.databaseUrl ?? resources.use(await EmbeddedPostgres.start({ dataDir: config.dataDir, log })).url;
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  await migrate(directUrl, log);
  if (directUrl !== databaseUrl) await expectOneDatabase(databaseUrl, directUrl);
  const db = resources.use(new Db({ url: databaseUrl, log, clock, clockOffsetMs: options.clockOffsetMs }));
  await expectClock({ db, clock });
  const replica = config.replica && resources.use(new Replica({ ...config.replica, ...options, db, clock }));
  const reads: Reads = replica ?? { current: db, recent: db };
  // Its address is this machine's: only an instance that also executes what it takes can open its pages.
  const hasDemo = !config.isProduction && (options.role ?? 'all') === 'all';
  const demo = hasDemo ? resources.use(await openDemoSite(config, clock, log)) : null;
  const targets = demo ? [...localTargets, targetOf(demo)] : localTargets;
  const gate = createGate({
    resolver: options.resolver ?? systemResolver,
    localTargets: targets,
    deniedRanges,
    allowLoopbackWebhooks: !config.isProduction,
  });
  const baseUrl = () => config.baseUrl ?? address.listening;
  return { clock, directUrl, db, reads, replica, demo, targets, gate, address, baseUrl };
}

export type Ground = Awaited<ReturnType<typeof openGround>>;

function targetOf({ origin }: DemoSite): LocalTarget {
  const { hostname, port } = new URL(origin);
  return { host: hostname, port: Number(port) };
}

/** On its usual port where it is free; a second instance on the machine takes another. */
async function openDemoSite(config: Config, clock: Clock, log: Log): Promise<DemoSite> {
  const wanted = config.port === 0 ? 0 : config.demoPort;
  try {
    return await startDemoSite({ port: wanted, clock, log });
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return startDemoSite({ port: 0, clock, log });
  }
}

function addressOf({ host, port }: Config): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
