import { expect, test } from 'vitest';
import { type Deed, lineOf } from './stagehand-script.ts';

const url = 'https://shop.example/contact';
const field = { role: 'textbox', name: 'Name', selector: '#name', url };
const nowhere = { role: null, name: null, selector: null, url };

test.each<[Partial<Deed>, object]>([
  [
    { method: 'type', value: 'Kim' },
    { action: 'fill', value: 'Kim' },
  ],
  [
    { method: 'click', value: 'left' },
    { action: 'click', value: null },
  ],
  [{ method: 'doubleClick' }, { action: 'click', value: '2' }],
  [
    { method: 'press', value: 'Ctrl+A' },
    { action: 'press', value: 'Control+A' },
  ],
  [
    { method: 'selectOptionFromDropdown', value: 'Large' },
    { action: 'select', value: 'Large' },
  ],
])('%o is written down as it was done', (deed, line) => {
  expect(lineOf({ method: '', value: null, ...field, ...deed })).toEqual({ ...field, ...line });
});

test('addresses and scrolling are of the page as a whole', () => {
  expect(lineOf({ method: 'goto', value: null, ...nowhere })).toEqual({
    action: 'goto',
    value: null,
    ...nowhere,
  });
  expect(lineOf({ method: 'scrollPage', value: 'down', ...nowhere })).toMatchObject({
    action: 'scroll',
    value: 'down',
  });
});

test('what our own browser would not find again, or not know how to do, has no line', () => {
  expect(lineOf({ method: 'click', value: null, ...nowhere })).toBeNull();
  expect(lineOf({ method: 'dragAndDrop', value: null, ...field })).toBeNull();
});
