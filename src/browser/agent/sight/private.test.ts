import { expect, test } from 'vitest';
import { button, field, pageOf } from './page-model.fixture.ts';
import { withoutPublic } from './private.ts';

test('only what one person reads is left', () => {
  const page = pageOf([
    field('', { placeholder: 'Write a reply' }),
    button('Post reply'),
    button('Reply privately'),
    button('Message'),
    field('Message'),
  ]);
  expect(withoutPublic(page).elements.map(({ name }) => name)).toEqual([
    'Reply privately',
    'Message',
    'Message',
  ]);
});
