import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../../test/support/agent-scenarios.ts';
import { ownHands } from '../../test/support/own-hands.ts';
import { runScenario, serveScenarios } from '../../test/support/run-scenario.ts';
import { openPool } from '../browser/browser.fixture.ts';
import type { BrowserPool } from '../browser/browser-pool.ts';
import { systemClock } from '../platform/clock.ts';
import { createGate } from '../platform/net/gate.ts';
import { systemResolver } from '../platform/net/resolver.ts';
import { Extractor } from '../reading/index.ts';
import { openPageTools } from './page-tools.ts';

const owned = new AsyncDisposableStack();
let pool: BrowserPool;
let extractor: Extractor;
let origin: string;

beforeAll(async () => {
  const site = owned.use(await serveScenarios(SCENARIOS));
  ({ origin } = site);
  const localTargets = site.ports.map((port) => ({ host: '127.0.0.1', port }));
  ({ pool } = owned.use(await openPool({ gate: createGate({ resolver: systemResolver, localTargets }) })));
  extractor = owned.use(new Extractor());
});

afterAll(() => owned.disposeAsync());

async function open(path: string) {
  const run = await pool.acquire({ localAllowed: true });
  await run.goto(`${origin}${path}`, 20_000);
  const signal = AbortSignal.timeout(100_000);
  const tools = openPageTools({ run, clock: systemClock, signal, extractor });
  return { run, tools, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
}

test.each(SCENARIOS.map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
  const scenario = SCENARIOS[index];
  if (!scenario) throw new Error('no scenario');
  await using opened = await open(`/${index}`);
  const outcome = await runScenario(scenario, opened.run.page, ownHands(opened.tools));
  expect(outcome).toEqual({ isDone: true, isFalse: false, note: '' });
});
