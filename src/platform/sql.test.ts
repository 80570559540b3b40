import { expect, test } from 'vitest';
import { json } from './sql.ts';

test.each([
  ['NUL', 'a\u0000b', 'a\ufffdb'],
  ['half a pair', '\ud83d and \udc00', '\ufffd and \ufffd'],
  ['a whole pair', '🎈', '🎈'],
  ['the letters of an escape', 'C:\\u0000\\ud800', 'C:\\u0000\\ud800'],
  ['other control characters', '\u0001\n\t"\\', '\u0001\n\t"\\'],
  ['keys', { 'a\u0000': ['\udfff'] }, { 'a\ufffd': ['\ufffd'] }],
  ['nothing', undefined, null],
])('a jsonb value with %s is one that PostgreSQL takes', (_name, value, stored) => {
  expect(JSON.parse(json(value))).toEqual(stored);
});
