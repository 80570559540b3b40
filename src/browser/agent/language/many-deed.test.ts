import { expect, test } from 'vitest';
import { readManyDeed } from './many-deed.ts';

test.each([
  [
    'Move all the emails from Ann Lee into the Travel folder',
    { deed: 'move', of: 'Ann Lee', value: 'the Travel folder' },
  ],
  ['Archive all mails from Bob in my inbox', { deed: 'archive', of: 'Bob', kind: ['mails'] }],
  ['Archive every ticket assigned to Bob', { deed: 'archive', of: 'Bob', kind: ['ticket'] }],
  ['Delete "Buy milk" and "Buy bread"', { deed: 'delete', names: ['Buy milk', 'Buy bread'] }],
  ["Suspend all editors who haven't been seen for more than 90 days", { deed: 'suspend', kind: ['editors'] }],
  [
    'Delete all messages older than 30 days',
    { deed: 'delete', restrictions: [expect.objectContaining({ unit: 'days' })] },
  ],
])('%s', (task, wish) => {
  expect(readManyDeed(task)).toMatchObject(wish);
});

test.each(['Delete "Buy milk"', 'Delete all tasks', 'Open all the emails', 'Delete "A" and star "B"'])(
  '%s tells no several entries of one deed',
  (task) => {
    expect(readManyDeed(task)).toBeNull();
  },
);
