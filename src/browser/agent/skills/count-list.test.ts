import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { countListed } from './count-list.ts';

test.each([
  ['How many items are on the shopping list?', '3'],
  ['How many items are already crossed off?', '1'],
  ['How many items still have to be bought?', '2'],
  ['How many people live in Oslo?', null],
])('%s %s', (question, answer) => {
  const page = pageOf([
    { tag: 'ul', role: 'list' },
    ...['rice', 'milk ✓', 'tea'].map((text) => ({ tag: 'li', role: 'listitem', text, depth: 2 })),
  ]);
  expect(countListed(page, question)).toBe(answer);
});
