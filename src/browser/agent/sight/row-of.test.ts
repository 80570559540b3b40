import { expect, test } from 'vitest';
import { button, pageOf } from './page-model.fixture.ts';
import { inRowOf } from './row-of.ts';

test('what belongs to a named thing stands in its own row', () => {
  const page = pageOf([
    { tag: 'tr' },
    { tag: 'td', text: 'lamp', depth: 2 },
    { tag: 'td', depth: 2 },
    button('Remove', { depth: 3, hints: 'one' }),
    { tag: 'tr' },
    { tag: 'td', text: 'chair', depth: 2 },
    { tag: 'td', depth: 2 },
    button('Remove', { depth: 3, hints: 'two' }),
  ]);
  const found = inRowOf(page, 'chair', ({ role }) => role === 'button');
  expect(found.map(({ hints }) => hints)).toEqual(['two']);
  expect(inRowOf(page, 'sofa', ({ role }) => role === 'button')).toEqual([]);
});
