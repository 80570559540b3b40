import { expect, test } from 'vitest';
import { isPrivate, withoutPrivacy } from './private.ts';

test('a message to one person is told from a reply that everybody reads', () => {
  expect(isPrivate('Send Ann a private message: "Hello"')).toBe(true);
  expect(isPrivate('Message Ann privately "Hello"')).toBe(true);
  expect(isPrivate('Reply to Ann "a private message"')).toBe(false);
  expect(withoutPrivacy('Message Ann privately "Hello"')).toBe('Message Ann "Hello"');
});
