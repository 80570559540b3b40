/** What the tests of `local-chromium` share: the runner with a browser and a reader of its own. */

import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, openPool, serveSite } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { RunnerFacts } from '../contract.ts';
import { createLocalChromium } from './local-chromium.ts';

const { facts } = readCatalog();

export async function openLocalChromium(
  gate: Gate,
  { readMs = 60_000, ...limits }: { settleTimeoutMs?: number; silentMs?: number; readMs?: number } = {},
) {
  const owned = new AsyncDisposableStack();
  const { pool } = owned.use(await openPool({ gate }));
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

/** A site, and a runner that is told what to do from its front page on. */
export async function openOnSite(listener: Parameters<typeof serveSite>[0]) {
  const owned = new AsyncDisposableStack();
  const site = owned.use(await serveSite(listener));
  const { runner } = owned.use(await openLocalChromium(gateFor(site)));
  const task = {
    url: `${site.origin}/`,
    instructions: null,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const ask = (goal: string) => runner.run({ goal, ...task }, attemptScope());
  return { ask, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
