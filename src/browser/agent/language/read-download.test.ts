import { expect, test } from 'vitest';
import { readInstruction } from './read-instruction.ts';

test.each([
  ['Download the report.', [['report', 1]]],
  ['Get me the receipt for my trip to Rigg.', [['receipt', 1]]],
  ['Download all reports.', [['reports', Infinity]]],
  ['Save a copy of each statement.', [['statement', Infinity]]],
  ['Download both invoices from March.', [['invoices', 2]]],
  ['Download the first two reports.', [['reports', 2]]],
  ['Download the three newest statements.', [['statements', 3]]],
  ['Download the invoices for March and April.', [['invoices', Infinity]]],
  [
    'Download the map, the guide and the big report.',
    [
      ['map', 1],
      ['guide', 1],
      ['report', 1],
    ],
  ],
  ['Download the report on the mill and the dam.', [['report on the mill and the dam', 1]]],
  [
    'Download report 1 and report 3.',
    [
      ['report 1', 1],
      ['report 3', 1],
    ],
  ],
])('%s', (instruction, expected) => {
  const read = readInstruction(instruction).map((intent) =>
    intent.kind === 'download' ? [intent.target.text, intent.limit] : intent.kind,
  );
  expect(read).toEqual(expected);
});
