import { expect, test } from 'vitest';
import { statusOfClose } from './close-status.ts';

test.each([
  [4401, '', 401],
  [4402, '', 402],
  [4429, 'busy', 429],
  [1008, 'Invalid API key', 401],
  [1008, 'Insufficient credits', 402],
  [1008, 'Concurrency limit exceeded', 429],
  [1013, '', 503],
  [1000, '', null],
  [1006, '', null],
  [1011, 'the renderer died', null],
])('%i %s stands for %s', (code, reason, status) => {
  expect(statusOfClose({ code, reason })).toBe(status);
});
