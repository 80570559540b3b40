import { expect, test } from 'vitest';
import { controlBeside, meantBy } from './beside.ts';
import { cellAt } from './grid-cell.ts';
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

test('a cell goes by its row and column', () => {
  const cell = (at: number) => ({
    tag: 'td',
    hints: `cell ${at}`,
    depth: 2,
    signature: 'TD<TR',
    box: { x: 30 * (at % 3), y: 30 * Math.floor(at / 3), width: 28, height: 28 },
  });
  const page = pageOf([{ tag: 'div' }, ...Array.from({ length: 6 }, (_, at) => cell(at))]);
  expect(cellAt(page, { row: 2, column: 1 })?.hints).toBe('cell 3');
  expect(cellAt(page, { row: -1, column: -1 })?.hints).toBe('cell 5');
  expect(cellAt(page, { row: 4, column: 1 })).toBeNull();
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
