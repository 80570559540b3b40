import { expect, test } from 'vitest';
import { isOfTerms } from './terms.ts';

test.each([
  ['I agree to the terms', true],
  ['You may answer me by e-mail', true],
  ['I consent to the processing of my personal data', true],
  ['Send me the newsletter', false],
  ['You may send me offers of your partners', false],
  ['Gift wrapping', false],
])('"%s" is meant by sending the form: %s', (label, expected) => {
  expect(isOfTerms(label)).toBe(expected);
});
