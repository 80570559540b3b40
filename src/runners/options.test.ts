import { expect, test } from 'vitest';
import { readCatalog, readFamily } from './catalog.ts';
import { optionProblem } from './options.ts';

test.each([
  ['infra/steel', { driver: 'page-agent', body: { region: 'fra' } }, null],
  ['infra/steel', { driver: 'page-agent', regoin: 'fra' }, /no option regoin; it has driver, body/],
  ['infra/steel', { driver: 7 }, /^the option driver: /],
  ['extraction/zyte', { http: true }, null],
  ['extraction/zyte', { http: 'yes' }, /^the option http: /],
  ['hosted/deck', { model: 'x' }, /no option model; it has none/],
  ['hosted/nobody', {}, /adapter hosted\/nobody has no row in the table/],
])('%s with %j', (adapter, options, problem) => {
  const said = optionProblem(adapter, options);
  expect(said ?? 'fine').toMatch(problem ?? /^fine$/);
});

test('a row with an option that its adapter does not take stops the start with one line', () => {
  const row = {
    slug: 'steel-x',
    name: 'Steel',
    kind: 'browser_infra',
    adapter: 'infra/steel',
    price: { unit: 'hour', usd: 0.1, typical_task_usd: 0.01 },
    options: { driver: 'page-agent' },
    variants: [{ slug: 'steel-y', options: { boddy: {} } }],
  };
  const file = { family: 'steel', name: 'Steel', runners: [row] };
  expect(() => readFamily('steel.json', JSON.stringify(file))).toThrow(
    'catalog/steel.json: steel-y: the adapter infra/steel has no option boddy; it has driver, body',
  );
  const mended = { ...file, runners: [{ ...row, variants: [] }] };
  expect(readFamily('steel.json', JSON.stringify(mended)).runners).toHaveLength(1);
});

test('every row that speaks to a provider names the documents its wire was taken from', () => {
  const spoken = readCatalog().rows.filter(({ adapter }) => /^(?:hosted|infra|extraction)\//.test(adapter));
  expect(spoken.length).toBeGreaterThan(250);
  expect(spoken.filter(({ source }) => source.seenIn.length === 0)).toEqual([]);
});

test.each([
  ['scrapfly', false],
  ['scrapfly-asp', true],
  ['zyte', true],
  ['zyte-http', false],
])('a mode of an engine tells its own abilities: %s runs scripts: %s', (slug, runsScripts) => {
  const facts = readCatalog().facts.find((one) => one.slug === slug);
  expect(facts?.capabilities.javascript).toBe(runsScripts);
});

test('a category holds a browser with a model of another provider only where both make the claim', () => {
  const { pools, rows } = readCatalog();
  const withModels = rows.filter(({ options }) => options.modelFamily).map(({ facts }) => facts.slug);
  expect(withModels).not.toEqual([]);
  expect(pools.HIPAA.filter((slug) => withModels.includes(slug))).toEqual([]);
  expect(pools.HIPAA).toContain('browserbase');
});
