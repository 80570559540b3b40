import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { dayCell } from './pick-day.ts';

test('the days before the first of a sheet are of the month before', () => {
  const page = pageOf(['29', '30', '1', '2', '29', '30', '1'].map((text) => ({ text })));
  expect(dayCell(page, 30)?.node).toBe(6);
  expect(dayCell(page, 2)?.node).toBe(4);
});
