import { expect, test } from 'vitest';
import { optionFit } from './options.ts';

test.each([
  ['1.5×', '1.5x', true],
  ['1×', '1.5x', false],
  ['30 seconds', '30 s', true],
  ['15 seconds', '30 s', false],
  ['09:30 AM', '9:30', true],
  ['1,500 words', '1500 words', true],
  ['11–50', '11-50', true],
  ['10–50', '11-50', false],
  ['Blue', 'blue', true],
])('%s answers %s: %s', (label, value, isMeant) => {
  expect(optionFit(label, value) >= 0.5).toBe(isMeant);
});
