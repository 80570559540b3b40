import { expect, test } from 'vitest';
import { isOfOtherRow } from './other-row.ts';
import { button, pageOf } from './page-model.fixture.ts';

const page = pageOf([
  { tag: 'h1', text: 'The Hours in Rome and elsewhere', depth: 1 },
  { tag: 'div', depth: 1 },
  ...['Riga', 'Oslo', 'Madrid'].flatMap((town) => [
    { tag: 'div', depth: 2 },
    { tag: 'b', text: town, depth: 3 },
    ...(town === 'Oslo' ? [{ tag: 'span', text: 'SOLD OUT', depth: 3 }] : [button('Tickets', { depth: 3 })]),
  ]),
]);
const [riga] = page.elements.filter(({ name }) => name === 'Tickets');

test.each([
  [['The Hours', 'Riga'], false],
  [['The Hours', 'Oslo'], true],
  [['Rome'], false],
  [[], false],
])('tickets for %s: another row than that of Riga: %s', (names, isOther) => {
  expect(riga && isOfOtherRow(page, riga, names)).toBe(isOther);
});
