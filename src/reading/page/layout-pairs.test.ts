import { expect, test } from 'vitest';
import { extractPage } from '../extract.ts';

function labelsOf(body: string): string[] {
  const html = `<html lang="en"><title>Page</title><body><main><h1>Harbour Light</h1>${body}</main></body></html>`;
  const { labels } = extractPage(html, 'https://site.example/page');
  return labels.map(({ label, value }) => `${label}: ${value}`);
}

const TILES = `<div class="n"><div class="t"><div>1988</div><div>Founded</div></div><div class="t"><div>134</div><div>Employees</div></div><div class="t"><div>47</div><div>Countries served</div></div></div>`;
const BOXES = `<div class="s"><div class="r"><div>Shipping:</div><div>Second class post</div></div><div class="r"><div>Returns:</div><div>Within a month</div></div></div>`;
const PRICES = `<div class="flex gap-2"><span class="text-xl">$139.95</span><span class="line-through">$189.95</span><span>Save 26%</span></div>`;
const ROW = `<div class="row"><span>Mar 11, 2025</span><span>54 min</span><span>37 watchers</span></div>`;

test.each([
  ['a number above its name', TILES, 'Employees: 134'],
  ['a name with a colon in a box of its own', BOXES, 'Returns: Within a month'],
  ['the price from before', PRICES, 'original price: $189.95'],
  ['a number and what it counts', ROW, 'watchers: 37'],
])('%s is a name with a value', (_, body, label) => {
  expect(labelsOf(body)).toContain(label);
});
