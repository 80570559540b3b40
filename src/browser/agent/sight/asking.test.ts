import { expect, test } from 'vitest';
import { answersOn } from './asking.ts';
import { button, pageOf } from './page-model.fixture.ts';

const asked = (...names: string[]) =>
  pageOf([button('Export'), {}, ...names.map((name) => button(name, { depth: 2 }))]);

test.each([
  [['Cancel', 'Delete'], 'Delete', 'Cancel', undefined],
  [['Close', 'Yes, delete it'], 'Yes, delete it', undefined, 'Close'],
  [['×', 'OK', 'Cancel'], 'OK', 'Cancel', '×'],
  [['Disagree', 'Agree'], 'Agree', 'Disagree', undefined],
  [['Cancel', 'Save', 'Discard'], undefined, 'Cancel', undefined],
  [['Save'], undefined, undefined, undefined],
])('%j is asked', (names, yes, no, close) => {
  const answers = answersOn(asked(...names));
  expect([answers.yes?.name, answers.no?.name, answers.close?.name]).toEqual([yes, no, close]);
});
