import { expect, test } from 'vitest';
import { button, field, pageOf } from '../observation/page-model.fixture.ts';
import type { Scene } from '../observation/scene.ts';
import { findOnPage, renderPage } from './page-view.ts';

function sceneOf(...given: Parameters<typeof pageOf>[0]): Scene {
  const nothing = { text: '', live: async () => null, frameOf: () => null };
  return { ...nothing, model: pageOf(given) } as unknown as Scene;
}

function linesOf(...given: Parameters<typeof pageOf>[0]): string[] {
  return renderPage(sceneOf(...given))
    .split('\n')
    .slice(3);
}

test('what can be acted on has its number and its state', () => {
  const options = ['red', 'blue'].map((label) => ({ label, value: label, isSelected: label === 'blue' }));
  expect(
    linesOf(
      { tag: 'h1', role: 'heading', text: 'Order' },
      field('Name', { isRequired: true, placeholder: 'you' }),
      { tag: 'select', role: 'combobox', name: 'Colour', isClickable: true, options },
      { tag: 'input', type: 'checkbox', role: 'checkbox', name: 'Gift', isClickable: true, isChecked: true },
      button('Send', { isDisabled: true }),
      { tag: 'a', role: 'link', text: 'Help', isClickable: true, isDraggable: true, href: '/help' },
    ),
  ).toEqual([
    '# Order',
    '[2] textbox "Name" placeholder="you" required',
    '[3] combobox "Colour" options=(red | *blue)',
    '[4] checkbox "Gift" checked',
    '[5] button "Send" disabled',
    '[6] link "Help" -> /help',
  ]);
});

test('what was typed into a field for secrets is not shown', () => {
  const lines = linesOf(
    field('Password', { type: 'password', value: 'hunter2' }),
    field('Code', { autocomplete: 'one-time-code', value: '123456' }),
    field('Town', { value: 'Pell' }),
  ).join('\n');
  expect(lines).not.toMatch(/hunter2|123456/);
  expect(lines).toContain('value="Pell"');
});

test('words are said once, but a thing to click inside another has its own line', () => {
  expect(
    linesOf(
      { isClickable: true, name: 'Esther hello ☆' },
      { depth: 2, text: 'Esther' },
      { depth: 2, text: '☆', isClickable: true, hints: 'star' },
      { tag: 'a', role: 'link', name: 'More', isClickable: true },
      { depth: 2, tag: 'span', text: 'More', isClickable: true },
    ),
  ).toEqual(['[1] clickable "Esther hello ☆"', '[3] clickable "☆" hint="star"', '[4] link "More"']);
});

test('a row of a table is one line', () => {
  expect(
    linesOf(
      { tag: 'tr', role: 'row' },
      { depth: 2, tag: 'td', role: 'cell', text: 'Price' },
      { depth: 2, tag: 'td', role: 'cell', text: '58 USD' },
      { text: 'Short' },
      { text: 'A text that is long enough to be there for reading only' },
    ),
  ).toEqual([
    'Price | 58 USD',
    '[4] text "Short"',
    'A text that is long enough to be there for reading only',
  ]);
});

test('a long page is cut around what is visible, says so, and can be searched', () => {
  const many = Array.from({ length: 2_000 }, (_, index) =>
    button(`Button number ${index}`, { box: { x: 0, y: 30 * (index - 1_000), width: 10, height: 10 } }),
  );
  const scene = sceneOf(...many);
  expect(renderPage(scene).length).toBeLessThan(16_000);
  expect(renderPage(scene)).toMatch(/\(\d+ more lines: `scroll`/);
  expect(renderPage(scene)).toContain('Button number 1005"');
  expect(renderPage(scene)).not.toContain('Button number 3"');
  expect(findOnPage(scene, 'NUMBER 1999')).toBe('[2000] button "Button number 1999"');
  expect(findOnPage(scene, 'nowhere')).toContain('Nothing');
});
