import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { answerQuestions } from './answer-questions.ts';
import { controlsOn } from './controls.ts';
import { readTalk } from './talk.ts';

const answer = (group: string) => (name: string) => ({
  tag: 'input',
  role: 'radio',
  group,
  name,
  isChecked: false,
});
const SCALE = ['Strongly disagree', 'Disagree', 'Agree', 'Strongly agree'];
const segment = (text: string) => ({ depth: 3, text, isHeard: true, isClickable: true });

const ASKED = pageOf([
  ...['Yes', 'No'].map(answer('Do you smoke?')),
  ...['Yes', 'No'].map(answer('Do you have any allergies?')),
]);
const RATED = pageOf([
  ...SCALE.map(answer('The pace was right')),
  ...SCALE.map(answer('The room was pleasant')),
]);
const DRAWN = pageOf([
  { depth: 1 },
  { depth: 2, text: 'Do you own a car?' },
  { depth: 2 },
  segment('Yes'),
  segment('No'),
]);

test.each([
  [ASKED, "I don't smoke and I have allergies.", ['No', 'Yes']],
  [ASKED, 'I smoke, I have no allergies.', ['Yes', 'No']],
  [ASKED, 'Allergies: no.', ['No']],
  [
    RATED,
    'I agree that the pace was right and strongly disagree that the room was pleasant.',
    ['Agree', 'Strongly disagree'],
  ],
  [
    RATED,
    'For "The pace was right" choose disagree, for "The room was pleasant" strongly agree.',
    ['Disagree', 'Strongly agree'],
  ],
  [DRAWN, "I don't own a car.", ['No']],
  [DRAWN, 'I like tea.', []],
])('%#: %s', (model, goal, values) => {
  const placed = answerQuestions(controlsOn(model), readTalk(goal));
  expect(placed.map(({ value }) => value)).toEqual(values);
});
