import { expect, test } from 'vitest';
import { readAddress } from './read-address.ts';

test.each([
  ['Deliver it to Ada Lind, 5 Mill Road, York, YO1 7HH. My email is a@b.org', '5 Mill Road|York|YO1 7HH|'],
  ['one mug for Per Dahl, Storgata 3, Oslo, 0155, Norway, email p@b.no', 'Storgata 3|Oslo|0155|Norway'],
  ['I live at Lindenweg 7, 10115 Berlin, Germany', 'Lindenweg 7|Berlin|10115|Germany'],
])('%j gives its parts', (text, parts) => {
  const { street, town, postcode, country } = readAddress(text) ?? {};
  expect([street, town, postcode, country].join('|')).toBe(parts);
});

test('a thing with a number in its name is no street', () => {
  expect(readAddress('Order the Fell 45 rucksack, please')).toBeNull();
  expect(readAddress('Compare Cairn 4, then buy it')).toBeNull();
});
