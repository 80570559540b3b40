import { expect, test } from 'vitest';
import { readInstruction } from './read-instruction.ts';
import { spoken } from './spoken.ts';

/** What is typed where, as the order was read. */
function typed(order: string): [string, string][] {
  return readInstruction(order).flatMap((intent) =>
    intent.kind === 'type'
      ? intent.entries.map(({ field, value }): [string, string] => [
          field,
          value.kind === 'literal' ? value.text : `(${value.kind})`,
        ])
      : [],
  );
}

test.each([
  ['Fill in the name with Bo Ek', ['name', 'Bo Ek']],
  ['Fill in your name with Bo Ek', ['name', 'Bo Ek']],
  ['Fill the full name field with Zoe Ray', ['full name', 'Zoe Ray']],
  ['Fill the city in with Turku', ['city', 'Turku']],
  ['Fill out the City with New York and press Save', ['City', 'New York']],
  ['Fill in the address with 1 Elm Road, York and press Save', ['address', '1 Elm Road, York']],
  ['Fill in E-mail: zoe@mail.example', ['E-mail', 'zoe@mail.example']],
  ['Fill in the message with "Hello, and goodbye"', ['message', 'Hello, and goodbye']],
  ['Fill in the total with the sum of the prices', ['total', '(lookup)']],
  ['Fill in Ann Lee as the name', ['name', 'Ann Lee']],
  ['Provide Bo Ek as the name', ['name', 'Bo Ek']],
  ['Please use Ann Lee as the name', ['name', 'Ann Lee']],
])('%s', (order, pair) => {
  expect(typed(order)).toEqual([pair]);
});

test('one field that is filled in says nothing of sending the form', () => {
  expect(readInstruction('Fill in the name with Bo Ek').map(({ kind }) => kind)).toEqual(['type']);
});

test.each([
  ['Fill the name with Ann Lee and the city with New York, then send it'],
  ['Fill in name: Ann Lee, city: New York, then send it'],
])('several fields are a form: %s', (order) => {
  expect(spoken(order)).toBe('Fill in the form with name: Ann Lee, city: New York, then send it');
});

test.each([
  'Fill in the form with name Ann Lee',
  'Fill in the contact form: name Ann Lee, city Oslo',
  'Fill in the blanks with the right words',
  'Fill in the fields with the following',
  'Fill the cart with two apples',
  'Use Google Maps for the route',
])('is no value for one field: %s', (order) => {
  expect(spoken(order)).toBe(order);
});

test.each([
  ['Type Ann Lee as your name', ['name', 'Ann Lee']],
  ['Enter Ann Marie Lee as your full name.', ['full name', 'Ann Marie Lee']],
  ['Put Ann Lee in the name field', ['name', 'Ann Lee']],
  ['Write Bo Ek into Name', ['Name', 'Bo Ek']],
  ['Enter Bo Ek for the name', ['name', 'Bo Ek']],
  ['Enter City Oslo', ['City', 'Oslo']],
  ['Enter the username Kim', ['username', 'Kim']],
])('a name of two words is one value: %s', (order, pair) => {
  expect(typed(order)).toEqual([pair]);
});

test('what was copied is not what another name asks for', () => {
  expect(
    typed('Copy the reference number into the Reference field, enter the amount and click Pay.'),
  ).toEqual([
    ['Reference', '(remembered)'],
    ['', '(lookup)'],
  ]);
  expect(typed('Copy the reference number, then type the number into the Code field.')).toEqual([
    ['Code', '(remembered)'],
  ]);
});
