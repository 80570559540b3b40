import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import {
  describeHostedAdapter,
  run,
  type StandIn,
  taskOf,
} from '../../../test/support/hosted-adapter-suite.ts';
import { startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { readCatalog } from '../catalog.ts';
import type { AttemptScope } from '../contract.ts';
import type { HostedProvider } from './hosted-provider.ts';

const names = async (folder: string) =>
  (await readdir(new URL(folder, import.meta.url))).map((file) => file.replace(/\.ts$/, ''));
const agents = await names('./agents/');
const standIns = await names('../../../test/support/stand-ins/hosted/');
/** These have a test file of their own. */
const APART = ['browser-use', 'deck', 'skyvern'];

let setUpOwnAgent: ReturnType<typeof describeHostedAdapter>;
for (const name of standIns) {
  const { provider }: { provider: HostedProvider } = await import(`./agents/${name}.ts`);
  const { standIn }: { standIn: StandIn } = await import(`../../../test/support/stand-ins/hosted/${name}.ts`);
  const adapter = { ...standIn, startStandIn: () => startStandIn(standIn) };
  const setUp = describeHostedAdapter(name, provider, adapter);
  if (name === 'generic-http-agent') setUpOwnAgent = setUp;
}

test('every agent of the catalog has an adapter, and every adapter a stand-in and a row', () => {
  const named = readCatalog().rows.flatMap(({ adapter }) => /^hosted\/(.+)/.exec(adapter)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(agents.sort());
  expect([...standIns, ...APART].sort()).toEqual(agents.sort());
});

test('a setting shortens how long a task may run without a new step, and never lengthens it', async () => {
  await using resources = new AsyncDisposableStack();
  const quiet = async (quietForMs?: number) => {
    const runner = await builtRunner('browser-use', resources, { quietForMs });
    return runner.shape === 'hosted' && runner.quietForMs;
  };
  expect([await quiet(), await quiet(5_000), await quiet(90 * 60_000)]).toEqual([
    3_600_000, 5_000, 3_600_000,
  ]);
});

test.each([
  ['Which colour?', 1, { ok: true }],
  ['', 1, { ok: true }],
  ['Please solve the CAPTCHA on this page', 0, { ok: false, fault: 'site', code: 'captcha' }],
])('of the question %j the owner hears %i', async (question, count, expected) => {
  const { standIn, runner, scopeOf } = await setUpOwnAgent();
  const asked: string[] = [];
  const ask: AttemptScope['ask'] = async ({ prompt }) => {
    asked.push(prompt);
    return { answered: true, value: 'green' };
  };
  const result = await run(runner, { ...scopeOf(), ask }, taskOf(`[[ask=${question}]] [[output=Done]]`));
  expect(result).toMatchObject(expected);
  expect([asked.length, standIn.tasks[0]?.stops]).toEqual([count, 1 - count]);
});
