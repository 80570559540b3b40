import { expect, test } from 'vitest';
import { readInstruction } from './language/read-instruction.ts';
import { asDeed } from './plan.ts';

test.each([
  [['Save', 'Print'], 'act'],
  [['Save'], 'ask'],
])('with %j on the page, "print" is to %s', (names, kind) => {
  const [intent] = readInstruction('Print the photo "jungle".');
  expect(intent && asDeed(intent, names).kind).toBe(kind);
});
