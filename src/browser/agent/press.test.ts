import { expect, test } from 'vitest';
import { refusedRequest } from './press.ts';

const press = {
  name: 'Save',
  text: '',
  url: 'http://shop.test/',
  fields: new Set<string>(),
  at: 10,
  until: 50,
  said: [],
  isAwaited: false,
  watch: null,
};
const failed = (startedAt: number, more = {}) => ({
  method: 'POST',
  url: 'http://shop.test/save',
  status: 500,
  startedAt,
  ...more,
});

test.each([
  ['what it sent was refused', [failed(11)], 500],
  ['what was sent before or after it', [failed(9, { url: 'http://shop.test/a' }), failed(60)], null],
  ['what fails all the time', [failed(5, { method: 'GET' }), failed(12, { method: 'GET' })], null],
  ['what another site refused', [failed(11, { url: 'http://counting.test/hit' })], null],
  ['what is only fetched and not there', [failed(11, { method: 'GET', status: 404 })], null],
])('%s', (_, failures, status) => {
  expect(refusedRequest(press, failures)?.status ?? null).toBe(status);
});
