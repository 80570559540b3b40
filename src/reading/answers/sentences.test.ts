import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

test.each([
  ['Thank you! Receipt no. SR12345 was sent.', ['Thank you!', 'Receipt no. SR12345 was sent.']],
  ['The answer is no. Dogs stay outside.', ['The answer is no.', 'Dogs stay outside.']],
  ['Your ref. 4711 is open. Call us.', ['Your ref. 4711 is open.', 'Call us.']],
])('%s', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});
