import { expect, test } from 'vitest';
import { bestMove } from './noughts.ts';

const [X, O, _] = ['mine', 'theirs', null] as const;

test('a line that can be closed is closed', () => {
  expect(bestMove([X, X, _, O, O, _, _, _, _])).toBe(2);
});

test('a line the other is about to close is stopped', () => {
  expect(bestMove([X, _, _, O, O, _, _, _, _])).toBe(5);
});
