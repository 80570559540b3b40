import { expect, test } from 'vitest';
import { isPath, pathOf } from './value-path.ts';

test.each([
  ['Asia / Japan / Osaka', ['Asia', 'Japan', 'Osaka'], true],
  ['Books > Crime', ['Books', 'Crime'], true],
  ['Osaka in Japan, Asia', ['Asia', 'Japan', 'Osaka'], false],
  ['3 / 4', ['3 / 4'], false],
  ['Black/White', ['Black/White'], false],
  ['Pay in person', ['Pay in person'], false],
])('%s', (value, steps, isWritten) => {
  expect(pathOf(value)).toEqual(steps);
  expect(isPath(value)).toBe(isWritten);
});
