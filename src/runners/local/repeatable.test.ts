import { expect, test } from 'vitest';
import type { ScriptLine, Task } from '../contract.ts';
import { isRepeatable, saysTheSame } from './repeatable.ts';

const task = (goal: string, more: Partial<Task> = {}): Task => ({
  goal,
  instructions: null,
  url: 'https://shop.example/',
  steps: [],
  successCriteria: null,
  outputSchema: null,
  ...more,
});

const line = (action: ScriptLine['action'], value: string | null = null): ScriptLine => ({
  action,
  role: 'button',
  name: 'Send',
  selector: '#send',
  value,
  url: 'https://shop.example/',
});

const script = (...lines: ScriptLine[]) => [line('goto'), ...lines, line('extract')];

test.each<[string, ScriptLine[]]>([
  ['Add the Speckled Tin Mug to the basket', script(line('click'))],
  ['Type "Kim Doe" into the Name field and click Send', script(line('fill', 'Kim Doe'), line('click'))],
  ['Choose "A repair" as the topic, then click Send', script(line('select', 'A repair'), line('click'))],
  ['Hover over the menu and click Send', script(line('hover'), line('click'))],
])('%j can be repeated', (goal, lines) => {
  expect(isRepeatable(task(goal), lines)).toBe(true);
});

test.each<[string, string, ScriptLine[]]>([
  ['nothing was done but reading', 'What is the price?', script()],
  ['a secret was typed', 'Fill in the form and click Send', script(line('fill', '{{credential.password}}'))],
  ['what was typed came from the page', 'Type the code shown into the field', script(line('fill', '8812'))],
  ['the choice depends on the page of the day', 'Add the cheapest mug to the basket', script(line('click'))],
  ['it is told by its place', 'Open the first result and click Send', script(line('click'))],
  ['it depends on the day', 'Book a table for tomorrow', script(line('click'))],
  ['the answer was a model’s own', 'Click Send', [line('goto'), line('click'), line('extract', 'model')]],
  ['it does not end with reading', 'Click Send', [line('goto'), line('click')]],
])('a script is not repeated when %s', (_why, goal, lines) => {
  expect(isRepeatable(task(goal), lines)).toBe(false);
});

test('an answer is the page’s when the page’s words are in it', () => {
  expect(saysTheSame('The kettle costs  58.00 USD.', '58.00 usd')).toBe(true);
  expect(saysTheSame('It is cheap.', '58.00 USD')).toBe(false);
  expect(saysTheSame('Anything', '')).toBe(false);
  expect(saysTheSame({ price: 58 }, { price: 58 })).toBe(true);
  expect(saysTheSame({ price: 58 }, { price: 59 })).toBe(false);
});
