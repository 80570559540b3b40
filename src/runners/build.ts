import { join } from 'node:path';
import { BrowserPool } from '../browser/browser-pool.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { installChromium } from '../browser/install-chromium.ts';
import { openAlone } from '../browser/open-alone.ts';
import { PipeBrowser, type PipeBrowserOptions } from '../browser/pipe-browser.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Llm } from '../platform/llm.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import { Extractor } from '../reading/index.ts';
import { buildRow } from './build-row.ts';
import type { Catalog, CatalogRow } from './catalog.ts';
import type { Runner, RunnerFacts } from './contract.ts';
import { driverProblem, drivers } from './drivers/drivers.ts';
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
  gate: Gate;
  /** Null where no language model is configured. */
  llm: Llm | null;
  clock: Clock;
  log: Log;
  /** Progress of work that takes long, such as installing a browser. */
  onLine(line: string): void;
}

/** How this machine starts a browser. */
export type LocalBrowser = Omit<PipeBrowserOptions, 'localAllowed' | 'signal'>;

/** Every runner of the catalog that this machine can have, with anybody's keys, and the reason why the others are off. */
export async function buildRunners(options: BuildOptions, resources: AsyncDisposableStack) {
  const { config, catalog, gate, clock, log, llm } = options;
  const extractor = resources.use(new Extractor());
  void extractor.warm();
  const { runners, off, browser } = await localBrowsers(options, extractor, resources);
  runners.unshift(createLocalFetch({ facts: factsOf(catalog, 'local-fetch'), gate, extractor, clock }));
  const { providers } = catalog;
  const shared = { gate, extractor, clock, log, llm, providers, folder: browserFolder(config) };
  for (const row of catalog.rows) {
    if (row.comingSoon !== null || row.adapter.startsWith('local/')) continue;
    const problem = problemOf(row, llm);
    if (problem) off.push(problem);
    else runners.push(await buildRow(row, shared));
  }
  return { runners, off, browser };
}

/** Why a row that drives a browser cannot do so here. */
function problemOf(row: CatalogRow, llm: Llm | null): OffRunner | null {
  const { slug } = row.facts;
  const { driver } = row.options;
  const reason = driver === undefined || driver === 'page-agent' ? null : driverProblem(driver, llm?.model);
  if (reason !== null) return { slug, status: 'unreachable', reason };
  return needsModel(row) && llm === null ? { slug, status: 'needs_key', reason: NO_MODEL } : null;
}

function browserFolder({ dataDir }: Config): string {
  return join(dataDir, 'browser');
}

/** The runners on this machine's Chromium, without and with a language model. */
async function localBrowsers(
  options: BuildOptions,
  extractor: Extractor,
  resources: AsyncDisposableStack,
): Promise<{ runners: Runner[]; off: OffRunner[]; browser: LocalBrowser | null }> {
  const { config, catalog, gate, clock, log, llm } = options;
  const rows = catalog.rows.filter(({ adapter }) => adapter === 'local/chromium');
  const chromium = await chromiumPath(options);
  if (!chromium.ok) {
    const off = rows.map(
      ({ facts }) => ({ slug: facts.slug, status: 'unreachable', reason: chromium.reason }) as const,
    );
    return { runners: [], off, browser: null };
  }
  const browser = {
    executablePath: chromium.path,
    gate,
    log,
    folder: browserFolder(config),
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
  };
  const browsers = resources.use(new BrowserPool({ ...browser, clock }));
  const shared = { browsers, gate, extractor, clock };
  const runners: Runner[] = [
    createLocalChromium({ facts: factsOf(catalog, 'local-chromium'), ...shared }),
    createLocalReplay({ facts: factsOf(catalog, 'local-replay'), ...shared }),
  ];
  const off: OffRunner[] = [];
  for (const row of rows.filter(({ options: { driver = 'page-agent' } }) => driver !== 'page-agent')) {
    const problem = problemOf(row, llm);
    if (problem) off.push(problem);
    if (problem) continue;
    const pipe: Browsers['pipe'] = (asked) => PipeBrowser.open({ ...browser, ...asked });
    const alone: Browsers['alone'] = (asked) => openAlone({ ...browser, clock, ...asked });
    const sources = { acquire: browsers.acquire.bind(browsers), pipe, alone };
    const driven = {
      ...shared,
      browsers: sources,
      row,
      facts: row.facts,
      log,
      llm,
      providers: catalog.providers,
    };
    const run: Extract<Runner, { shape: 'direct' }>['run'] = async (task, scope) =>
      drivers[String(row.options.driver)]?.(driven, task, scope) ?? Promise.reject(new Error('no driver'));
    runners.push({ facts: row.facts, shape: 'direct', run });
  }
  if (!llm) {
    off.push({ slug: 'local-agent', status: 'needs_key', reason: NO_MODEL });
    return { runners, off, browser };
  }
  runners.push(createLocalAgent({ facts: factsOf(catalog, 'local-agent'), llm, ...shared }));
  return { runners, off, browser };
}

const NO_MODEL = `set ${MODEL_SETTINGS}`;

function factsOf(catalog: Catalog, slug: string): RunnerFacts {
  const facts = catalog.facts.find((entry) => entry.slug === slug);
  if (!facts) throw new Error(`the catalog has no entry ${slug}`);
  return facts;
}

async function chromiumPath(
  options: BuildOptions,
): Promise<{ ok: true; path: string } | { ok: false; reason: string }> {
  const { config } = options;
  const places = {
    configuredPath: config.chromiumPath,
    playwrightBrowsersPath: config.playwrightBrowsersPath,
    home: config.home,
    platform: process.platform,
  };
  const found = await findChromium(places);
  if (!found.ok) return found;
  if (found.path !== null) return { ok: true, path: found.path };
  return installChromium({
    places,
    isRoot: process.getuid?.() === 0,
    onLine: options.onLine,
    environment: { HOME: config.home, PATH: config.path },
  });
}
