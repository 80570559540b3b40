import { expect, test } from 'vitest';
import { isWanted } from './stance.ts';
import { readTalk } from './talk.ts';

test.each([
  ['Order a pizza with ham but no onions', 'onions', false],
  ['Order a pizza with ham but no onions', 'ham', true],
  ['Onions don’t agree with me, so order ham', 'Onions', false],
  ['a large one rather than medium', 'large', true],
  ['a large one rather than medium', 'medium', false],
  ['I would rather pay by invoice than by card', 'invoice', true],
  ['I would rather pay by invoice than by card', 'card', false],
  ['I want neither the newsletter nor the catalogue', 'catalogue', false],
  ['My name has changed from Brandt to Ferrer', 'Brandt', false],
  ['My name has changed from Brandt to Ferrer', 'Ferrer', true],
  ['At first I wanted the fox, but now I want the whale', 'fox', false],
  ['At first I wanted the fox, but now I want the whale', 'whale', true],
  ['turn sound off and night mode on', 'sound', false],
  ['no to the newsletter, yes to the terms', 'terms', true],
  ['the lamp can go', 'lamp', false],
])('"%s": is "%s" wanted? %s', (said, word, wanted) => {
  const talk = readTalk(said);
  const at = talk.words.findIndex(({ raw }) => raw === word);
  expect(isWanted(talk, at, at)).toBe(wanted);
});
