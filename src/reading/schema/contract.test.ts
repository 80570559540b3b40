import { expect, test } from 'vitest';
import { answerAsked } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { readMarkup } from '../extract.ts';
import { readDocument } from '../read-document.ts';

const read = (body: string) =>
  readMarkup(
    `<html lang="en"><body><nav><a href="/">Home</a></nav><main>${body}</main></body></html>`,
    'https://depot.example/',
  ).page;

function ask(body: string, goal: string, outputSchema: Asked['outputSchema'] = null): unknown {
  const answer = answerAsked({ goal, instructions: null, outputSchema }, read(body));
  return answer.found ? answer.output : undefined;
}

const listOf = (key: string, ...names: string[]) => ({
  type: 'object',
  properties: {
    [key]: {
      type: 'array',
      items: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      },
    },
  },
  required: [key],
});

test.each([
  ['results', '<h1>Search results for “zzz”</h1><p>No results found. Try another word.</p>'],
  ['orders', '<h1>Your orders</h1><p>You have no orders yet.</p>'],
  ['lamps', '<h1>Lamps</h1><p>There are no lamps to show at the moment. Come back soon.</p>'],
  ['hotels', '<h1>Hotels</h1><p>Your search did not match any hotels.</p>'],
  ['lampen', '<h1>Lampen</h1><p>Keine Lampen gefunden.</p>'],
])('a page that says that there are no %s gives an empty list', (key, body) => {
  expect(ask(body, `List all ${key}`, listOf(key, 'title'))).toEqual({ [key]: [] });
});

test('that there are none of something else leaves a list unsaid', () => {
  const body = '<h1>Shop</h1><p>No shipping costs for orders over $50.</p>';
  expect(ask(body, 'List my orders', listOf('orders', 'total'))).toEqual({});
});

const strict = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const TEXT = { type: 'string' };
const TEXTS = { type: 'array', items: TEXT };
const THINGS = { type: 'array', items: { type: 'object', properties: { code: TEXT } } };

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['plain values', { title: TEXT, price: TEXT, tags: TEXTS }, { tags: [] }],
  [
    'plain values that may be null',
    { title: TEXT, price: TEXT, tags: { ...TEXTS, type: ['array', 'null'] } },
    { tags: null },
  ],
  ['at least one', { title: TEXT, price: TEXT, tags: { ...TEXTS, minItems: 1 } }, {}],
  ['things that a script may draw', { title: TEXT, price: TEXT, coupons: THINGS }, {}],
])('a required list of %s that the page lacks', (_, properties, rest) => {
  const known = { title: 'Tin kettle', price: '$58' };
  const body = '<h1>Tin kettle</h1><dl><dt>Price</dt><dd>$58</dd></dl>';
  expect(ask(body, 'Get the product', strict(properties))).toEqual({ ...known, ...rest });
});

test('a list that the task asks for is not said to be empty', () => {
  const body = '<h1>Tin kettle</h1><dl><dt>Price</dt><dd>$58</dd></dl>';
  const schema = strict({ title: TEXT, price: TEXT, tags: TEXTS });
  expect(ask(body, 'Get the tags of the product', schema)).not.toHaveProperty('tags');
});

test('a list that is asked for without a schema is said to be empty in the words of the page', () => {
  const body = '<h1>Lamps</h1><p>There are no lamps to show at the moment. Come back soon.</p>';
  expect(ask(body, 'List all lamps with prices')).toBe('There are no lamps to show at the moment.');
});

const LAMP =
  '<h1>Aurora Desk Lamp</h1><p class="brand">Lumina</p><p class="price">$64.90</p><p class="stock">In stock</p><p>Weight: 1.2 kg</p>';

test('of schemas that hold together all are filled', () => {
  const name = { properties: { name: { type: 'string' } }, required: ['name'] };
  const price = { properties: { price: { type: 'number' } }, required: ['price'] };
  expect(ask(LAMP, 'Get the product', { type: 'object', allOf: [name, price] })).toEqual({
    name: 'Aurora Desk Lamp',
    price: 64.9,
  });
});

test('a required value that breaks a rule of the schema is told, so that the rule is what is missed', () => {
  const schema = {
    type: 'object',
    properties: { name: { enum: ['Boreal', 'Zenith'] }, price: { type: 'number', minimum: 100 } },
    required: ['name', 'price'],
  };
  expect(ask(LAMP, 'Get the product', schema)).toEqual({ name: 'Aurora Desk Lamp', price: 64.9 });
});

test('an object with open keys holds what the markup calls by a known name too', () => {
  expect(ask(LAMP, 'Get the product', { type: 'object' })).toMatchObject({
    title: 'Aurora Desk Lamp',
    Weight: '1.2 kg',
    brand: 'Lumina',
    price: '$64.90',
    stock: 'In stock',
  });
});

const readJson = (text: string, outputSchema: Asked['outputSchema'] = null) =>
  readDocument(
    {
      url: 'https://depot.example/api',
      body: new TextEncoder().encode(text),
      contentType: 'application/json',
    },
    { goal: 'What is the sum of price?', instructions: null, outputSchema },
  );

test('JSON that is broken off is not readable; one object on each line is a list, and an empty list is one', async () => {
  expect(await readJson('{"name": "Widget", "price": ')).toMatchObject({
    answer: null,
    unreadable: expect.stringMatching(/broken off/),
  });
  expect((await readJson('{"name":"A","price":2}\n{"name":"B","price":3}\n')).answer).toMatchObject({
    output: '5',
  });
  expect((await readJson('{"orders":[]}', listOf('orders', 'id'))).answer).toMatchObject({
    output: { orders: [] },
  });
});
