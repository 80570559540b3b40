import { expect, test } from 'vitest';
import { declining } from './overlays.ts';
import { button, field, pageOf } from './page-model.fixture.ts';

const interrupted = pageOf([
  { tag: 'form' },
  field('Password', { depth: 2, isCovered: true }),
  button('Login', { depth: 2 }),
  { text: 'Your session is about to expire. Exit to home page?' },
  button('OK', { depth: 2 }),
  button('Cancel', { depth: 2 }),
]);

test('a question over the page that nobody asked for is declined', () => {
  expect(declining(interrupted, 'Enter the password and press login')?.name).toBe('Cancel');
});

test('a question the task speaks of is left to it', () => {
  expect(declining(interrupted, 'Enter the password and press OK')).toBeNull();
});

test('a box with choices that covers nothing is part of the page', () => {
  const page = pageOf([
    field('Name'),
    { text: 'Keep the draft?' },
    button('Yes', { depth: 2 }),
    button('No', { depth: 2 }),
  ]);
  expect(declining(page, 'Enter the name Bo')).toBeNull();
});
