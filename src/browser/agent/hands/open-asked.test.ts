import { expect, test } from 'vitest';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { wayTo } from './open-asked.ts';

const model = pageOf([button('Overview'), button('My points'), button('Delete points'), button('Sign out')]);

test.each([
  ['Tell me how many points I have', 'Hello\nOverview My points Sign out\nWelcome back!', 'My points'],
  ['Tell me how many points I have', 'My points\nYou have 812 points.', undefined],
  ['What is my next appointment?', 'Overview My points Sign out', undefined],
])('%s', (question, text, name) => {
  expect(wayTo({ model, text }, question)?.name).toBe(name);
});
