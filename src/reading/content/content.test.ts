import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readDocument } from '../read-document.ts';
import { contentKind } from './content-kind.ts';
import { parseCsv } from './csv-page.ts';
import { readPdf } from './pdf.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

async function ask(
  body: Uint8Array,
  contentType: string,
  goal: string,
  outputSchema: Record<string, unknown> | null = null,
) {
  const source = { body, contentType, url: 'https://site.example/data' };
  const { answer } = await readDocument(source, { goal, instructions: null, outputSchema });
  return answer?.found ? answer.output : undefined;
}

test.each([
  ['text/html; charset=utf-8', '', 'html'],
  ['application/ld+json', '', 'json'],
  [null, '{"a":1}', 'json'],
  ['application/octet-stream', '%PDF-1.7', 'pdf'],
  ['text/xml', '<?xml version="1.0"?><rss version="2.0">', 'feed'],
  ['application/atom+xml', '<feed xmlns="http://www.w3.org/2005/Atom">', 'feed'],
  ['application/xml', '<?xml version="1.0"?><stock><tool/></stock>', 'xml'],
  ['text/plain', '<p>not a page</p>', 'text'],
  [null, '<!doctype html><p>x', 'html'],
  ['image/png', '\x89PNG', 'binary'],
  ['text/plain', 'a\0b', 'binary'],
])('%s with %j is %s', (type, start, kind) => {
  expect(contentKind(type, bytes(start))).toBe(kind);
});

test('a table of comma, semicolon or tab separated values is asked like a table of a page', async () => {
  const csv = bytes('City;Population;Founded\n"Berga; old";3118;1788\nAlvik;12403;1642\n');
  expect(await ask(csv, 'text/csv', 'What is the population of Alvik?')).toBe('12403');
  expect(await ask(csv, 'text/csv', '')).toContain('"Berga; old";3118;1788');
  const items = { type: 'object', properties: { city: { type: 'string' }, founded: { type: 'integer' } } };
  expect(await ask(csv, 'text/csv', '', { type: 'array', items })).toEqual([
    { city: 'Berga; old', founded: 1788 },
    { city: 'Alvik', founded: 1642 },
  ]);
  expect(parseCsv('a,b\r\n"x ""y""","1\n2"\r\n')).toEqual([
    ['a', 'b'],
    ['x "y"', '1\n2'],
  ]);
});

test('XML that is no feed is asked like the same data in JSON, and given whole', async () => {
  const xml = bytes(
    '<?xml version="1.0"?><stock shop="Nord"><tool><name>Rake</name><price>12.50</price></tool><tool><name>Spade</name><price>19.90</price></tool></stock>',
  );
  expect(await ask(xml, 'application/xml', 'How much is the spade?')).toBe('19.90');
  expect(await ask(xml, 'text/xml', '')).toContain('<tool><name>Rake</name>');
});

test('JSON is given whole, asked, and fitted to a schema', async () => {
  const body = Buffer.from(
    JSON.stringify({
      total: 2,
      users: [
        { name: 'Ann', age: 31 },
        { name: 'Bo', age: 27 },
      ],
    }),
  );
  expect(await ask(body, 'application/json', '')).toMatchObject({ total: 2 });
  expect(await ask(body, 'application/json', 'How old is Bo?')).toBe('27');
  const users = {
    type: 'array',
    items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
  };
  expect(await ask(body, 'application/json', '', { type: 'object', properties: { users } })).toEqual({
    users: [
      { name: 'Ann', age: 31 },
      { name: 'Bo', age: 27 },
    ],
  });
});

test('the entries of a feed are things with a title, a link and a day', async () => {
  const feed = bytes(`<?xml version="1.0"?><rss version="2.0"><channel><title>Notes</title>
    <item><title>Second</title><link>https://site.example/2</link><pubDate>Tue, 04 Mar 2025 10:00:00 GMT</pubDate><description>&lt;p&gt;Two&lt;/p&gt;</description></item>
    <item><title>First</title><link>https://site.example/1</link><pubDate>Mon, 03 Feb 2025 10:00:00 GMT</pubDate></item></channel></rss>`);
  const items = {
    type: 'object',
    properties: {
      title: { type: 'string' },
      url: { type: 'string', format: 'uri' },
      date: { type: 'string', format: 'date' },
    },
  };
  expect(
    await ask(feed, 'application/rss+xml', '', {
      type: 'object',
      properties: { entries: { type: 'array', items } },
    }),
  ).toEqual({
    entries: [
      { title: 'Second', url: 'https://site.example/2', date: '2025-03-04' },
      { title: 'First', url: 'https://site.example/1', date: '2025-02-03' },
    ],
  });
});

/** One page with a font of the fourteen that every reader has. */
function pdf(content: string, trailer = ''): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    bytes(
      '%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F1 5 0 R>>>>>> endobj\n',
    ),
    bytes(
      `3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>> endobj\n4 0 obj <</Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    bytes(
      `\nendstream endobj\n5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj\ntrailer <</Root 1 0 R ${trailer}>>\n%%EOF`,
    ),
  ]);
}

test('the text of a PDF is read as lines, although its table of objects is missing', {
  timeout: 60_000,
}, async () => {
  const body = pdf(
    'BT /F1 12 Tf 72 720 Td (Invoice \\(copy\\)) Tj 0 -14 Td [(Tot) 20 (al:) -300 (\\200 42.00)] TJ ET',
  );
  expect(await readPdf(body)).toEqual({ text: 'Invoice (copy)\nTotal: € 42.00', title: null, isCut: false });
  expect(await ask(body, 'application/pdf', 'What is the total?')).toBe('€ 42.00');
});

test('a PDF as browsers print it gives its headings, its table and its values', {
  timeout: 60_000,
}, async () => {
  const body = await readFile(path.join(import.meta.dirname, '../../../bench/data/invoice.pdf'));
  expect(await ask(body, 'application/pdf', 'What is the total due?')).toBe('€ 301.00');
  expect(await ask(body, 'application/pdf', 'What is the quantity of the wall bracket?')).toBe('8');
  expect(await ask(body, 'application/pdf', 'Get the text')).toContain(
    '## Payment\n\nPlease pay within 14 days',
  );
  const item = { type: 'object', properties: { item: { type: 'string' }, amount: { type: 'number' } } };
  const properties = {
    customer: { type: 'string' },
    invoice_date: { type: 'string', format: 'date' },
    items: { type: 'array', items: item },
  };
  expect(await ask(body, 'application/pdf', '', { type: 'object', properties })).toEqual({
    customer: 'Größe & Söhne GmbH',
    invoice_date: '2026-04-17',
    items: [
      { item: 'Oak shelf', amount: 240 },
      { item: 'Wall bracket', amount: 36 },
      { item: 'Delivery', amount: 25 },
    ],
  });
});

const lock = `<</Filter/Standard/V 1/R 2/P -4/O<${'5a'.repeat(32)}>/U<${'a5'.repeat(32)}>>>`;

test.each([
  ['damaged', bytes('%PDF-1.4')],
  ['damaged', bytes('%PDF- 1 0 obj <</Length 9 0 R>> stream')],
  ['a scan', pdf('q 600 0 0 800 0 0 cm 0.5 g 0 0 1 1 re f Q')],
  ['encrypted', pdf('BT /F1 12 Tf (x) Tj ET', `/Encrypt ${lock} /ID[<00><00>]`)],
])(
  'a PDF that is %s is a file, not a page, and the reason is told',
  { timeout: 60_000 },
  async (reason, body) => {
    const source = { body, contentType: 'application/pdf', url: 'https://site.example/x' };
    const { kind, unreadable } = await readDocument(source, null);
    expect(kind).toBe('binary');
    expect(unreadable).toContain(reason);
  },
);
