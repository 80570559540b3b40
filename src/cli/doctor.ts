import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pc from 'picocolors';
import { browserWalls, describeWalls } from '../browser/browser-walls.ts';
import { chromiumPlaces, findChromium } from '../browser/find-chromium.ts';
import { startProblem } from '../browser/start-problem.ts';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { findRunningPostgres } from '../platform/embedded-postgres-running.ts';
import { readSettings } from '../settings.ts';
import { openKeyService } from '../vault/open-key-service.ts';

interface Finding {
  what: string;
  state: 'ok' | 'off' | 'bad';
  detail: string;
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

/** `switchyard doctor`: the state of this machine, with a remedy for each gap. */
export async function doctor(): Promise<void> {
  const config = readConfig(process.env);
  const findings = await Promise.all([
    node(),
    folder(config),
    database(config),
    chromium(config),
    walls(config),
    keys(config),
    model(config),
  ]);
  for (const { what, state, detail } of findings) {
    const mark = { ok: pc.green('ok '), off: pc.yellow('off'), bad: pc.red('bad') }[state];
    console.log(`  ${mark}  ${what.padEnd(12)} ${detail}`);
  }
  if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
}

async function node(): Promise<Finding> {
  const isRight = Number(process.versions.node.split('.')[0]) >= 24;
  return {
    what: 'Node',
    state: isRight ? 'ok' : 'bad',
    detail: isRight ? process.version : `${process.version}; install Node 24`,
  };
}

async function folder({ dataDir }: Config): Promise<Finding> {
  const what = 'Data folder';
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const size = `${(free / 1e9).toFixed(1)} GB free`;
    return free < LEAST_FREE_BYTES
      ? { what, state: 'bad', detail: `${dataDir}, only ${size}; make room or set DATA_DIR` }
      : { what, state: 'ok', detail: `${dataDir}, ${size}` };
  } catch {
    return { what, state: 'bad', detail: `${dataDir} cannot be written; set DATA_DIR` };
  }
}

async function database({ databaseUrl, dataDir }: Config): Promise<Finding> {
  const what = 'Database';
  if (databaseUrl === null) {
    const running = await findRunningPostgres(dataDir);
    return { what, state: 'ok', detail: running ? 'embedded, running' : 'embedded, starts with the service' };
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
      detail: `does not answer (${(error as Error).message}); check DATABASE_URL`,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function chromium(config: Config): Promise<Finding> {
  const up = await browserWalls(config.chromiumSandbox);
  const found = await findChromium(chromiumPlaces(config));
  const what = 'Chromium';
  if (!found.ok) return { what, state: 'bad', detail: found.reason };
  if (found.path === null)
    return {
      what,
      state: 'off',
      detail: 'none found; the service tries to install one, or set CHROMIUM_PATH',
    };
  const problem = await startProblem({
    executablePath: found.path,
    walls: up,
    folder: tmpdir(),
    platform: process.platform,
  });
  return problem === null
    ? { what, state: 'ok', detail: found.path }
    : { what, state: 'bad', detail: problem };
}

async function walls({ chromiumSandbox }: Config): Promise<Finding> {
  const up = await browserWalls(chromiumSandbox);
  const state = up.hasSandbox || up.hasOwnUsers ? 'ok' : 'off';
  return { what: 'Walls', state, detail: describeWalls(up) };
}

async function keys(config: Config): Promise<Finding> {
  const what = 'Vault keys';
  try {
    const service = await openKeyService(config.kms, systemClock);
    await service.current();
    return { what, state: 'ok', detail: config.kms.provider };
  } catch (error) {
    return { what, state: 'bad', detail: (error as Error).message };
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
          'set LLM_BASE_URL and LLM_MODEL for hard tasks, grading and normalization; outside production a start looks for one',
      };
}
