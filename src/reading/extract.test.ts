import { expect, test } from 'vitest';
import { extractPage } from './extract.ts';

const url = 'https://shop.example/items/7';
const paragraph = 'The kettle boils a litre of water in two minutes and switches itself off when it is done.';

test('an article keeps its text, links and headings and loses navigation and footer', () => {
  const page = extractPage(
    `<html lang="en"><head><title>How kettles work | Shop</title><meta name="description" content="All about kettles"></head>
     <body><nav><a href="/">Home</a><a href="/login">Log in</a></nav><article><h1>How kettles work</h1>
     ${`<p>${paragraph}</p>`.repeat(12)}<h2>Care</h2><p>Descale it <a href="../care">every month</a>.</p></article>
     <footer>Imprint and privacy</footer></body></html>`,
    url,
  );
  expect(page.title).toBe('How kettles work | Shop');
  expect(page.language).toBe('en');
  expect(page.markdown).toMatch(/^# How kettles work\n/);
  expect(page.markdown).toContain('## Care');
  expect(page.markdown).toContain('[every month](https://shop.example/care)');
  expect(page.markdown).not.toContain('Imprint');
  expect(page.text).toContain('Descale it every month.');
  expect(page.metadata.description).toBe('All about kettles');
});

test.each([
  ['<section class="author-bio"><p>How three villages saved their pub.</p></section>', false],
  ['<p>How three villages saved their pub.</p>', true],
])('what stands around an article is left out of its main part too: %s', (box, isKept) => {
  const story = `<p>${'The shop of the village opened its doors again on Saturday, and the bread was gone by nine. '.repeat(4)}</p>`;
  const { text } = extractPage(`<main><h1>A shop</h1>${story}${box}${story}</main>`, 'https://site.example/');
  expect(text.includes('their pub')).toBe(isKept);
  expect(text).toContain('gone by nine');
});

test('a short page keeps what it shows', () => {
  const page = extractPage(
    '<h1>Mug</h1><span class="price">€4.50</span><ul><li>red</li><li>blue</li></ul>',
    url,
  );
  for (const part of ['# Mug', '€4.50', '- red', '- blue']) expect(page.markdown).toContain(part);
});

test('JSON-LD is flattened, also out of graphs and comments, and broken blocks are skipped', () => {
  const page = extractPage(
    `<head><script type="application/ld+json">{"@graph":[{"@type":"Product","name":"A"},{"@type":"Person"}]}</script>
     <script type="application/ld+json">{broken</script>
     <script type="application/ld+json; charset=utf-8"><!-- [{"@type":"Offer"}] --></script></head><body>x</body>`,
    url,
  );
  expect(page.nodes.map((node) => node['@type'])).toEqual(['Product', 'Person', 'Offer']);
});

test('tables come as headers and rows, labels from lists, rows, itemprops and "name: value" lines', () => {
  const page = extractPage(
    `<body><table><caption>Stock</caption><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody><tr><td>Mug</td><td>4</td></tr></tbody></table>
     <table><tr><th>Weight</th><td>1.2 kg</td></tr></table><dl><dt>Colour:</dt><dd>Blue</dd></dl>
     <p><b>Made in:</b> Italy</p><meta itemprop="sku" content="K-1"><span itemprop="brand">Acme</span><b class="price">9</b></body>`,
    url,
  );
  expect(page.collections[0]).toMatchObject({
    kind: 'table',
    about: ['Stock'],
    items: [{ title: 'Mug', fields: [{ value: 'Mug' }, { names: ['Price'], value: '4' }] }],
  });
  const labels = Object.fromEntries(page.labels.map(({ label, value }) => [label, value]));
  expect(labels).toMatchObject({
    Weight: '1.2 kg',
    Colour: 'Blue',
    'Made in': 'Italy',
    brand: 'Acme',
  });
  expect(page.metadata.sku).toBe('K-1');
});

test('script-like and hidden parts never become text', () => {
  const page = extractPage(
    '<body><p>Seen</p><script>bad()</script><style>.x{}</style><div hidden>no</div><div style="display: none">no</div><template>no</template><a href="javascript:x()">link</a></body>',
    url,
  );
  expect(page.markdown).toContain('Seen');
  expect(page.markdown).not.toMatch(/bad|\.x|no\b|javascript:/);
});

test.each([
  '',
  ' ',
  '<',
  '\0',
  '<b>unclosed',
  '<table><tr><td>x',
  '</html>',
  '<html><head></head></html>',
  '<!doctype html>',
  '&#xffffff;',
  '<div '.repeat(50),
])('broken markup %j gives a page and no error', (html) => {
  const page = extractPage(html, url);
  expect(typeof page.markdown).toBe('string');
});

test('a page with thousands of items is read whole and in order', { timeout: 60_000 }, () => {
  const html = `<main>${Array.from({ length: 4_000 }, (_, index) => `<p>Item ${index} end</p>`).join('')}</main>`;
  const page = extractPage(html, url);
  expect(page.markdown.startsWith('Item 0 end')).toBe(true);
  expect(page.markdown.endsWith('Item 3999 end')).toBe(true);
});

test.each([
  '<html lang="en"><title>T</title><body><h1>Seen</h1><p>words</p></body></html>',
  '<!doctype html><html><head><title>T</title></head><h1>Seen</h1><p>words</p>',
  '<!doctype html><title>T</title><meta charset="utf-8"><h1>Seen</h1><p>words</p>',
  '<!-- x --><html><head><title>T</title><body class="a"><h1>Seen</h1><p>words</p>',
  '<title>T</title><script>var a = "<body>";</script><style>p{}</style><body><h1>Seen</h1><p>words</p>',
])('a page may leave out tags: %j', (html) => {
  const page = extractPage(html, url);
  expect(page.title).toBe('T');
  expect(page.markdown).toBe('# Seen\n\nwords');
});
