import { format, inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { Secret } from './secret.ts';

const value = 'correct horse battery staple';
const secret = new Secret(value);

test('only reveal gives the value', () => {
  expect(secret.reveal()).toBe(value);
});

test.each([
  ['text', () => String(secret)],
  ['a template', () => `${secret}`],
  ['concatenation', () => `x${secret as unknown as string}`],
  ['JSON', () => JSON.stringify({ secret, list: [secret] })],
  ['inspection', () => inspect({ deep: { secret } }, { depth: null, showHidden: true })],
  ['formatting', () => format('%s %o %O %j', secret, secret, secret, secret)],
  ['valueOf', () => String(secret.valueOf())],
  ['an error', () => new Error(`failed for ${secret}`).stack ?? ''],
  ['spreading', () => JSON.stringify({ ...secret })],
  ['own keys', () => Reflect.ownKeys(secret).join()],
  ['a clone', () => inspect(structuredClone({ ...secret }))],
])('%s shows a placeholder', (_, print) => {
  expect(print()).not.toContain(value);
});

test('a log line shows a placeholder', () => {
  let line = '';
  createLog('info', { write: (text: string) => (line += text) }).info(
    { secret, deep: { secret } },
    `${secret}`,
  );
  expect(line).toContain('[secret]');
  expect(line).not.toContain(value);
});
