import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { button, pageOf } from './page-model.fixture.ts';
import { closedPlace, countedName, headerOf, nthTab } from './panels.ts';

const header = (name: string) => ({ depth: 2, text: name, isClickable: true, signature: 'DIV.t<DIV.' });
const tabs = pageOf([
  {},
  header('One'),
  header('Two'),
  { ...header('Three'), signature: 'DIV.t.on<DIV.' },
  {},
  { depth: 2, isVisible: false },
  button('Help', { depth: 3, isVisible: false }),
  { depth: 2, isVisible: false },
  button('Help', { depth: 3, isVisible: false }),
  { depth: 2 },
  button('Help', { depth: 3 }),
]);
const sections = pageOf([
  { text: 'Returns', isClickable: true },
  { isVisible: false },
  button('Help', { depth: 2, isVisible: false }),
  { text: 'Warranty', isClickable: true },
  { isVisible: false },
  button('Help', { depth: 2, isVisible: false }),
]);

test.each([
  ['as many headers as parts: the one of its number', tabs, 9, 'Two'],
  ['the one right before it', sections, 3, 'Returns'],
  ['the one right before the last', sections, 6, 'Warranty'],
])('a hidden part is shown by its header: %s', (_name, page, node, name) => {
  const hidden = page.elements.find((element) => element.node === node);
  expect(hidden && headerOf(page, hidden)?.name).toBe(name);
});

test('what stands under a closed part is looked for there', () => {
  expect(closedPlace(tabs, readTarget('Help under Two', []))?.name).toBe('Two');
  expect(closedPlace(sections, readTarget('Help under Warranty', []))?.name).toBe('Warranty');
  expect(closedPlace(tabs, readTarget('Help', []))).toBeNull();
});

test('tabs are counted where they have no numbers in their names', () => {
  expect(nthTab(tabs, countedName(tabs, readTarget('tab 2', [])))?.name).toBe('Two');
  expect(nthTab(tabs, readTarget('the last tab', []))?.name).toBe('Three');
  const named = pageOf([{ text: 'Tab 2', role: 'tab' }]);
  expect(countedName(named, readTarget('Tab 2', [])).ordinal).toBeNull();
});
