import { describe, expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import { readMarkup } from '../extract.ts';
import { asksForMarkup, readPartRequest } from './part-request.ts';

const { page } = readMarkup(
  `<html lang="en"><head><title>River floods old town</title></head><body><nav><a href="/sport">Sport</a></nav>
  <article><h1>River floods old town</h1><p>By Ann Lee, 4 March 2026</p>
  <p>The river rose four metres in a night. The market square was <b>flooded</b>.</p>
  <p>Around 300 people were moved to a school. The mayor, Tom Birch, called it the worst flood since 1947.</p>
  <h2>What next</h2><p>The water will fall by Friday. See <a href="/levels">levels</a>.</p>
  <h3>Can I go home?</h3><p>Not before Monday.</p>
  <h2>How to help</h2><ul><li>Give blankets</li><li>Call 01904 555 010</li></ul>
  <pre><code class="language-bash">curl levels.example
sleep 60</code></pre>
  <h2>Levels</h2><table><tr><th>Place</th><th>Metres</th></tr><tr><td>Bridge</td><td>4.1</td></tr><tr><td>Mill</td><td>3.8</td></tr></table>
  </article></body></html>`,
  'https://daily.example/flood',
);

function ask(goal: string): unknown {
  const answer = answerAsked({ goal, instructions: null, outputSchema: null }, page);
  return answer.found ? answer.output : undefined;
}

describe('a part of the page is given as it is written', () => {
  test.each([
    [
      'Get the second paragraph',
      'Around 300 people were moved to a school. The mayor, Tom Birch, called it the worst flood since 1947.',
    ],
    ['Return the first sentence of the article.', 'The river rose four metres in a night.'],
    [
      'What is the text under "How to help"?',
      '- Give blankets\n- Call 01904 555 010\n\n```bash\ncurl levels.example\nsleep 60\n```',
    ],
    [
      'Give me the paragraph in the section "What next"',
      'The water will fall by Friday. See levels.\n\nNot before Monday.',
    ],
    [
      'List all headings on the page',
      'River floods old town\nWhat next\nCan I go home?\nHow to help\nLevels',
    ],
    ['Open https://daily.example/flood and list the h2 headings.', 'What next\nHow to help\nLevels'],
    ['What sections does the page have?', 'What next\nCan I go home?\nHow to help\nLevels'],
    ['How many paragraphs does the article have?', '4'],
    [
      'Give me all links on the page',
      '[Sport](https://daily.example/sport)\n[levels](https://daily.example/levels)',
    ],
    ['Show me the code on this page', 'curl levels.example\nsleep 60'],
    ['What is the last list item?', 'Call 01904 555 010'],
    [
      'Quote the sentence that mentions the mayor',
      'The mayor, Tom Birch, called it the worst flood since 1947.',
    ],
    ['List the questions', 'Can I go home?'],
    ['Give me the table', '| Place | Metres |\n| --- | --- |\n| Bridge | 4.1 |\n| Mill | 3.8 |'],
    [
      'Does the article mention the mayor?',
      'Yes: The mayor, Tom Birch, called it the worst flood since 1947.',
    ],
    ['Does the article mention dragons?', 'No, it does not mention dragons.'],
  ])('%s', (goal, expected) => {
    expect(ask(goal)).toBe(expected);
  });

  test('a table is given as the data that was asked for', () => {
    expect(ask('Extract the levels table as CSV')).toBe('Place,Metres\r\nBridge,4.1\r\nMill,3.8');
    expect(ask('Extract the table as JSON')).toEqual([
      { Place: 'Bridge', Metres: '4.1' },
      { Place: 'Mill', Metres: '3.8' },
    ]);
  });

  test('a table of names and values is one thing', () => {
    const { page: kettle } = readMarkup(
      '<html><body><h1>Kettle</h1><table><tr><th>Weight</th><td>540 g</td></tr><tr><th>Colour</th><td>Fern</td></tr></table></body></html>',
      'https://shop.example/kettle',
    );
    const goal = 'Give me the table as JSON';
    expect(answerAsked({ goal, instructions: null, outputSchema: null }, kettle)).toEqual({
      found: true,
      output: [{ Weight: '540 g', Colour: 'Fern' }],
    });
  });

  test('a section that the page does not have is not found, rather than all of it', () => {
    expect(ask('What is the text under "Insurance"?')).toBeUndefined();
  });
});

test.each([
  'What is the price of the second ticket?',
  'How many chapters does the book have?',
  'What is the discount code for students?',
  'Extract the article text',
  'Get the text of this page as Markdown',
  'List all items',
  'How many words per minute does she type?',
  'What links the two towns?',
  'Which sections of the road are closed?',
])('what the page says is asked of its content: %s', (goal) => {
  expect(readPartRequest(goal)).toBeNull();
});

test.each([
  ['Give me the raw HTML of this page', true],
  ['Return the page as HTML', true],
  ['Get the page source', true],
  ['What is HTML?', false],
  ['Explain the HTML of tables', false],
])('whether the markup itself is wanted: %s', (goal, isWanted) => {
  expect(asksForMarkup(goal)).toBe(isWanted);
});
