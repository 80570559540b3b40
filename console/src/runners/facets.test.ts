import type { Runner } from '@switchyard/sdk';
import { describe, expect, it } from 'vitest';
import { FACETS, fitting, indexed, optionsOf, readFilters } from './facets.ts';

const NONE = readFilters({});

function runner(slug: string, rest: Partial<Runner> = {}): Runner {
  return {
    slug,
    name: slug,
    kind: 'hosted_agent',
    family: slug,
    engine: null,
    curated: true,
    status: 'needs_key',
    unavailable_reason: null,
    capabilities: {},
    trusted: false,
    secrets: { channel: 'none', model_sees: false },
    price: { unit: 'task', usd: 0.1, typical_task_usd: 0.1, estimated: false },
    docs_url: null,
    needs: [],
    wire: null,
    ...rest,
  };
}

const all = indexed(
  [
    runner('steel', { kind: 'browser_infra', capabilities: { login: true, replay: false } }),
    runner('alpha-x', { curated: false }),
    runner('local-fetch', {
      kind: 'extraction',
      status: 'available',
      price: { unit: 'task', usd: 0.0005, typical_task_usd: 0.0005, estimated: false },
    }),
  ],
  { EU: ['steel'] },
  ({ status }) => status,
);
const slugs = (filters: Partial<typeof NONE>) =>
  fitting(all, { ...NONE, ...filters }).map(({ runner: { slug } }) => slug);

describe('the catalog', () => {
  it('shows runners that are on first, then the well-known', () => {
    expect(slugs({})).toEqual(['local-fetch', 'steel', 'alpha-x']);
  });

  it('finds every word, in any order and case, and nothing for a word that is nowhere', () => {
    expect(slugs({ q: 'BROWSER ste' })).toEqual(['steel']);
    expect(slugs({ q: 'steel fetch' })).toEqual([]);
  });

  it('keeps those that have the chosen value of every facet', () => {
    expect(slugs({ capability: 'login' })).toEqual(['steel']);
    expect(slugs({ capability: 'replay' })).toEqual([]);
    expect(slugs({ pool: 'EU', kind: 'browser_infra' })).toEqual(['steel']);
    expect(slugs({ price: 'cent' })).toEqual(['local-fetch']);
    expect(slugs({ state: 'nonsense' })).toEqual([]);
  });

  it('counts the options of a facet beside the other filters', () => {
    const kinds = optionsOf(all, { ...NONE, kind: 'extraction', state: 'needs_key' }, 'kind');
    expect(kinds.map(({ value, count }) => [value, count])).toEqual([
      ['hosted_agent', 1],
      ['browser_infra', 1],
      ['extraction', 0],
    ]);
  });

  it('reads any address as text', () => {
    const filters = readFilters({ q: 7, kind: { a: 1 }, foreign: 'x' });
    expect(Object.keys(filters).sort()).toEqual(['q', 'runner', ...FACETS].sort());
    expect(fitting(all, filters)).toEqual([]);
  });
});
