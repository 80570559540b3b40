import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCatalog } from './catalog.ts';

const CLIENTS = new URL('../../test/clients/providers/package.json', import.meta.url);
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(CLIENTS, 'utf8'));
const clients: Record<string, string> = { ...dependencies, ...optionalDependencies };

test('a runner that was compared with a client names its package, in the version that the tests install', () => {
  const compared = readCatalog().facts.flatMap(({ slug, wire }) =>
    wire && wire.checked !== 'unverified' ? [{ slug, ...wire }] : [],
  );
  const withClient = compared.filter(({ checked }) => checked === 'sdk');
  const versions = withClient.map(({ slug, source, version }) => [slug, source, version]);
  expect(versions).toEqual(withClient.map(({ slug, source }) => [slug, source, clients[source ?? '']]));
  expect(compared.filter(({ source, date }) => source === null || date === null)).toEqual([]);
});
