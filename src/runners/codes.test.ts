import { expect, test } from 'vitest';
import type { EndCode } from './codes.ts';
import { stuck } from './contract.ts';

test.each<[EndCode, string, number | null]>([
  ['unsafe_url', 'caller', 0],
  ['unsafe_redirect', 'site', 0],
  ['blocked', 'site', null],
  ['needs_browser', 'runner', 0],
  ['answer_not_found', 'runner', null],
  ['provider_5xx', 'platform', 0],
])('%s is the fault of the %s and costs %s', (code, fault, costMicroUsd) => {
  const ended = stuck(code, 'In words.');
  expect(ended).toMatchObject({ ok: false, code, fault, costMicroUsd, message: 'In words.' });
});
