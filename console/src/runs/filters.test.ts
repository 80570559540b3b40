import type { RunRow } from '@switchyard/sdk';
import { expect, test } from 'vitest';
import { filterCount, queryOf, readFilters, withFresh, withoutRows } from './filters.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const row = (id: string, second: number, status = 'succeeded') =>
  ({ id, status, created_at: new Date(NOW + second * 1_000).toISOString() }) as RunRow;

test('any address gives filters', () => {
  expect(
    readFilters({ q: 'kettle', min: 0.5, status: 'failed,blocked', with: 'x', runner: { a: 1 } }),
  ).toEqual({
    q: 'kettle',
    min: '0.5',
    status: 'failed,blocked',
  });
});

test('filters become a query; empty ones and nonsense do not', () => {
  expect(queryOf({ q: '', min: '0.1', since: '24h', until: 'tomorrow' }, NOW)).toEqual({
    min_cost_usd: '0.1',
    created_after: '2026-11-17T12:00:00.000Z',
  });
  const { created_after, created_before } = queryOf({ since: '2026-11-01', until: '2026-11-01' }, NOW);
  expect(Date.parse(created_before ?? '') - Date.parse(created_after ?? '')).toBe(86_400_000);
  expect(filterCount({ q: 'x', min: '1', max: '' })).toBe(1);
});

test('new runs come in front, known ones change, those that no longer fit leave, older ones stay', () => {
  const pages = [
    { data: [row('c', 3, 'running'), row('b', 2, 'running')], next: 'b' },
    { data: [row('a', 1)], next: null },
  ];
  const fresh = { data: [row('d', 4), row('c', 3), row('b1', 2)], next: 'b1' };
  expect(
    withFresh(pages, fresh).flatMap(({ data }) => data.map(({ id, status }) => `${id} ${status}`)),
  ).toEqual(['d succeeded', 'c succeeded', 'b1 succeeded', 'a succeeded']);
  expect(withFresh(pages, { data: [], next: null })).toEqual([{ data: [], next: null }]);
});

test('deleted rows leave every page', () => {
  const pages = [{ data: [row('a', 1), row('b', 2)], next: null }];
  expect(withoutRows(pages, new Set(['a']))[0]?.data.map(({ id }) => id)).toEqual(['b']);
});
