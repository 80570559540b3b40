import { expect, test } from 'vitest';
import { readKey } from './idempotency.ts';

test('a key in the header is the same key as in the body, in every script', () => {
  const inHeader = Buffer.from('ключ-1', 'utf8').toString('latin1');
  expect(readKey([inHeader], {})).toBe('ключ-1');
  expect(readKey([inHeader], { idempotency_key: 'ключ-1' })).toBe('ключ-1');
  expect(readKey(['caf\u00e9'], {})).toBe('caf\u00e9');
  expect(() => readKey(['one'], { idempotency_key: 'other' })).toThrow('differ');
});

test('one key sent several times is one key, and two keys are refused', () => {
  expect(readKey([], {})).toBeNull();
  expect(readKey(['one', 'one'], { idempotency_key: 'one' })).toBe('one');
  expect(() => readKey(['one', 'two'], {})).toThrow('differ');
});
