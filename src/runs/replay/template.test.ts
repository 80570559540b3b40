import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScriptLine, Task } from '../../runners/contract.ts';
import { filledIn, templateOf, valuesIn } from './template.ts';

const task = (goal: string): Task => ({
  goal,
  instructions: null,
  url: 'https://shop.example/',
  steps: [],
  successCriteria: null,
  outputSchema: null,
});
const fill = (name: string, value: string): ScriptLine => ({
  action: 'fill',
  role: 'textbox',
  name,
  selector: null,
  value,
  url: null,
});

test('values of the task become parameters named after their fields', () => {
  const script = [fill('E-mail address', 'ada@mail.example'), fill('Quantity', '2')];
  const made = templateOf(task('Order 2 mugs for Ada@mail.example.'), script);
  expect(made?.text).toBe('Order {{input.quantity}} mugs for {{input.e_mail_address}}');
  expect(made?.script.map(({ value }) => value)).toEqual(['{{input.e_mail_address}}', '{{input.quantity}}']);
});

test.each([
  ['Search for kettles', 'Search for pans', true],
  ['Search for kettles', 'search for  camping   kettles.', true],
  ['Search for kettles', 'Search for pans and buy the first', false],
  ['Search for kettles', 'Search for pans, then buy one', false],
  ['Search for kettles', 'Look for pans', false],
  ['Search for kettles', 'Please search for pans', false],
])('made from "%s": "%s" fits: %s', (first, second, fits) => {
  const text = templateOf(task(first), [fill('Search', 'kettles')])?.text ?? '';
  expect(valuesIn(text, task(second)) !== null).toBe(fits);
});

test('one value in two places has to be the same in both', () => {
  const text = templateOf(task('Replace tea by tea'), [fill('Word', 'tea')])?.text ?? '';
  expect(valuesIn(text, task('Replace ink by ink'))?.get('word')).toBe('ink');
  expect(valuesIn(text, task('Replace ink by tea'))).toBeNull();
});

test('whatever the values: the script comes back with those of the second task', () => {
  const word = fc.stringMatching(/^[a-z0-9]{3,12}$/).filter((text) => !/^(?:and|then|order|for)$/.test(text));
  fc.assert(
    fc.property(word, word, word, word, (item, count, otherItem, otherCount) => {
      fc.pre(item !== count && !item.includes(count) && !count.includes(item));
      const wording = (one: string, two: string) => task(`Order ${two} of ${one} today`);
      const script = [fill('Item', item), fill('Count', count)];
      const made = templateOf(wording(item, count), script);
      fc.pre(made?.text === 'Order {{input.count}} of {{input.item}} today');
      const values = valuesIn(made?.text ?? '', wording(otherItem, otherCount));
      expect(values && filledIn(made?.script ?? [], values).map(({ value }) => value)).toEqual([
        otherItem,
        otherCount,
      ]);
    }),
  );
});
