import { expect, test } from 'vitest';
import { kinship } from './thesaurus.ts';

test('words of one meaning are nearer than those of another', () => {
  expect(kinship('huge', 'big')).toBeGreaterThan(kinship('quick', 'big'));
  expect(kinship('quickly', 'quick')).toBeGreaterThan(0);
  expect(kinship('candle', 'river')).toBe(0);
});
