import { expect, test } from 'vitest';
import { type ErrorCode, requestErrors, runOutcomes } from '../errors.ts';
import { inToolWords, toolError } from './tool-errors.ts';

test.each(Object.keys(requestErrors) as ErrorCode[])('%s is an error without HTTP', (code) => {
  const { remediation } = requestErrors[code];
  const line = toolError({ code, message: '`input`: is too long', remediation }, 'task');
  expect(line).toMatch(/^`task`: is too long/);
  expect(line).not.toMatch(/\/v1|\b(?:GET|POST|DELETE) \/|x-api-key/);
});

test('the remedies of runs name no path either', () => {
  for (const { remediation } of Object.values(runOutcomes))
    expect(inToolWords(remediation ?? '')).not.toMatch(/\/v1|\b(?:GET|POST) /);
});

test('an argument has the name of its tool, and other text stays', () => {
  expect(inToolWords('`input`: is empty. Send text.', 'question')).toBe('`question`: is empty. Send text.');
  expect(toolError(new TypeError('x is not a function'), 'task')).toBe('x is not a function');
});
