import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import type { PageModel } from '../sight/page-model.ts';
import { wordsBeside, wordsNear } from './trace.ts';

const page = pageOf([
  { tag: 'ul', signature: 'list' },
  { depth: 2, tag: 'li', text: 'Madrid, sold out', signature: 'row' },
  { depth: 3, role: 'button', text: 'Tickets', signature: 'button<row' },
  { depth: 2, tag: 'li', text: 'Vienna, 12 left', signature: 'row' },
  { depth: 3, role: 'button', text: 'Tickets', signature: 'button<row' },
  { role: 'button', text: 'Log out', group: 'Account', signature: 'button<body' },
]);

function element(model: PageModel, at: number) {
  const found = model.elements[at];
  if (!found) throw new Error(`the page has no element ${at}`);
  return found;
}

test('of several alike the row that one stands in tells which it was', () => {
  expect(wordsNear(page, element(page, 4))).toContain('Vienna');
  expect(wordsNear(page, element(page, 4))).not.toContain('Madrid');
});

test('what is the only one of its kind stands beside nothing but the name of its group', () => {
  expect(wordsNear(page, element(page, 5))).toBe('Account');
});

test('what was copied stands beside what it was copied from', () => {
  expect(wordsBeside(page, 'Vienna, 12 left')).toContain('Vienna');
  expect(wordsBeside(page, '')).toBe('');
});
