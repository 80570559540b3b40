import { openPool } from '../../browser/browser.fixture.ts';
import type { BrowserPool } from '../../browser/browser-pool.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { RunnerFacts } from '../contract.ts';
import { createLocalChromium } from './local-chromium.ts';

const { facts } = readCatalog();

interface Limits {
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
  silentMs?: number;
  readMs?: number;
  /** One that is open already, in place of one of its own. */
  pool?: BrowserPool;
}

export async function openLocalChromium(gate: Gate, { readMs = 60_000, pool: lent, ...limits }: Limits = {}) {
  const owned = new AsyncDisposableStack();
  const pool = lent ?? owned.use(await openPool({ gate })).pool;
  const runner = createLocalChromium({
    facts: facts.find(({ slug }) => slug === 'local-chromium') as RunnerFacts,
    browsers: pool,
    gate,
    extractor: owned.use(new Extractor({ limitMs: readMs })),
    clock: systemClock,
    ...limits,
  });
  return { runner, pool, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
