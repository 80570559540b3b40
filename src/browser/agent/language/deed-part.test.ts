import { expect, test } from 'vitest';
import { deedPart } from './deed-part.ts';
import { readInstruction } from './read-instruction.ts';

test.each([
  ['Order two kettles, and tell me the order number.', 'Order two kettles'],
  ['Book a table for four under Maud. What is the booking reference?', 'Book a table for four under Maud.'],
  ['Rent a bike for Friday and let me know what it costs.', 'Rent a bike for Friday'],
  ['Order two kettles.', 'Order two kettles.'],
  ['What does the kettle cost?', 'What does the kettle cost?'],
])('%s', (goal, expected) => {
  expect(deedPart(goal, readInstruction(goal))).toBe(expected);
});
