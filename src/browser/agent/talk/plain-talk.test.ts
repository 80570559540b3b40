import { expect, test } from 'vitest';
import { plainTalk } from './plain-talk.ts';

test.each([
  ['at half past three', 'at 3:30'],
  ['at half past six in the evening', 'at 18:30'],
  ['a quarter to seven in the morning', '06:45'],
  ['ten past seven', '7:10'],
  ["at nine o'clock in the morning", 'at 09:00'],
  ['dinner at seven pm', 'dinner at 19:00'],
  ['am Dienstag um halb zehn', 'am Dienstag um 9:30'],
  ['um Viertel nach zwei', 'um 2:15'],
  ['jeudi à 19 h 30', 'jeudi à 19:30'],
  ['twenty-five euros', '25 euros'],
  ['a hundred euros', '100 euros'],
  ['two adults and one child', '2 adults and 1 child'],
  ['tres adultos y dos niños', '3 adultos y 2 niños'],
  ['the second one', 'the second one'],
])('%s is written %s', (said, written) => {
  expect(plainTalk(said)).toBe(written);
});

test('a span of days names each of them', () => {
  expect(plainTalk('from Monday to Wednesday')).toBe('on Monday and Tuesday and Wednesday');
});

test('what is quoted stays as it is', () => {
  expect(plainTalk('write "half past three" at half past three')).toBe('write "half past three" at 3:30');
});
