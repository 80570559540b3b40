import { expect, test } from 'vitest';
import { isDayOf, isNamedBy, tellingNames } from './telling-names.ts';

test.each([
  [
    'Find the shortest flight from Turin to Warsaw on 08/15/2027 and book it.',
    ['Turin', 'Warsaw', '08/15/2027'],
  ],
  ['Submit a meter reading of 48213 taken on 9 October 2026.', ['48213', '9 October 2026']],
  ['Book the cheapest ferry that leaves after 12:00.', []],
  ['Open the first flat under 1200.', []],
  ['Change my phone number to +49 170 5550 912.', []],
  ['Type the sum of 123 and 456.', []],
  ['Reply to Ann with "See you there".', ['See you there', 'Ann']],
  ['Look for drama films from 1986.', ['1986']],
  ['Open the menu and press Submit on Monday.', []],
  ['Type "abc" backwards.', []],
  ["Fill in the form:\nname: ann\nThen send it, and I'd like a copy.", []],
  ['I would like bass at 74. Apply it.', ['74']],
  ['Reserve with a pick-up at 04:10 PM.', ['04:10 PM']],
])('%s names what must be heeded', (task, names) => {
  expect(tellingNames(task)).toEqual(names);
});

test('a name is heeded in any order of its words, and a text whatever stands between them', () => {
  expect(isNamedBy('Nadia Jansen', 'Jansen, Nadia (2 messages)')).toBe(true);
  expect(isNamedBy('555 0134', 'Phone: 5550134')).toBe(true);
  expect(isNamedBy('04:10 PM', 'Pick-up 16:10')).toBe(true);
  expect(isNamedBy('04:10 PM', 'Pick-up time hh:mm')).toBe(false);
  expect(isNamedBy('74', 'Bass 40')).toBe(false);
  expect(isNamedBy('48213', 'Reading 48,213')).toBe(true);
  expect(isNamedBy('9 October 2026', 'Reading 2026-10-09')).toBe(true);
  expect(isNamedBy('25 December', 'closed from 24 to 26 December, 25')).toBe(false);
  expect(isDayOf('25 December', 'click 25')).toBe(true);
  expect(isNamedBy('Turin', 'one-way flight')).toBe(false);
});
