import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, serveSite } from '../../browser/browser.fixture.ts';
import type { DirectRunner } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

const owned = new AsyncDisposableStack();
let runner: DirectRunner;
let origin: string;

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const CSV = Buffer.from('name,price\nTea,4.50\n');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Files that the server sends without a word of saving them: the browser shows them. */
const FILES: Record<string, [type: string, bytes: Buffer]> = {
  '/files/prices.pdf': ['application/pdf', PDF],
  '/files/stock.csv': ['text/csv', CSV],
  '/files/plan.png': ['image/png', PNG],
};

beforeAll(async () => {
  const site = owned.use(
    await serveSite((request, response) => {
      const file = FILES[request.url ?? ''];
      response.writeHead(200, { 'content-type': file?.[0] ?? 'text/html' });
      response.end(
        file?.[1] ??
          '<!doctype html><title>Shop</title><h1>Shop</h1><p>All we sell.</p><ul><li><a href="/files/prices.pdf">Price list</a></li><li><a href="/files/stock.csv" target="_blank">Stock</a></li><li><a href="/files/plan.png">Floor plan</a></li></ul>',
      );
    }),
  );
  origin = site.origin;
  ({ runner } = owned.use(await openLocalChromium(gateFor(site))));
});

afterAll(() => owned.disposeAsync());

test.each([
  ['/', 'Download the price list.', 'prices.pdf', PDF],
  ['/', 'Download the stock as CSV', 'stock.csv', CSV],
  ['/', 'Download the floor plan.', 'plan.png', PNG],
  ['/files/prices.pdf', 'Download this PDF.', 'prices.pdf', PDF],
])('%s: "%s" captures what the browser only shows', async (path, goal, name, bytes) => {
  const result = await runner.run(
    { goal, url: origin + path, instructions: null, steps: [], successCriteria: null, outputSchema: null },
    attemptScope(),
  );
  expect(result).toMatchObject({ ok: true });
  const file = result.files?.find(({ kind }) => kind === 'download');
  expect(file?.name).toBe(name);
  expect(Buffer.from(file?.bytes ?? []).equals(bytes)).toBe(true);
});
