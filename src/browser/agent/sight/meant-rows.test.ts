import { expect, test } from 'vitest';
import { meantRows } from './meant-rows.ts';

const HOTELS = [
  'Aurora Breakfast included · Non-refundable €48 per night',
  'Seaview Breakfast included · Free cancellation €95 per night',
  'Old Mill No breakfast · Free cancellation €60 per night',
  'Lime Tree Breakfast included · Free cancellation €70 per night',
];

test('only rows that say every condition are meant', () => {
  const meant = meantRows(
    HOTELS,
    'hotel in Riga with breakfast and free cancellation from 8 May 2027, 2 adults',
  );
  expect(meant).toEqual({ rows: [1, 3], unsaid: [], names: ['Riga'] });
});

test('a condition that no row says is told, a noun that only says what rows are is not', () => {
  expect(meantRows(HOTELS, 'hotel with a sauna').unsaid).toEqual(['sauna']);
  expect(meantRows(HOTELS, 'hotel').unsaid).toEqual([]);
});

test('what the page calls its whole list tells no row from another', () => {
  const rows = ['Hotel Aurora · Room only', 'Seaview · Breakfast included'];
  expect(meantRows(rows, 'hotel with breakfast').rows).toEqual([]);
  expect(meantRows(rows, 'hotel with breakfast', 'Staywell – hotels').rows).toEqual([1]);
});

test.each([
  ['full-time job in Turin that can be done remotely', [2]],
  ['part-time job', [1]],
  ['job in Geneva', [1]],
])('%s', (description, rows) => {
  const jobs = [
    'Cook Turin · Full-time · €41,000',
    'Tutor Geneva · Part-time · Remote · €30,000',
    'Editor Turin · Full-time · Remote · €39,000',
  ];
  expect(meantRows(jobs, description).rows).toEqual(rows);
});

test('limits count as conditions', () => {
  const machines = ['Delvi Pro 9Espresso machine · ★ 3.9 £80', 'Delvi Lux Espresso machine · ★ 4.4 £120'];
  expect(meantRows(machines, 'Delvi espresso machine that is rated 4 stars or better').rows).toEqual([1]);
});
