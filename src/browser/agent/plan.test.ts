import { expect, test } from 'vitest';
import { readInstruction } from './language/read-instruction.ts';
import { asDeed, intentsOf } from './plan.ts';

test.each([
  [['Save', 'Print'], 'act'],
  [['Save'], 'ask'],
])('with %j on the page, "print" is to %s', (names, kind) => {
  const [intent] = readInstruction('Print the photo "jungle".');
  expect(intent && asDeed(intent, names).kind).toBe(kind);
});

test('a step that fills in a field does not send the form before the step that says so', () => {
  const kinds = intentsOf({
    goal: '',
    steps: ['Fill in the form with name Ann Lee', 'Choose 4 guests', 'Click Reserve'],
  }).map(({ kind }) => kind);
  expect(kinds).toEqual(['fill', 'choose', 'click']);
});

test('where no step says so, the form that was filled in is sent', () => {
  const intents = intentsOf({
    goal: '',
    steps: ['Fill in the form with name Ann Lee', 'Tell me the number'],
  });
  expect(intents.map(({ kind }) => kind)).toEqual(['fill', 'submit', 'ask']);
});
