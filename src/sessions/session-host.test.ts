import { expect, test } from 'vitest';
import { sessionsFor } from './session-host.ts';

test('sessions get half of the memory, and one in any case', () => {
  expect([100_000_000, 4_000_000_000, 32_000_000_000].map(sessionsFor)).toEqual([1, 4, 32]);
});
