import { expect, test } from 'vitest';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { replyOf } from './reply-in-row.ts';

const comment = (who: string, text: string) => [
  { tag: 'li', depth: 1 },
  { tag: 'b', text: who, depth: 2 },
  { tag: 'p', text, depth: 2 },
  button('Reply', { depth: 2 }),
];
const page = pageOf([
  ...comment('Ann', 'What a day!'),
  ...comment('Bob', 'Ann is right.'),
  ...comment('Cleo', 'Which bikes?'),
]);

test.each([
  ['"Well said, Cleo" to Bob\'s comment', 1],
  ['to Ann with "Thanks"', 0],
  ['"Thanks" to Dora\'s comment', null],
])('reply %s', (phrase, at) => {
  const replies = page.elements.filter(({ name }) => name === 'Reply');
  expect(replyOf(page, phrase)).toBe(at === null ? null : replies[at]);
});
