import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

function statesOf(entries: string[]) {
  const ring = new Ring();
  return entries.map((entry) => ring.add(entry));
}

test('equal actions: a hint at three, a warning at five, the end at eight', () => {
  expect(statesOf(Array(8).fill('a'))).toEqual([
    'fresh',
    'fresh',
    'hint',
    'hint',
    'warning',
    'warning',
    'warning',
    'stuck',
  ]);
});

test('two actions in turn are a repetition, too', () => {
  const states = statesOf(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? 'a' : 'b')));
  expect([states[2], states[3], states[5], states[8]]).toEqual(['fresh', 'hint', 'warning', 'stuck']);
});

test('other actions in between do not hide a repetition, and new ones are none', () => {
  expect(statesOf(['a', 'x', 'a', 'y', 'z', 'a']).at(-1)).toBe('hint');
  expect(new Set(statesOf(Array.from({ length: 50 }, (_, index) => String(index))))).toEqual(
    new Set(['fresh']),
  );
});
