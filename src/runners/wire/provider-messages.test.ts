import { expect, test } from 'vitest';
import { Secret } from '../../platform/secret.ts';
import { quoting } from './provider-messages.ts';

const account = {
  family: 'deck',
  secrets: { api_key: new Secret('key-canary-5150') },
  baseUrl: null,
  isOwn: false,
};
const credential = {
  domain: 'shop.example',
  username: new Secret('ada@shop.example'),
  password: new Secret('hunter2-canary'),
  totpSecret: null,
  session: null,
};
const quote = quoting(account, credential);

test.each([
  ['text', ' The plan\n is used up. ', 'The plan is used up.'],
  ['a message', { message: 'Too long', code: 7 }, 'Too long'],
  ['a message before its kind', { error: 'Bad Request', message: 'Too long' }, 'Too long'],
  ['an error inside', { success: false, error: { type: 'x', message: 'Too long' } }, 'Too long'],
  ['a list of errors', { errors: [{ code: 'a' }, { message: 'Too long' }] }, 'Too long'],
  ['validation', { detail: [{ loc: ['task'], msg: 'Required', input: { task: 'mine' } }] }, 'Required'],
  ['a problem', { type: 'about:blank', title: 'Forbidden', detail: 'Suspended' }, 'Suspended'],
  ['nothing', undefined, null],
  ['white space', ' \n', null],
  ['a number', 7, null],
  ['other members', { status: 'failed', input: 'mine' }, null],
])('%s', (_name, said, words) => {
  expect(quote(said)).toBe(words);
});

test('neither keys nor logins are quoted, not even a part of one at the end', () => {
  const said = quote({
    message: `Key key-canary-5150, ada@shop.example, hunter2-canary. ${'x'.repeat(400)}`,
  });
  expect(said).toMatch(/^Key {{provider_key}}, {{credential\.username}}, {{credential\.password}}\. x/);
  expect(said).toHaveLength(300);
  expect(quote(`${'x'.repeat(290)} key-canary-5150`)).not.toContain('canary');
});
