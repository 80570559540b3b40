import { join } from 'node:path';
import { BrowserPool } from '../browser/browser-pool.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { installChromium } from '../browser/install-chromium.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Llm } from '../platform/llm.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import { Extractor } from '../reading/extractor.ts';
import type { Catalog } from './catalog.ts';
import type { Runner, RunnerFacts } from './contract.ts';
import { createBrowserUse } from './hosted/browser-use.ts';
import { createDeck } from './hosted/deck.ts';
import { createSkyvern } from './hosted/skyvern.ts';
import { browserbase } from './infra/browserbase.ts';
import { hyperbrowser } from './infra/hyperbrowser.ts';
import { createInfraRunner, type InfraOptions } from './infra/infra-runner.ts';
import { kernel } from './infra/kernel.ts';
import { steel } from './infra/steel.ts';
import { createLocalAgent } from './local/local-agent.ts';
import { createLocalChromium } from './local/local-chromium.ts';
import { createLocalFetch } from './local/local-fetch.ts';
import { createLocalReplay } from './local/local-replay.ts';
import { createStagehandLocal, stagehandProblem } from './local/stagehand-local.ts';
import type { OffRunner } from './registry.ts';

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

/** Every runner that this machine and its settings allow, and why the others are off. */
export async function buildRunners(options: BuildOptions, resources: AsyncDisposableStack) {
  const { config, gate, clock, log } = options;
  const extractor = resources.use(new Extractor());
  const { runners, off } = await localBrowsers(options, extractor, resources);
  runners.unshift(
    createLocalFetch({ facts: factsOf(options.catalog, 'local-fetch'), gate, extractor, clock }),
  );

  for (const [slug, create] of Object.entries(PROVIDERS)) {
    const { apiKey, ...settings } = config.providers[slug as keyof typeof PROVIDERS];
    const made = { ...settings, facts: factsOf(options.catalog, slug), gate, extractor, clock, log };
    if (apiKey !== null) runners.push(create({ ...made, apiKey, folder: browserFolder(config) }));
    else off.push({ slug, status: 'needs_key', reason: `set ${settingOf(slug)}_API_KEY` });
  }
  return { runners, off };
}

const PROVIDERS = {
  'browser-use': createBrowserUse,
  deck: createDeck,
  skyvern: createSkyvern,
  browserbase: (options: InfraOptions) => createInfraRunner(browserbase, options),
  steel: (options: InfraOptions) => createInfraRunner(steel, options),
  hyperbrowser: (options: InfraOptions) => createInfraRunner(hyperbrowser, options),
  kernel: (options: InfraOptions) => createInfraRunner(kernel, options),
};

function browserFolder({ dataDir }: Config): string {
  return join(dataDir, 'browser');
}

function settingOf(family: string): string {
  return family.toUpperCase().replaceAll('-', '_');
}

/** The runners on this machine's Chromium, without and with a language model. */
async function localBrowsers(
  options: BuildOptions,
  extractor: Extractor,
  resources: AsyncDisposableStack,
): Promise<{ runners: Runner[]; off: OffRunner[] }> {
  const { config, catalog, gate, clock, log, llm } = options;
  const chromium = await chromiumPath(options);
  if (!chromium.ok) {
    const slugs = ['local-chromium', 'local-replay', 'local-agent', 'stagehand-local'];
    return {
      runners: [],
      off: slugs.map((slug) => ({ slug, status: 'unreachable', reason: chromium.reason })),
    };
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
  if (!llm) {
    const slugs = ['local-agent', 'stagehand-local'];
    return { runners, off: slugs.map((slug) => ({ slug, status: 'needs_key', reason: NO_MODEL })) };
  }
  runners.push(createLocalAgent({ facts: factsOf(catalog, 'local-agent'), llm, ...shared }));
  const reason = stagehandProblem();
  if (reason !== null) return { runners, off: [{ slug: 'stagehand-local', status: 'unreachable', reason }] };
  const facts = factsOf(catalog, 'stagehand-local');
  runners.push(createStagehandLocal({ facts, llm, browser, ...shared }));
  return { runners, off: [] };
}

const NO_MODEL = 'set LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY where the endpoint wants one)';

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
