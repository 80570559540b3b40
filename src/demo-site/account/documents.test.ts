import { expect, test } from 'vitest';
import { invoicePdf, ordersCsv } from './documents.ts';
import { people } from './people.ts';

const person = people[0];
if (!person) throw new Error('There is no demo account');

test('every entry of the invoice’s cross-reference table points at its object', () => {
  for (const order of person.orders) {
    const file = invoicePdf(person, order).toString('latin1');
    expect(file).toMatch(/^%PDF-1\.4\n/);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe('xref');
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(6);
    offsets.forEach((offset, index) => {
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`));
    });
  }
});

test('the length of the invoice’s content is the one it states', () => {
  for (const order of person.orders) {
    const file = invoicePdf(person, order).toString('latin1');
    const [, length, content] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(file) ?? [];
    expect(content).toHaveLength(Number(length));
    expect(content).toContain(`(Invoice ${order.number})`);
  }
});

test('the orders are a table with one row for each line', () => {
  const rows = ordersCsv(person.orders).trimEnd().split('\r\n');
  expect(rows[0]).toBe('order,date,status,sku,product,quantity,unit_price_usd,sum_usd');
  expect(rows).toHaveLength(1 + person.orders.flatMap(({ lines }) => lines).length);
  expect(rows).toContain('1001,2026-02-03,Delivered,TT-B106,Speckled Tin Mug,2,14.00,28.00');
});
