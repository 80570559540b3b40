import { readFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pc from 'picocolors';
import { browserIsolation, describeIsolation } from '../browser/browser-isolation.ts';
import { chromiumPlaces, findChromium } from '../browser/find-chromium.ts';
import { startProblem } from '../browser/start-problem.ts';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { findPackage } from '../platform/embedded-postgres-binaries.ts';
import { hasCluster } from '../platform/embedded-postgres-cluster.ts';
import { findRunningPostgres } from '../platform/embedded-postgres-running.ts';
import { messageOf } from '../platform/failure.ts';
import { systemCause } from '../platform/system-cause.ts';
import { readSettings } from '../settings.ts';
import { openKeyService } from '../vault/open-key-service.ts';

interface Finding {
  what: string;
  /** `bad`: the service does not start; `off`: it starts without this part. */
  state: 'ok' | 'off' | 'bad';
  detail: string;
  /** The command that repairs it. */
  paste?: string;
}

const LEAST_FREE_BYTES = 1_000_000_000;

/** `switchyard config check`: the settings are read and nothing is started. A bad one throws with its name. */
export async function configCheck(): Promise<void> {
  const config = readConfig(process.env);
  const { host, port, dataDir, databaseUrl, isProduction } = config;
  readSettings(config);
  console.log(`The settings are usable: ${isProduction ? 'production' : 'development'}, ${host}:${port}.`);
  console.log(`Database: ${databaseUrl === null ? `embedded, below ${dataDir}` : 'DATABASE_URL'}.`);
}

/** `switchyard doctor`: the state of this machine, with the line to paste for each missing part. */
export async function doctor(): Promise<void> {
  const config = readConfig(process.env);
  const dataFolder = await folder(config);
  const findings = await Promise.all([
    node(),
    dataFolder,
    database(config),
    chromium(config),
    isolation(config),
    // They are kept in the data folder.
    ...(dataFolder.state === 'ok' ? [keys(config)] : []),
    model(config),
  ]);
  for (const { what, state, detail, paste } of findings) {
    const mark = { ok: pc.green('ok '), off: pc.yellow('off'), bad: pc.red('bad') }[state];
    console.log(`  ${mark}  ${what.padEnd(12)} ${detail}`);
    if (paste) console.log(`                    ${pc.cyan(paste)}`);
  }
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

async function node(): Promise<Finding> {
  const isRight = Number(process.versions.node.split('.')[0]) >= 24;
  return {
    what: 'Node',
    state: isRight ? 'ok' : 'bad',
    detail: isRight ? process.version : `${process.version}; Node 24 is needed`,
    ...(!isRight && { paste: process.platform === 'linux' ? 'npm ci' : 'brew install node@24' }),
  };
}

async function folder({ dataDir, databaseUrl }: Config): Promise<Finding> {
  const what = 'Data folder';
  try {
    await prepareDataFolder(dataDir, databaseUrl !== null || (await hasCluster(dataDir)));
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const detail = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`;
    return free < LEAST_FREE_BYTES
      ? { what, state: 'bad', detail: `${detail}; 1 GB is needed`, paste: MOVE }
      : { what, state: 'ok', detail };
  } catch (error) {
    return { what, state: 'bad', detail: messageOf(error), paste: MOVE };
  }
}

const MOVE = 'export DATA_DIR=/path/to/a/folder';

async function database({ databaseUrl, dataDir }: Config): Promise<Finding> {
  const what = 'Database';
  if (databaseUrl === null) {
    if (await findRunningPostgres(dataDir)) return { what, state: 'ok', detail: 'embedded, running' };
    try {
      findPackage();
      return { what, state: 'ok', detail: 'embedded, starts with the service' };
    } catch (error) {
      return { what, state: 'bad', detail: messageOf(error), paste: 'npm ci' };
    }
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query('show server_version');
    return { what, state: 'ok', detail: `PostgreSQL ${rows[0].server_version}` };
  } catch (error) {
    return {
      what,
      state: 'bad',
      detail: `${systemCause(error) ?? messageOf(error)}; check DATABASE_URL`,
      paste: 'export DATABASE_URL=postgres://user:password@host:5432/switchyard',
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function chromium(config: Config): Promise<Finding> {
  const up = await browserIsolation(config.chromiumSandbox);
  const found = await findChromium(chromiumPlaces(config));
  const what = 'Chromium';
  if (!found.ok) return { what, state: 'bad', detail: found.reason };
  if (found.path === null)
    return {
      what,
      state: 'off',
      detail: 'not found; the next start tries to install it',
      paste: await installLine(),
    };
  const problem = await startProblem({
    executablePath: found.path,
    isolation: up,
    folder: tmpdir(),
    platform: process.platform,
  });
  return problem === null
    ? { what, state: 'ok', detail: found.path }
    : { what, state: 'bad', detail: problem };
}

/** The command that installs Chromium on this machine. */
async function installLine(): Promise<string> {
  if (process.platform === 'darwin') return 'brew install --cask chromium';
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  if (!/^ID=["']?debian/m.test(release)) return 'npx playwright-core install --with-deps chromium';
  return `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install -y chromium`;
}

async function isolation({ chromiumSandbox }: Config): Promise<Finding> {
  const up = await browserIsolation(chromiumSandbox);
  const state = up.hasSandbox || up.hasOwnUsers ? 'ok' : 'off';
  const paste = up.hasSandbox ? {} : { paste: 'sudo sysctl user.max_user_namespaces=15000' };
  return { what: 'Sandbox', state, detail: describeIsolation(up), ...paste };
}

async function keys(config: Config): Promise<Finding> {
  const what = 'Vault keys';
  try {
    const service = await openKeyService(config.kms, systemClock);
    await service.current();
    return { what, state: 'ok', detail: config.kms.provider };
  } catch (error) {
    return { what, state: 'bad', detail: messageOf(error) };
  }
}

async function model({ llm }: Config): Promise<Finding> {
  const what = 'Model';
  return llm
    ? { what, state: 'ok', detail: `${llm.model} at ${new URL(llm.baseUrl).host}` }
    : {
        what,
        state: 'off',
        detail:
          'not set; needed for hard tasks, grading and normalization. Outside production a start looks for one',
        paste: 'export LLM_BASE_URL=https://api.openai.com/v1 LLM_MODEL=gpt-5-mini LLM_API_KEY=...',
      };
}
