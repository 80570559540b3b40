import { expect, test } from 'vitest';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { wayTo } from './open-asked.ts';

const model = pageOf([
  button('Overview'),
  button('My points'),
  button('Delete points'),
  button('Live prices'),
]);

test.each([
  ['Tell me how many points I have', 'Hello\nOverview My points Live prices\nWelcome back!', 'My points'],
  ['Tell me how many points I have', 'My points\nYou have 812 points.', undefined],
  ['Tell me the price', 'Overview My points Live prices\n$58.00', undefined],
  ['What is my next appointment?', 'Overview My points Live prices', undefined],
])('%s', (question, text, name) => {
  expect(wayTo({ model, text }, question)?.name).toBe(name);
});
