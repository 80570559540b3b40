import { expect, test } from 'vitest';
import { offeredIn } from './offered.ts';
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

test('where labels and what belongs to them stand in one row, a label owns what comes before the next one', () => {
  const page = pageOf([
    { tag: 'b', text: 'Food' },
    { tag: 'p' },
    button('★', { depth: 2, hints: 'one' }),
    { tag: 'b', text: 'Service' },
    { tag: 'p' },
    button('★', { depth: 2, hints: 'two' }),
  ]);
  const isButton = ({ role }: { role: string }) => role === 'button';
  expect(inRowOf(page, 'Food', isButton).map(({ hints }) => hints)).toEqual(['one']);
  expect(inRowOf(page, 'Service', isButton).map(({ hints }) => hints)).toEqual(['two']);
});

test('what can be chosen several of are options, boxes, or like things that answer a press', () => {
  const chip = (text: string) => ({ tag: 'span', text, isHeard: true, signature: 'SPAN.chip' });
  expect(
    offeredIn(pageOf([{ tag: 'h4', text: 'Languages' }, ...['Czech', 'Dutch', 'Irish'].map(chip)])),
  ).toEqual(['Czech', 'Dutch', 'Irish']);
  const box = (name: string) => ({ tag: 'input', role: 'checkbox', name });
  expect(offeredIn(pageOf([box('Milk'), box('Sugar'), chip('A'), chip('B'), chip('C')]))).toEqual([
    'Milk',
    'Sugar',
  ]);
});
