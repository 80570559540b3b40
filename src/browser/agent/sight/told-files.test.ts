import { expect, test } from 'vitest';
import { pageOf } from './page-model.fixture.ts';
import { toldFiles } from './told-files.ts';

const MONTHS = ['March', 'April', 'May', 'June'];
const file = (depth: number, text: string, href: string) => ({
  depth,
  role: 'link',
  text,
  href,
  isClickable: true,
});
const line = (depth: number, tag: string, text: string) => ({ depth, tag, text, flow: text });

/** A table with one "Download" in each row, under a heading for all. */
const rows = pageOf([
  line(1, 'h1', 'Invoices'),
  { tag: 'table' },
  ...MONTHS.flatMap((month) => [
    { depth: 2, tag: 'tr' },
    line(3, 'td', `${month} 2026`),
    file(3, 'Download', `/get?id=${MONTHS.indexOf(month)}.pdf`),
  ]),
]);

/** Two formats of each under a heading of its own. */
const cards = pageOf([
  { tag: 'ul' },
  ...MONTHS.flatMap((month) => [
    { depth: 2, tag: 'li' },
    line(3, 'h3', `${month} 2026`),
    file(3, 'PDF', `/${MONTHS.indexOf(month)}.pdf`),
    file(3, 'CSV', `/${MONTHS.indexOf(month)}.csv`),
  ]),
]);

/** The same without any part around each. */
const flat = pageOf(
  MONTHS.flatMap((month) => [
    line(1, 'h3', `${month} 2026`),
    file(1, 'PDF', `/${MONTHS.indexOf(month)}.pdf`),
    file(1, 'Excel', `/${MONTHS.indexOf(month)}.xlsx`),
  ]),
);

test.each([
  [rows, 'June invoice', ['/get?id=3.pdf'], []],
  [rows, 'invoice March 2026', ['/get?id=0.pdf'], []],
  [rows, 'invoice', MONTHS.map((_, index) => `/get?id=${index}.pdf`), []],
  [rows, 'July invoice', MONTHS.map((_, index) => `/get?id=${index}.pdf`), ['july']],
  [cards, 'May statement as CSV', ['/2.csv'], ['statement']],
  [cards, 'CSV file for April', ['/1.csv'], []],
  [cards, 'April', ['/1.pdf', '/1.csv'], []],
  [flat, 'May as Excel', ['/2.xlsx'], []],
  [flat, 'PDF of June 2026', ['/3.pdf'], []],
])('page %#: %s', (page, said, hrefs, missing) => {
  const files = page.elements.filter(({ role }) => role === 'link');
  const found = toldFiles(page, files, said);
  expect(found.told.map(({ href }) => href)).toEqual(hrefs);
  expect(found.missing.map(({ word }) => word)).toEqual(missing);
});
