import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';

function ask(body: string, goal: string): unknown {
  const html = `<html lang="en"><title>Page</title><body><main><h1>Harbour Light</h1>${body}<p>Write to us if anything is unclear.</p></main></body></html>`;
  const { page } = readMarkup(html, 'https://site.example/page');
  const said = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return said.found ? said.output : undefined;
}

const TILES = `<div class="n"><div class="t"><div>1988</div><div>Founded</div></div><div class="t"><div>134</div><div>Employees</div></div><div class="t"><div>47</div><div>Countries served</div></div></div>`;
const BOXES = `<div class="s"><div class="r"><div>Shipping:</div><div>Second class post</div></div><div class="r"><div>Returns:</div><div>Within a month</div></div></div>`;
const PRICES = `<div class="flex gap-2"><span class="text-xl">$139.95</span><span class="line-through">$189.95</span><span>Save 26%</span></div>`;
const ROW = `<div class="row"><span>Mar 11, 2025</span><span>54 min</span><span>37 watchers</span></div>`;

test.each([
  ['a number above its name', TILES, 'How many employees are there?', '134'],
  ['a name with a colon in a box of its own', BOXES, 'What are the returns?', 'Within a month'],
  ['a price beside one that is struck out by a class', PRICES, 'How much does it cost?', '$139.95'],
  ['the price from before', PRICES, 'What was the original price?', '$189.95'],
  ['a number and what it counts', ROW, 'How many watchers are there?', '37'],
  ['a day among the parts of a row', ROW, 'When was it published?', 'Mar 11, 2025'],
])('%s is a name with a value', (_, body, goal, output) => {
  expect(ask(body, goal)).toBe(output);
});

test.each([
  ['<p>The light was built by Anna Roe.</p>', 'When was the light built?'],
  ['<p>The keeper joined in 1988.</p>', 'Who joined the keeper?'],
])('an answer of another kind is none: %s', (body, goal) => {
  expect(String(ask(body, goal))).not.toMatch(/^(?:Harbour Light|\d+)$/u);
});
