import { expect, test } from 'vitest';
import { parseModelJson } from './model-json.ts';

test.each([
  ['bare', '{"a": 1}'],
  ['fenced', 'Here you are:\n```json\n{"a": 1}\n```\nAnything else?'],
  ['behind thoughts', '<think>maybe {"a": 2}?</think>{"a": 1}'],
  ['among words', 'The answer is {"a": 1}. I hope {this} helps.'],
  ['with single quotes', "{'a': 1}"],
  ['with a trailing comma', '{"a": 1,}'],
  ['cut off', '{"a": 1'],
  ['with comments', '{"a": 1 // one\n}'],
])('finds the object %s', (_, text) => {
  expect(parseModelJson(text)).toEqual({ a: 1 });
});

test('a bracket inside a text does not end the value', () => {
  expect(parseModelJson('Sure: {"a": "} ] \\" {"} ok')).toEqual({ a: '} ] " {' });
});

test('lists are values too', () => {
  expect(parseModelJson('[1, 2]')).toEqual([1, 2]);
});

test.each(['', 'no JSON here', '42', '"text"', '<html>'])('there is nothing in %j', (text) => {
  expect(parseModelJson(text)).toBeUndefined();
});
