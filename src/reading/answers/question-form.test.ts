import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';

function answer(html: string, goal: string) {
  const { page } = readMarkup(html, 'https://site.example/');
  const said = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return said.found ? String(said.output) : undefined;
}

const about = '<html lang="en"><title>About</title><h1>About</h1><p>Founded in 1987 by Lena Holm.</p></html>';

test.each([
  'Tell me everything the page says.',
  'Tell me what the page says.',
  'What does this page say?',
  'Read me the whole page.',
])('all that a page says is its text: %s', (goal) => {
  expect(answer(about, goal)).toContain('Founded in 1987 by Lena Holm.');
});

const bread = `<html lang="en"><title>Bread</title><h1>Bread</h1><ul><li>500 g flour</li><li>7 g yeast</li>
  <li>10 g salt</li><li>320 ml water</li></ul><p>Brush it with 2 tbsp oil.</p></html>`;

test.each([
  ['How many grams of flour do I need?', '500 g'],
  ['How many grams of salt are in it?', '10 g'],
  ['How many millilitres of water do I need?', '320 ml'],
  ['How many grams of sugar do I need?', undefined],
])('an amount is told in the unit of the page: %s', (goal, output) => {
  expect(answer(bread, goal)).toBe(output);
});
