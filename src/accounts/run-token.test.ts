import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRunToken, writeRunToken } from './run-token.ts';

const secret = createSecretKey(Buffer.alloc(32, 1));
const said = { runId: 'resp_1', workspaceId: 'ws_1', keyId: 'key_1', expiresAt: new Date(1_800_000_000_000) };

test('a token holds its content', () => {
  expect(readRunToken(writeRunToken(said, secret), secret)).toEqual(said);
  const byPerson = { ...said, keyId: null };
  expect(readRunToken(writeRunToken(byPerson, secret), secret)).toEqual(byPerson);
});

test.each([
  ['signed by another service', writeRunToken(said, createSecretKey(Buffer.alloc(32, 2)))],
  [
    'with another payload',
    writeRunToken(said, secret).replace(/_[\w-]+\./, `_${Buffer.from('[]').toString('base64url')}.`),
  ],
  ['cut off', writeRunToken(said, secret).slice(0, -1)],
  ['without a signature', writeRunToken(said, secret).replace(/\..*/, '')],
  ['empty', 'svcr_'],
  ['no token at all', 'svcr_%%%.%%%'],
])('a token %s says nothing', (_what, token) => {
  expect(readRunToken(token, secret)).toBeNull();
});
