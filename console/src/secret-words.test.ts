import { expect, test } from 'vitest';
import { hasSecret, maskSecrets } from './secret-words.ts';

test.each([
  ['Log in with user a and password hunter2', 'hunter2'],
  ['password: correcthorse', 'correcthorse'],
  ['use the Passwort "geheim99" please', 'geheim99'],
  ['my pw=Abc!234 is it', 'Abc!234'],
  ['contraseña: gatito', 'gatito'],
  ['пароль секрет1', 'секрет1'],
  ['sign in as demo / campfire', 'campfire'],
  ['The PIN is 4711', '4711'],
  ['api key sk_live_123', 'sk_live_123'],
  ['username demo, password campfire', 'campfire'],
])('"%s" hides the secret', (text, secret) => {
  expect(maskSecrets(text)).not.toContain(secret);
  expect(maskSecrets(text)).toContain('••••');
});

test.each([
  'What does the password policy require?',
  'Find the secret garden opening hours',
  'Reset my password on the account page',
  'Is the password field required?',
  'How do I pin a message?',
  'Sign in as demo and read https://a.example/b',
  'What is the token price today?',
  'Show me the pass for Grindelwald',
])('"%s" stays as it is', (text) => {
  expect(hasSecret(text)).toBe(false);
});

test('long text without end takes no time', () => {
  const start = performance.now();
  maskSecrets('password '.repeat(50_000));
  maskSecrets(`sign in as ${'a'.repeat(200_000)}`);
  expect(performance.now() - start).toBeLessThan(1_000);
});
