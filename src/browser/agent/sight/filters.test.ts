import { expect, test } from 'vitest';
import { isOfRecord, withoutFilters } from './filters.ts';
import { pageOf } from './page-model.fixture.ts';

const list = (name: string, labels: string[]) => ({
  tag: 'select',
  name,
  options: labels.map((label) => ({ label, value: label, isSelected: false })),
});

test('a list that picks out rows is no field of one of them', () => {
  const rows = ['Open', 'Closed', 'Open'].map((text) => ({ tag: 'td', text }));
  const page = pageOf([
    list('Status', ['All', 'Open', 'Closed']),
    ...rows,
    list('State', ['Open', 'Closed']),
  ]);
  const left = withoutFilters(page).elements.filter(({ tag }) => tag === 'select');
  expect(left.map(({ name }) => name)).toEqual(['State']);
});

test('a choice of everything in a form is a value', () => {
  const page = pageOf([list('Seat', ['Any', 'Aisle', 'Window'])]);
  expect(withoutFilters(page).elements).toHaveLength(1);
});

test('tasks that change something', () => {
  expect(isOfRecord('Please set the status of "VPN slow" to Closed')).toBe(true);
  expect(isOfRecord('Set the filter to Closed')).toBe(false);
  expect(isOfRecord('Show the closed tickets')).toBe(false);
});
