import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { startInfraStandIn } from '../../../test/support/stand-ins/browser-infra.ts';
import { INFRA_WIRES } from '../../../test/support/stand-ins/infra-wires.ts';
import { Secret } from '../../platform/secret.ts';
import { readCatalog } from '../catalog.ts';

/** Calls to providers of browsers before there is a browser. */

const { rows, providers } = readCatalog();
const owned = new AsyncDisposableStack();
afterAll(() => owned.disposeAsync());

const opened = Object.entries(INFRA_WIRES).filter(
  ([, { create, header }]) => create && header !== 'user-agent',
);

test.each(opened)('%s: a key that is refused is said to be that, and costs nothing', async (name, wire) => {
  const { facts } = rows.find(({ adapter }) => adapter === `infra/${name}`) ?? {};
  const { family = name, slug = name } = facts ?? {};
  await using standIn = await startInfraStandIn({ [name]: wire });
  const runner = await builtRunner(slug, owned, { folder: tmpdir() });
  if (runner.shape !== 'direct') throw new Error('a browser is driven here');
  const names = ['api_key', ...(providers.get(family)?.secrets ?? []).map((one) => one.name)];
  const secrets = Object.fromEntries(names.map((one) => [one, new Secret('bad-key-canary-5150')]));
  const accounts = { [family]: { family, secrets, baseUrl: standIn.url, isOwn: false } };
  const task = { goal: 'What is the heading?', url: 'https://1.1.1.1/', instructions: null, steps: [] };
  const rest = { successCriteria: null, outputSchema: null };
  const result = await runner.run({ ...task, ...rest }, attemptScope({ accounts }));
  const refused = { fault: 'platform', code: 'provider_auth', costMicroUsd: 0 };
  expect(result).toMatchObject({ ok: false, ...refused });
  expect(JSON.stringify(result)).not.toContain('canary-5150');
});

test('every source has a row, and a wire to stand in for it', async () => {
  const files = (await readdir(new URL('./sources/', import.meta.url))).map((file) =>
    file.replace(/\.ts$/, ''),
  );
  const named = rows.flatMap(({ adapter, comingSoon }) =>
    comingSoon === null && adapter.startsWith('infra/') ? adapter.slice(6) : [],
  );
  expect([...new Set(named)].sort()).toEqual(files.sort());
  const bare = ['generic-cdp', 'playwright-server'];
  expect(files.filter((name) => INFRA_WIRES[name] === undefined)).toEqual(bare);
});
