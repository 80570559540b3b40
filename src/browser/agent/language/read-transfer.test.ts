import { expect, test } from 'vitest';
import { readTransfer } from './read-transfer.ts';

test.each([
  ['Move fig and plum to the list on the right.', ['fig', 'plum']],
  ['Transfer "fig" and "plum" from the left list to the right list', ['fig', 'plum']],
  ['Move fig, plum and date over to the left-hand side', ['fig', 'plum', 'date']],
  ['Move the card to Done', []],
])('%s', (task, things) => expect(readTransfer(task)).toEqual(things));
