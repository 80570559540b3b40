import { expect, test } from 'vitest';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { choiceOf } from './choose-variants.ts';

const option = (label: string) => ({ label, value: label, isSelected: false });

test.each([
  ['M', 'M'],
  ['m', 'Size M'],
  ['M', 'M (sold out)'],
  ['navy', 'Navy – 3 left'],
])('"%s" is what is called "%s"', (value, label) => {
  expect(choiceOf(pageOf([button('XL'), button(label)]), value)?.label).toBe(label);
});

test('a list offers it as well as a button, and a patch goes by its colour', () => {
  const list = { tag: 'select', role: 'combobox', name: 'Size', options: ['S', 'M'].map(option) };
  expect(choiceOf(pageOf([list]), 'M')?.element.name).toBe('Size');
  expect(choiceOf(pageOf([button('', { colour: 'blue' })]), 'blue')?.element.colour).toBe('blue');
});

test('what only begins so, or leads elsewhere, is another thing', () => {
  const link = { ...button('M'), role: 'link', href: '/m' };
  expect(choiceOf(pageOf([button('Menu'), button('M-Line coat'), link]), 'M')).toBeNull();
});
