import { expect, test } from 'vitest';
import { buttonOfVerb } from './button-of-verb.ts';
import { button, pageOf } from './page-model.fixture.ts';

test.each([
  ['Set the brightness of the lamp to 50%', ['Set', 'Reset'], 'Set'],
  ['Set the brightness to 50', ['Set brightness', 'Set alarm'], 'Set brightness'],
  ['Change the volume to 20', ['Change'], 'Change'],
  ['Set the volume to 20', ['Set', 'Set'], undefined],
  ['Drag the slider to 20', ['Set'], undefined],
])('"%s" with %j is kept by %s', (clause, names, own) => {
  expect(buttonOfVerb(pageOf(names.map((name) => button(name))), clause)?.name).toBe(own);
});
