import { expect, test } from 'vitest';
import { readShown } from './shown-values.ts';

test('a value that a named part of the page shows is put where the task names it', () => {
  const shown = readShown('Send the request with the customer number shown under Details and close it.');
  expect(shown).toMatchObject({ label: 'customer number', place: 'Details' });
  expect(shown?.withValue('C-1')).toBe('Send the request with the customer number C-1 and close it.');
  expect(readShown('Send the request with the number 7.')).toBeNull();
});
