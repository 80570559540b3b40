import { expect, test } from 'vitest';
import { hexOf } from './colours.ts';

test('a colour is known by its name, its number and its parts', () => {
  expect(hexOf('Red')).toBe('#ff0000');
  expect(hexOf('#0f0')).toBe('#00ff00');
  expect(hexOf('#12AB34')).toBe('#12ab34');
  expect(hexOf('rgb(0, 128, 255)')).toBe('#0080ff');
  expect(hexOf('Lisbon')).toBeNull();
});
