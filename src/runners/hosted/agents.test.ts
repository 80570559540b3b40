import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeHostedAdapter, type StandIn } from '../../../test/support/hosted-adapter-suite.ts';
import { startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { readCatalog } from '../catalog.ts';
import type { HostedProvider } from './hosted-provider.ts';

const names = async (folder: string) =>
  (await readdir(new URL(folder, import.meta.url))).map((file) => file.replace(/\.ts$/, ''));
const agents = await names('./agents/');
const standIns = await names('../../../test/support/stand-ins/hosted/');
/** These have a test file of their own. */
const APART = ['browser-use', 'deck', 'skyvern'];

for (const name of standIns) {
  const { provider }: { provider: HostedProvider } = await import(`./agents/${name}.ts`);
  const { standIn }: { standIn: StandIn } = await import(`../../../test/support/stand-ins/hosted/${name}.ts`);
  describeHostedAdapter(name, provider, { ...standIn, startStandIn: () => startStandIn(standIn) });
}

test('every agent of the catalog has an adapter, and every adapter a stand-in and a row', () => {
  const named = readCatalog().rows.flatMap(({ adapter }) => /^hosted\/(.+)/.exec(adapter)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(agents.sort());
  expect([...standIns, ...APART].sort()).toEqual(agents.sort());
});
