import { expect, test } from 'vitest';
import { readTarget } from '../language/read-target.ts';
import { pageOf } from '../sight/page-model.fixture.ts';
import { filesMeant } from './files.ts';

const link = (text: string, href: string) => ({ depth: 3, role: 'link', text, href, isClickable: true });
const row = (text: string) => ({ depth: 2, tag: 'li', text, flow: text });

const page = pageOf([
  { tag: 'ul' },
  row('Invoice 3 January 2026'),
  link('Invoice 3 January 2026', '/a.pdf'),
  row('Invoice 7 March 2026'),
  link('Invoice 7 March 2026', '/b.pdf'),
  row('Invoice 2 April 2026'),
  link('Invoice 2 April 2026', '/c.pdf'),
  row('Price list'),
  link('Price list', '/list.csv'),
  row('About us'),
  link('About us', '/about'),
]);

test.each([
  ['invoices', Infinity, ['/a.pdf', '/b.pdf', '/c.pdf']],
  ['invoices for March and April', Infinity, ['/b.pdf', '/c.pdf']],
  ['files', Infinity, ['/a.pdf', '/b.pdf', '/c.pdf', '/list.csv']],
  ['PDFs', Infinity, ['/a.pdf', '/b.pdf', '/c.pdf']],
  ['newest invoices', 2, ['/c.pdf', '/b.pdf']],
  ['receipts', Infinity, []],
])('the %s of a page', (phrase, limit, expected) => {
  expect(filesMeant(page, readTarget(phrase, []), limit).map(({ href }) => href)).toEqual(expected);
});
