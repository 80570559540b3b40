import { expect, test } from 'vitest';
import { scriptLines } from './stagehand-script.ts';

const PAGE = 'https://shop.example/contact';
const performed = (method: string, ...given: string[]) => ({
  selector: 'xpath=/html/body/form/input[1]',
  description: 'the Name field',
  method,
  arguments: given,
});
const nothing = { role: null, name: null, selector: null, value: null };

test('what the agent did on the page is written down as it was done', () => {
  const place = { selector: 'xpath=/html/body/form/input[1]', name: 'the Name field' };
  const typed = { success: true, playwrightArguments: performed('type', 'Kim') };
  const lineOfIt = { ...nothing, ...place, action: 'fill', value: 'Kim', url: PAGE };
  expect(scriptLines('act', { action: 'type Kim' }, typed, PAGE)).toEqual([lineOfIt]);
  expect(scriptLines('act', {}, { output: typed }, PAGE)).toEqual([lineOfIt]);
  const form = {
    playwrightArguments: [performed('fill', 'Kim'), performed('click', 'left'), performed('hover')],
  };
  expect(scriptLines('fillForm', {}, form, PAGE).map(({ action, value }) => [action, value])).toEqual([
    ['fill', 'Kim'],
    ['click', null],
    ['hover', null],
  ]);
});

test('addresses, keys and scrolling too', () => {
  expect(scriptLines('goto', { url: 'https://shop.example/' }, {}, PAGE)).toEqual([
    { ...nothing, action: 'goto', url: 'https://shop.example/' },
  ]);
  expect(scriptLines('navback', {}, {}, PAGE)).toEqual([{ ...nothing, action: 'goto', url: PAGE }]);
  expect(scriptLines('keys', { method: 'press', value: 'Enter' }, {}, PAGE)).toMatchObject([
    { action: 'press', value: 'Enter' },
  ]);
  expect(scriptLines('scroll', { direction: 'down' }, {}, PAGE)).toMatchObject([
    { action: 'scroll', value: 'bottom' },
  ]);
});

test.each([
  ['ariaTree', {}, { content: 'a tree' }],
  ['act', { action: 'look' }, { success: true, action: 'look' }],
  ['act', {}, { playwrightArguments: performed('levitate') }],
  ['extract', {}, null],
  ['think', {}, 'a thought'],
])('%s with nothing to repeat leaves no line', (tool, input, output) => {
  expect(scriptLines(tool, input, output, PAGE)).toEqual([]);
});
