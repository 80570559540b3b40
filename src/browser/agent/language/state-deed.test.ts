import { expect, test } from 'vitest';
import { inState } from '../hands/deed-on-some.ts';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { readStateDeed } from './state-deed.ts';

test.each([
  ['Star all unread emails.', { deed: 'star', state: 'unread' }],
  ['Please delete every completed task', { deed: 'delete', state: 'completed' }],
  ['Delete all emails from Ann.', null],
  ['Read all new messages aloud', null],
])('%s', (task, wish) => expect(readStateDeed(task)).toEqual(wish));

test('entries are told by the state that their words or their markup tell', () => {
  const rows = ['unread', 'read', 'unread'].flatMap((state, at) => [
    { hints: `row ${state}` },
    { depth: 2, text: `Mail ${at}` },
    button('Delete', { depth: 2 }),
  ]);
  const found = (state: string) =>
    inState(pageOf(rows), { deed: 'delete', state }).map(({ control }) => control.node);
  expect(found('unread')).toEqual([3, 9]);
  expect(found('read')).toEqual([6]);
  expect(found('late')).toEqual([]);
});
