import { expect, test } from 'vitest';
import { isCountingDown } from './await-countdown.ts';

test.each([
  ['Your download links will be ready in 6 seconds…', true],
  ['Please wait 10 s', true],
  ['Continue (5s)', true],
  ['12 seconds left', true],
  ['Choose a mirror:', false],
  ['The film lasts 90 minutes.', false],
])('%s: %s', (text, isSo) => {
  expect(isCountingDown(text)).toBe(isSo);
});
