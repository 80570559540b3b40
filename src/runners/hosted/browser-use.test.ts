import { expect, onTestFinished, test } from 'vitest';
import catalog from '../../../catalog/browser-use.json' with { type: 'json' };
import { startBrowserUseStandIn } from '../../../test/support/browser-use-stand-in.ts';
import { describeHostedAdapter, run, scopeOf, taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import type { RunnerFacts, Step } from '../contract.ts';
import { type BrowserUseOptions, createBrowserUse } from './browser-use.ts';

const [facts] = catalog as RunnerFacts[];
const log = createLog('silent');

function create(settings: Partial<BrowserUseOptions> & { baseUrl: string }) {
  if (!facts) throw new Error('no entry in the catalog');
  return createBrowserUse({ facts, apiKey: 'key', clock: systemClock, log, retryForMs: 0, ...settings });
}

async function setUp() {
  const standIn = await startBrowserUseStandIn();
  onTestFinished(() => standIn[Symbol.asyncDispose]());
  return { standIn, runner: create({ baseUrl: standIn.url }) };
}

describeHostedAdapter('browser-use', { startStandIn: startBrowserUseStandIn, create });

test('the start URL and the stringified schema go in fields of their own', async () => {
  const { standIn, runner } = await setUp();
  const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
  const task = { ...taskOf('Find the price'), url: 'https://shop.example/tea', outputSchema };
  expect(await run(runner, task)).toMatchObject({
    ok: true,
    output: { price: 42 },
    page: { finalUrl: 'https://shop.example/tea' },
  });
  expect(standIn.tasks[0]?.startUrl).toBe('https://shop.example/tea');
  expect(JSON.parse(standIn.tasks[0]?.structuredOutput ?? '')).toEqual(outputSchema);
});

test('a task of only a URL asks for the content of the page', async () => {
  const { standIn, runner } = await setUp();
  await run(runner, { ...taskOf(''), url: 'https://shop.example/tea' });
  expect(standIn.tasks[0]?.text).toMatch(/^Read the page/);
});

test('a base URL with a path keeps it as a prefix', async () => {
  const { standIn } = await setUp();
  const runner = create({ baseUrl: `${standIn.url}/proxy/` });
  expect(await runner.start(taskOf('x'), scopeOf())).toMatchObject({ code: 'provider_not_found' });
  expect(standIn.starts).toHaveLength(0);
});

test('every step is told once, by the names of its actions and never their arguments', async () => {
  const { runner } = await setUp();
  const steps: Step[] = [];
  await run(runner, taskOf('[[steps=3]] [[after=50]]'), scopeOf('att_1', steps));
  expect(steps.map(({ action, detail }) => [action, detail])).toEqual([
    ['click, input', 'goal 1'],
    ['click, input', 'goal 2'],
    ['click, input', 'goal 3'],
  ]);
  expect(JSON.stringify(steps)).not.toContain('typed value');
});

test('a cost that is missing or makes no sense is left to the listed price', async () => {
  const { runner } = await setUp();
  for (const words of ['', '[[cost=free]]', '[[cost=-1]]', '[[cost= ]]', '[[cost=1e400]]']) {
    expect(await run(runner, taskOf(`x ${words}`))).toMatchObject({ ok: true, costMicroUsd: null });
  }
});

test('a task the provider stopped by itself is not held against the runner, and still costs', async () => {
  const { runner } = await setUp();
  const result = await run(runner, taskOf('[[stopped]] [[cost=0.07]]'));
  expect(result).toMatchObject({
    ok: false,
    fault: 'platform',
    code: 'provider_stopped',
    costMicroUsd: 70_000,
  });
});
