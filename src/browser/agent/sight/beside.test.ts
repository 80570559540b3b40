import { expect, test } from 'vitest';
import { controlBeside, meantBy } from './beside.ts';
import { oddOne } from './odd-one.ts';
import { pageOf } from './page-model.fixture.ts';

const box = (more: object) => ({ tag: 'i', isClickable: true, isHeard: true, depth: 2, ...more });

test('a text that hears nothing stands for the sign beside it that does', () => {
  const page = pageOf([
    { tag: 'div' },
    box({ hints: 'first' }),
    { tag: 'span', text: 'rice', depth: 2 },
    { tag: 'div' },
    box({ hints: 'second' }),
    { tag: 'span', text: 'corn', depth: 2 },
  ]);
  const [, , rice, , , corn] = page.elements;
  expect([rice, corn].map((text) => text && controlBeside(page, text)?.hints)).toEqual(['first', 'second']);
});

test('of like things the one is meant whose row has the words that tell it', () => {
  const page = pageOf(
    ['Oslo 20', 'Riga 31'].flatMap((text) => [
      { tag: 'tr' },
      { tag: 'td', role: 'cell', text, depth: 2 },
      box({ role: 'checkbox', hints: text }),
    ]),
  );
  const boxes = page.elements.filter(({ role }) => role === 'checkbox');
  expect(meantBy(page, boxes, 'guest who lives in Riga')?.hints).toBe('Riga 31');
  expect(meantBy(page, boxes, 'guest who lives in Rome')).toBeNull();
});

test('the odd one differs from all others in one trait', () => {
  const shape = (colour: string) => ({
    tag: 'circle',
    shape: 'circle',
    colour,
    depth: 2,
    signature: 'circle<svg',
  });
  const page = pageOf([{ tag: 'svg' }, shape('red'), shape('blue'), shape('red')]);
  expect(oddOne(page)?.colour).toBe('blue');
  expect(oddOne(pageOf([{ tag: 'svg' }, shape('red'), shape('red'), shape('red')]))).toBeNull();
});
