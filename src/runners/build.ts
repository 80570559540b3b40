import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserIsolation, browserIsolation } from '../browser/browser-isolation.ts';
import { BrowserPool } from '../browser/browser-pool.ts';
import {
  type ChromiumPlaces,
  chromiumPlaces,
  findChromium,
  findHeadlessShell,
  SHARED_BROWSERS,
} from '../browser/find-chromium.ts';
import { installChromium } from '../browser/install-chromium.ts';
import { openAlone } from '../browser/open-alone.ts';
import { PipeBrowser, type PipeBrowserOptions } from '../browser/pipe-browser.ts';
import { startProblem } from '../browser/start-problem.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Llm } from '../platform/llm.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import { Extractor } from '../reading/index.ts';
import { buildRow } from './build-row.ts';
import type { Catalog, CatalogRow } from './catalog.ts';
import type { Runner, RunnerFacts } from './contract.ts';
import { type DriverOptions, driverProblem, drivers } from './drivers/drivers.ts';
import { BrowserFleet, poolSource } from './infra/browser-fleet.ts';
import { type FleetEntry, remoteSource } from './infra/fleet-sources.ts';
import type { Browsers } from './local/browser-attempt.ts';
import { createLocalAgent } from './local/local-agent.ts';
import { createLocalChromium } from './local/local-chromium.ts';
import { createLocalFetch } from './local/local-fetch.ts';
import { createLocalReplay } from './local/local-replay.ts';
import type { OffRunner } from './registry.ts';
import { MODEL_SETTINGS, needsModel } from './settings.ts';

interface BuildOptions {
  config: Config;
  catalog: Catalog;
  /** The browser sources of the built-in agents. */
  fleet: FleetEntry[];
  gate: Gate;
  /** Null where no language model is configured. */
  llm: Llm | null;
  clock: Clock;
  log: Log;
  /** Progress of the installation of a missing browser; none is installed when left out. */
  onInstall?(step: string, output: string): void;
}

/** How this machine starts a browser, and the one without windows where it has both. */
export type LocalBrowser = Omit<PipeBrowserOptions, 'localAllowed' | 'signal'> & { shellPath: string | null };

/** Every runner of the catalog that this machine can have, with any keys, and the reason why the others are off. */
export async function buildRunners(options: BuildOptions, resources: AsyncDisposableStack) {
  const { catalog, gate, clock, log, llm } = options;
  const extractor = resources.use(new Extractor());
  void extractor.warm();
  const { runners, off, ...browsers } = await localBrowsers(options, extractor, resources);
  runners.unshift(createLocalFetch({ facts: factsOf(catalog, 'local-fetch'), gate, extractor, clock }));
  const { providers } = catalog;
  const { quietForMs } = options.config;
  const shared = { gate, extractor, clock, log, llm, providers, folder: tmpdir(), quietForMs };
  for (const row of catalog.rows) {
    if (row.comingSoon !== null || row.adapter.startsWith('local/')) continue;
    const problem = problemOf(row, llm);
    if (problem) off.push(problem);
    else runners.push(await buildRow(row, shared));
  }
  return { runners, off, ...browsers };
}

/** Why a row that drives a browser cannot do so here. */
function problemOf(row: CatalogRow, llm: Llm | null): OffRunner | null {
  const { slug } = row.facts;
  const { driver } = row.options;
  const reason = driver === undefined || driver === 'page-agent' ? null : driverProblem(driver, llm?.model);
  if (reason !== null) return { slug, status: 'unreachable', reason };
  return needsModel(row) && llm === null ? { slug, status: 'needs_key', reason: NO_MODEL } : null;
}

/** The runners with our own drivers, without and with a language model. */
async function localBrowsers(
  options: BuildOptions,
  extractor: Extractor,
  resources: AsyncDisposableStack,
): Promise<{
  runners: Runner[];
  off: OffRunner[];
  browser: LocalBrowser | null;
  /** Why this machine has no browser; null where it has one. */
  browserProblem: string | null;
  fleet: BrowserFleet | null;
}> {
  const { catalog, gate, clock, log, llm } = options;
  const rows = catalog.rows.filter(({ adapter }) => adapter === 'local/chromium');
  const offBecause = (some: CatalogRow[], reason: string): OffRunner[] =>
    some.map(({ facts: { slug } }) => ({ slug, status: 'unreachable', reason }));
  const found = await browserHere(options);
  const fleet = openFleet(options, found.browser, resources);
  const browserProblem = found.reason || null;
  if (fleet === null)
    return { runners: [], off: offBecause(rows, found.reason), browser: null, browserProblem, fleet };
  const shared = { browsers: fleet, gate, extractor, clock };
  const runners: Runner[] = [
    createLocalChromium({ facts: factsOf(catalog, 'local-chromium'), ...shared }),
    createLocalReplay({ facts: factsOf(catalog, 'local-replay'), llm, ...shared }),
  ];
  const off: OffRunner[] = [];
  if (llm) runners.push(createLocalAgent({ facts: factsOf(catalog, 'local-agent'), llm, ...shared }));
  else off.push({ slug: 'local-agent', status: 'needs_key', reason: NO_MODEL });
  const driven = rows.filter(({ options: { driver = 'page-agent' } }) => driver !== 'page-agent');
  const { browser } = found;
  if (browser === null)
    return { runners, off: [...off, ...offBecause(driven, found.reason)], browser, browserProblem, fleet };
  for (const row of driven) {
    const problem = problemOf(row, llm);
    if (problem) off.push(problem);
    else runners.push(drivenHere(row, { ...shared, log, llm, providers: catalog.providers }, browser));
  }
  return { runners, off, browser, browserProblem, fleet };
}

/** A driver of others in a browser of this machine. */
function drivenHere(
  row: CatalogRow,
  shared: Omit<DriverOptions, 'row' | 'facts'>,
  browser: LocalBrowser,
): Runner {
  const { clock, browsers } = shared;
  const pipe: Browsers['pipe'] = (asked) => PipeBrowser.open({ ...browser, ...asked });
  const alone: Browsers['alone'] = (asked) => openAlone({ ...browser, clock, ...asked });
  const sources = { acquire: browsers.acquire.bind(browsers), pipe, alone };
  const driven = { ...shared, browsers: sources, row, facts: row.facts };
  const run: Extract<Runner, { shape: 'direct' }>['run'] = async (task, scope) =>
    drivers[String(row.options.driver)]?.(driven, task, scope) ?? Promise.reject(new Error('no driver'));
  return { facts: row.facts, shape: 'direct', run };
}

/** The way to start a browser on this machine, or the reason against it. */
async function browserHere(
  options: BuildOptions,
): Promise<{ browser: LocalBrowser; reason: '' } | { browser: null; reason: string }> {
  const { config, fleet, gate, log } = options;
  if (fleet.every(({ remote }) => remote !== null))
    return { browser: null, reason: 'BROWSER_SOURCES excludes local browsers' };
  const isolation = await browserIsolation(config.chromiumSandbox);
  const places = chromiumPlaces(config);
  const chromium = await chromiumPath(options, places, isolation);
  if (!chromium.ok) return { browser: null, reason: chromium.reason };
  // Outside DATA_DIR, where no other user may look.
  const where = { folder: tmpdir(), isolation, platform: process.platform };
  const shell = await findHeadlessShell(places);
  const [problem, shellProblem] = await Promise.all(
    [chromium.path, shell].map(
      (executablePath) => executablePath && startProblem({ executablePath, ...where }),
    ),
  );
  if (problem) return { browser: null, reason: problem };
  if (shellProblem) log.warn({ reason: shellProblem }, 'sessions do without the headless shell');
  const shellPath = shellProblem ? null : shell;
  return { browser: { executablePath: chromium.path, shellPath, gate, log, ...where }, reason: '' };
}

/** Null without a browser. */
function openFleet(
  { catalog, fleet, gate, clock, log }: BuildOptions,
  browser: LocalBrowser | null,
  resources: AsyncDisposableStack,
): BrowserFleet | null {
  const facts = factsOf(catalog, 'local-chromium');
  const tools = { facts, gate, clock, log, folder: tmpdir() };
  const sources = fleet.flatMap((entry) => {
    if (entry.remote) return remoteSource(entry, tools) ?? [];
    if (browser === null) return [];
    const pool = resources.use(new BrowserPool({ ...browser, clock, maxRuns: entry.slots }));
    return poolSource(pool, entry.slots);
  });
  return sources.length === 0 ? null : resources.use(new BrowserFleet({ sources, clock, log }));
}

const NO_MODEL = `set ${MODEL_SETTINGS}`;

function factsOf(catalog: Catalog, slug: string): RunnerFacts {
  const facts = catalog.facts.find((entry) => entry.slug === slug);
  if (!facts) throw new Error(`the catalog has no entry ${slug}`);
  return facts;
}

async function chromiumPath(
  { config, onInstall }: BuildOptions,
  places: ChromiumPlaces,
  { hasOwnUsers }: BrowserIsolation,
): Promise<{ ok: true; path: string } | { ok: false; reason: string }> {
  const found = await findChromium(places);
  if (!found.ok) return found;
  if (found.path !== null) return { ok: true, path: found.path };
  if (!onInstall) return { ok: false, reason: 'No Chromium found. Install one or set CHROMIUM_PATH.' };
  return installChromium({
    places,
    isRoot: process.getuid?.() === 0,
    logFile: join(config.dataDir, 'chromium-install.log'),
    onProgress: onInstall,
    environment: {
      HOME: config.home,
      PATH: config.path,
      // Every user must reach it, not only root.
      ...(hasOwnUsers && { PLAYWRIGHT_BROWSERS_PATH: places.playwrightBrowsersPath ?? SHARED_BROWSERS }),
    },
  });
}
