import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isShortened, MOST_CHARS, ruleTask, ruleText } from './rule-text.ts';

it.each([
  ['spaces become one', 'click   Save \t now', 'click Save now'],
  ['line breaks stay line breaks', 'one \n\n  two', 'one\ntwo'],
  ['quoted text is kept', 'type "a   b" and  “c   d”  in', 'type "a   b" and “c   d” in'],
  ['an apostrophe quotes nothing', "the   shop's   owner's   name", "the shop's owner's name"],
  ['single quotes quote', "type 'a   b'   now", "type 'a   b' now"],
  ['a quotation mark without its partner is a character', 'a “   b', 'a “ b'],
])('%s', (_, text, read) => {
  expect(ruleText(text)).toBe(read);
});

it('any text is read up to the limit, and reading it again changes nothing', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '"', '“', '”', "'", '\ud800'),
    maxLength: 9_000,
  });
  fc.assert(
    fc.property(text, (any) => {
      const read = ruleText(any);
      expect(read.length).toBeLessThanOrEqual(MOST_CHARS);
      expect(ruleText(read)).toBe(read);
    }),
  );
});

it('goal, steps and instructions share the limit, and the goal comes first', () => {
  const task = { goal: 'g'.repeat(3_000), steps: ['s'.repeat(900), 't'.repeat(900)], instructions: 'i' };
  const read = ruleTask(task);
  expect([read.goal, ...read.steps].map((text) => text.length)).toEqual([3_000, 900, 99]);
  expect(read.instructions).toBeNull();
  expect(isShortened(task)).toBe(true);
  expect(isShortened({ goal: `a${' '.repeat(9_000)}b`, steps: [], instructions: null })).toBe(false);
});
