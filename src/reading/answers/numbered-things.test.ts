import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';

const menu = '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav>';
const ships = ['Aurora', 'Brisk', 'Comet', 'Dolphin'].map((name, at) => `<p>Ship ${at + 1}: ${name}</p>`);

function ask(content: string, goal: string): unknown {
  const { page } = readMarkup(
    `<html lang="en"><head><title>Ships</title></head><body>${menu}<h1>Ships</h1>${content}</body></html>`,
    'https://quay.example/ships',
  );
  const answer = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return answer.found ? answer.output : undefined;
}

test.each([
  ['How many ships are listed?', '4'],
  ['How many ships are in the list?', '4'],
  ['What is the name of the last ship?', 'Dolphin'],
  ['What is the second ship called?', 'Brisk'],
  ['List all ships', 'Aurora\nBrisk\nComet\nDolphin'],
  ['Name the last two ships', 'Comet\nDolphin'],
])('things that the page numbers line by line: %s', (goal, expected) => {
  expect(ask(ships.join(''), goal)).toBe(expected);
});

test('the menu of a page is not what the page is called after', () => {
  expect(ask('<div id="list"></div>', 'How many ships are listed?')).toBeUndefined();
});
