import { expect, test } from 'vitest';
import { DatabaseAway } from '../../platform/db.ts';
import { failureOf } from './failure.ts';

test('a database that does not answer is a line with its reason, a bug keeps its stack', () => {
  const message = 'the database went away: transaction blocks not allowed in statement pooling mode';
  expect(failureOf(new DatabaseAway(message))).toMatchObject({ message, exitCode: 1 });
  expect(failureOf(new TypeError('a bug'))).toBeNull();
});
