import { expect, test } from 'vitest';
import { button, field, pageOf } from './page-model.fixture.ts';
import { stepButton } from './stepper.ts';
import { controlOfThing, countsOn, isOfOtherField } from './thing-control.ts';

const row = (name: string, ...controls: Parameters<typeof pageOf>[0]) => [
  { tag: 'tr', depth: 1 },
  { tag: 'td', text: name, depth: 2 },
  ...controls.map((control) => ({ depth: 2, ...control })),
];

test('the control of a thing is that of its row, whatever its number in the sentence', () => {
  const page = pageOf([
    ...row('Candle', button('Add')),
    ...row('Candle holder', button('Add')),
    ...row('Mug', button('Add')),
  ]);
  const adders = page.elements.filter(({ name }) => name === 'Add');
  expect(controlOfThing(page, adders, 'candles')).toBe(adders[0]);
  expect(controlOfThing(page, adders, 'mug')).toBe(adders[2]);
  expect(controlOfThing(page, adders, 'lamp')).toBeNull();
});

test('a number between its buttons is a count, a price beside "Remove" is none', () => {
  const number = { tag: 'span', text: '2', signature: 'SPAN.count' };
  const price = { tag: 'td', text: '9', signature: 'TD.price' };
  const stepped = pageOf([
    ...row('Candle', button('-'), number, button('+')),
    ...row('Mug', button('-'), number, button('+')),
  ]);
  expect(countsOn(stepped)).toHaveLength(2);
  const priced = pageOf([...row('Candle', price, button('Remove Candle from cart')), ...row('Mug', price)]);
  expect(countsOn(priced)).toEqual([]);
  const [shown] = priced.elements.filter(({ text }) => text === '9');
  expect(shown && stepButton(priced, shown, false)).toBeNull();
});

test('a button behind a promo code does not keep the counts', () => {
  const page = pageOf([
    ...row('Candle', field('Quantity of Candle', { type: 'number', value: '2' })),
    ...row('Mug', field('Quantity of Mug', { type: 'number', value: '1' })),
    button('Update'),
    field('Promo code'),
    button('Apply'),
    button('Save'),
  ]);
  const isOther = (name: string) =>
    page.elements.filter((element) => element.name === name).map((element) => isOfOtherField(page, element));
  expect(isOther('Apply')).toEqual([true]);
  expect(isOther('Update')).toEqual([false]);
  expect(isOther('Save')).toEqual([false]);
});
