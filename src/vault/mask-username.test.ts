import { expect, test } from 'vitest';
import { maskUsername } from './mask-username.ts';

test.each([
  ['alice@example.com', 'a***@e***'],
  ['alice', 'a***'],
  ['a', 'a***'],
  ['@example.com', '***@e***'],
  ['alice@', 'a***@***'],
  ['a@b@corp.example', 'a***@c***'],
  ['😀smile@ünder.example', '😀***@ü***'],
])('%j is shown as %s', (username, masked) => {
  expect(maskUsername(username)).toBe(masked);
});
