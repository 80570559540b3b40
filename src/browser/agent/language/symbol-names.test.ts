import { expect, test } from 'vitest';
import { isSignCalled } from './symbol-names.ts';

test.each([
  ['✈', 'airplane key', true],
  ['✂', 'the scissors', true],
  ['♪', 'musical note symbol', true],
  ['☾', 'crescent moon', true],
  ['♞', 'chess knight', true],
  ['☎', 'telephone', true],
  ['❤️', 'heart', true],
  ['★', 'heart', false],
  ['Anchor', 'anchor', false],
])('%s is called "%s": %s', (sign, phrase, isSo) => {
  expect(isSignCalled(sign, phrase)).toBe(isSo);
});
