import { expect, test } from 'vitest';
import { readCatalog } from './catalog.ts';
import { Registry } from './registry.ts';
import { missingSettings, needsModel, readAccounts } from './settings.ts';

const catalog = readCatalog();

function onWith(settings: Record<string, string>): string[] {
  const accounts = readAccounts(catalog, (name) => settings[name] ?? null);
  return catalog.rows
    .filter(({ comingSoon }) => comingSoon === null)
    .filter((row) => missingSettings(catalog, row, (family) => accounts.get(family)).size === 0)
    .map(({ facts }) => facts.slug);
}

test('without any setting nothing is sent to a third party', () => {
  const families = onWith({}).map((slug) => catalog.facts.find((facts) => facts.slug === slug)?.family);
  expect(new Set(families)).toEqual(new Set(['local']));
});

test('without a language model only those work that need none', () => {
  const on = onWith({}).filter((slug) =>
    catalog.rows.some((row) => row.facts.slug === slug && !needsModel(row)),
  );
  expect(on.toSorted()).toEqual(['local-chromium', 'local-fetch', 'local-replay']);
});

test.each([
  ['jina', { JINA_API_KEY: 'k' }],
  ['jina', { JINA_BASE_URL: 'https://r.jina.ai' }],
  ['tavily', { TAVILY_API_KEY: 'k' }],
  ['tavily', { TAVILY_BASE_URL: 'https://api.tavily.com' }],
])('%s, which works without a key, is on with %j', (slug, settings) => {
  expect(onWith(settings)).toContain(slug);
});

test('the missing settings are named, with and without a key', () => {
  const runner = { facts: { slug: 'jina' }, shape: 'direct' } as never;
  const row = catalog.rows.find(({ facts }) => facts.slug === 'jina');
  const known = { ...catalog, rows: row ? [row] : [], facts: row ? [row.facts] : [] };
  const registry = new Registry(known, [{ ...(runner as object), facts: row?.facts } as never], []);
  expect(registry.entry('jina')).toMatchObject({
    status: 'needs_key',
    reason:
      'set JINA_API_KEY (or, without a key, JINA_BASE_URL=https://r.jina.ai), or give the workspace its own key (PUT /v1/provider-keys/jina)',
  });
});

test('a workspace is not told to give a key where the operator has to give the address', () => {
  const row = catalog.rows.find(({ facts }) => facts.slug === 'crawl4ai');
  const runner = { facts: row?.facts, shape: 'direct' } as never;
  expect(new Registry(catalog, [runner], []).entry('crawl4ai')?.reason).toBe('set CRAWL4AI_BASE_URL');
});
