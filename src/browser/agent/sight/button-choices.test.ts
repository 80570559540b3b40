import { expect, test } from 'vitest';
import { buttonChoices } from './button-choices.ts';
import { button, pageOf } from './page-model.fixture.ts';

const row = (...names: string[]) => [
  { tag: 'div', depth: 1 },
  ...names.map((name) => button(name, { depth: 2 })),
];
const page = pageOf([
  ...row('One-off', 'Monthly'),
  ...row('£10', '£20', '£50', 'Other'),
  ...row('red', 'green'),
  ...row('Cancel', 'Donate'),
]);
const chosen = (task: string) =>
  buttonChoices(page, task).map((choice) => (choice.kind === 'lacking' ? choice.told : choice.element.name));

test.each([
  ['Donate £20 once', ['One-off', '£20']],
  ['Donate £35 every month', ['Monthly', 'Other']],
  ['Donate £35 every year', ['year', 'Other']],
  ['Buy the shirt in green', ['green']],
  ['Buy the "red" shirt', []],
])('%s', (task, names) => {
  expect(chosen(task)).toEqual(names);
});

test('an amount that is not offered, where there is no place for another, is lacking', () => {
  const few = pageOf(row('£10', '£20'));
  expect(buttonChoices(few, 'Donate £35')).toMatchObject([{ kind: 'lacking', told: '35' }]);
});
