import { expect, test } from 'vitest';
import { patienceFor } from './await-reply.ts';
import { pageOf } from './sight/page-model.fixture.ts';
import type { Scene } from './sight/scene.ts';

const shown = (text: string, isDisabled = false): Scene => ({
  model: pageOf([
    { tag: 'button', role: 'button', name: 'Give', isClickable: true, isDisabled },
    { tag: 'button', role: 'button', name: 'Move to…', isClickable: true },
  ]),
  text,
  live: async () => null,
  frameOf: () => {
    throw new Error('there is no browser');
  },
});
const press = (name: string) => ({ name, text: 'Gift\n20', url: shown('').model.url });

test.each([
  ['a page that has said nothing to a button that sends', 'Donate', shown('Gift\n20'), true],
  ['one that leads on', 'Continue', shown('Gift\n20'), true],
  ['a button of any name that was closed', 'Give', shown('Gift\n20', true), true],
  ['a page that says that it is at work', 'Donate', shown('Gift\n20\nChecking your card…'), true],
  ['and one that only draws dots', 'Donate', shown('Gift\n20\n…'), true],
  ['an answer', 'Donate', shown('Thank you!'), false],
  ['an entry that came up to be pressed', 'Donate', shown('Gift\n20\nMove to…'), false],
  ['a button that only shows something', 'Details', shown('Gift\n20'), false],
])('%s is waited for: %s', (_what, name, scene, isAwaited) => {
  expect(patienceFor(press(name), scene) > 0).toBe(isAwaited);
});
