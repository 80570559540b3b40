import { expect, test } from 'vitest';
import { readItemDeed } from '../language/item-deed.ts';
import { deedControls, isAbsent, itemNamed, ofItem, tellingPart } from './item-control.ts';
import { button, pageOf } from './page-model.fixture.ts';

const row = (title: string, ...controls: string[]) => [
  { tag: 'li', depth: 1 },
  { tag: 'span', text: title, depth: 2 },
  ...controls.map((name) => button(name, { depth: 2 })),
];
const page = pageOf([
  ...row('Milk', 'Done', 'Add to favourites', 'Remove from favourites', 'Delete'),
  ...row('Oat milk', 'Done', 'Add to favourites', 'Remove from favourites', 'Delete'),
  ...row('Call the plumber', 'Done', 'Add to favourites', 'Remove from favourites', 'Delete'),
]);

test.each([
  ['Delete Milk', 'milk', 'Delete', 0],
  ['Delete "Oat milk"', 'Oat milk', 'Delete', 1],
  ['Remove Call the plumber from the list', 'call the plumber', 'Delete', 2],
  ['Mark call the plumber as done', 'call the plumber', 'Done', 2],
  ['Add "Milk" to favourites', 'Milk', 'Add to favourites', 0],
])('%s', (task, label, control, at) => {
  const wish = readItemDeed(task);
  expect(wish && itemNamed(page, wish)).toBe(label);
  const controls = deedControls(page, wish?.deed ?? '');
  expect(controls.map(({ name }) => name)).toEqual([control, control, control]);
  expect(ofItem(page, controls, label)).toBe(controls[at]);
});

test.each(['Delete "Bread"', 'Delete bread', 'Delete Milk and call the plumber'])(
  '%s: no one entry',
  (task) => {
    const wish = readItemDeed(task);
    expect(wish && itemNamed(page, wish)).toBeNull();
  },
);

test.each([
  ['Delete "Bread"', true],
  ['Delete the Oat bread', true],
  ['Delete the task Call the plumber', false],
  ['Delete the milk with oat', false],
])('%s: whether the page lacks it', (task, isMissing) => {
  const wish = readItemDeed(task);
  expect(wish && isAbsent(page, wish)).toBe(isMissing);
});

test.each([
  ['Delete the account with the email ann@b.net', 'ann@b.net'],
  ['Delete the user Ann Lee from the list', 'Ann Lee'],
  ['Delete the task "Buy milk"', 'Buy milk'],
])('%s: what it is looked up by', (task, part) => {
  const wish = readItemDeed(task);
  expect(wish && tellingPart(wish)).toBe(part);
});

test('the head of a column names no entry', () => {
  const heads = pageOf([{ tag: 'th', role: 'columnheader', text: 'Email' }]);
  const wish = readItemDeed('Delete the account with the email ann@b.net');
  expect(wish && itemNamed(heads, wish)).toBeNull();
});

test('what somebody is said to be is no name, however often the rows say it', () => {
  const people = (name: string) => [
    { tag: 'tr', role: 'row', depth: 1 },
    { tag: 'td', text: name, depth: 2 },
    { tag: 'td', text: 'Member', depth: 2 },
  ];
  const wish = readItemDeed('Deactivate the member Ruth Amsel.');
  const [here, elsewhere] = [
    pageOf([...people('Aino Salo'), ...people('Ruth Amsel')]),
    pageOf([...people('Aino Salo'), ...people('Bram Visser')]),
  ];
  expect(wish && itemNamed(here, wish)).toBe('ruth amsel');
  expect(wish && itemNamed(elsewhere, wish)).toBeNull();
  expect(wish && isAbsent(elsewhere, wish)).toBe(true);
});
