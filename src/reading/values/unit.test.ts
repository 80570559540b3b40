import { expect, test } from 'vitest';
import { inUnitOf } from './unit.ts';

test.each([
  ['5,1 kg', 'weight_grams', 'nl', 5_100],
  ['254 g', 'weight_kg', 'en', 0.254],
  ['1,120 sq ft', 'area_sqft', 'en', 1_120],
  ['38.5㎡', 'area_sqm', 'ja', 38.5],
  ['6 feet', 'height_cm', 'en', 182.88],
  ['2 TB', 'storageGb', 'en', 2_000],
  ['2 years', 'weight_grams', 'en', undefined],
  ['254 g', 'weight', 'en', undefined],
])('%j for the key %s is %s', (text, key, language, value) => {
  expect(inUnitOf(text, key, language)).toBe(value);
});
