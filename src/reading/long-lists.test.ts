import { expect, test } from 'vitest';
import type { Asked } from './asked.ts';
import { MAX_ITEMS } from './page/page.ts';
import { readDocument } from './read-document.ts';

const COUNT = 2_200;
const upTo = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at + 1));

const table = (count: number) =>
  `<html><body><h1>Stock</h1><table><tr><th>Id</th><th>Name</th><th>Qty</th></tr>${upTo(count, (id) => `<tr><td>${id}</td><td>Item ${id}</td><td>${id * 2}</td></tr>`).join('')}</table></body></html>`;
const csv = (count: number) =>
  ['id,name,qty', ...upTo(count, (id) => `${id},Item ${id},${id * 2}`)].join('\n');
const json = (count: number) =>
  JSON.stringify({ items: upTo(count, (id) => ({ id, name: `Item ${id}`, qty: id * 2 })) });
const cards = (count: number) =>
  `<html><body><h1>Lamps</h1>${upTo(count, (id) => `<div class="card"><h3>Lamp ${id}</h3><span class="price">$${count + 10 - id}.00</span></div>`).join('')}</body></html>`;

const ROWS = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, qty: { type: 'integer' } } },
    },
  },
};

const read = (text: string, contentType: string, asked: Asked | null = null) =>
  readDocument(
    { url: 'https://depot.example/stock', body: new TextEncoder().encode(text), contentType },
    asked,
  );

async function ask(text: string, type: string, goal: string, outputSchema: Asked['outputSchema'] = null) {
  const { answer, page } = await read(text, type, { goal, instructions: null, outputSchema });
  expect(page.isCut).toBe(false);
  return answer?.found ? answer.output : undefined;
}

test.each([
  ['text/html', table(COUNT)],
  ['text/csv', csv(COUNT)],
  ['application/json', json(COUNT)],
])('a long list in %s is counted, added up, looked up and given out to its end', async (type, text) => {
  expect(await ask(text, type, 'How many rows are there?')).toBe(String(COUNT));
  expect(await ask(text, type, 'What is the sum of qty?')).toBe(String(COUNT * (COUNT + 1)));
  expect(await ask(text, type, `What is the qty of Item ${COUNT - 5}?`)).toBe(String((COUNT - 5) * 2));
  const { rows } = (await ask(text, type, 'Get all rows', ROWS)) as { rows: unknown[] };
  expect(rows).toHaveLength(COUNT);
  expect(rows.at(-1)).toEqual({ name: `Item ${COUNT}`, qty: COUNT * 2 });
});

test('the last of many cards may be the cheapest', async () => {
  expect(await ask(cards(1_500), 'text/html', 'Which lamp is the cheapest?')).toBe('Lamp 1500');
});

test('the text of a long table ends with its last row', async () => {
  expect(await ask(table(COUNT), 'text/html', 'give me the text')).toMatch(
    new RegExp(`\\| Item ${COUNT} \\| ${COUNT * 2} \\|$`),
  );
});

test.each([
  ['text/html', table],
  ['text/csv', csv],
  ['application/json', json],
])('a list in %s that is longer than what is read of one says so', async (type, make) => {
  expect((await read(make(MAX_ITEMS + 500), type)).page.isCut).toBe(true);
});

test('a page of many plain boxes is read as quickly as one of many cards', async () => {
  const boxes = upTo(3_000, (id) => `<div>Line ${id}</div>`).join('');
  const page = `<html><body><h1>Lines</h1>${boxes}</body></html>`;
  expect(await ask(page, 'text/html', 'How many lines are there?')).toBe('3000');
});
