import { expect, test } from 'vitest';
import { field, pageOf } from '../sight/page-model.fixture.ts';
import type { Scene } from '../sight/scene.ts';
import { judge } from './verdict.ts';

const scene = (text: string): Scene => ({
  model: pageOf([field('Email', { value: 'dana@post.example' })]),
  text,
  live: async () => null,
  frameOf: () => {
    throw new Error('there is no browser');
  },
});

test.each([
  ['Almost done: please check your inbox.', 'taken'],
  ['Please look into your inbox. We sent you a link.', 'taken'],
  ['Thank you! Please click the link in the e-mail.', 'taken'],
  ['Please check your email address.', 'refused'],
  ['Please enter a valid email.', 'refused'],
  ['This email is already registered.', 'refused'],
])('a form that stays and says "%s" is %s', (said, kind) => {
  expect(judge(scene('Email'), scene(`Email\n${said}`), 200).kind).toBe(kind);
});
