import { expect, test } from 'vitest';
import { type Draft, requestOf } from './draft.ts';

test.each([
  ['shop.example/a', 'https://shop.example/a'],
  ['shop.example:8443', 'https://shop.example:8443'],
  ['localhost:3000/a', 'http://localhost:3000/a'],
  ['shop.localhost', 'http://shop.localhost'],
  ['127.0.0.1?a=b', 'http://127.0.0.1?a=b'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['https://localhost', 'https://localhost'],
  ['HTTP://shop.example', 'HTTP://shop.example'],
  ['localhost.example', 'https://localhost.example'],
])('the address %s means %s', (url, expected) => {
  const draft = { task: '', url, schema: '', routing: 'smart', ceiling: '' } as Draft;
  expect(requestOf(draft).url).toBe(expected);
});
