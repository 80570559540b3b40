import { expect, test } from 'vitest';
import { modelLimitMs } from './assess.ts';

test.each([
  ['an uncapped run', Number.POSITIVE_INFINITY, 40_000],
  ['time that is nearly over', 12_345.6, 12_346],
  ['time that is over', -3_000, 5_000],
])('the model that judges is waited for as long as the run has time: %s', (_, leftMs, limitMs) => {
  expect(modelLimitMs(leftMs)).toBe(limitMs);
});
