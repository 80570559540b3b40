import { expect, test } from 'vitest';
import { Extractor } from './extractor.ts';

const url = 'https://site.example/';

test('a page made to be slow costs its thread, not the service', { timeout: 120_000 }, async () => {
  await using extractor = new Extractor({ limitMs: 1_500, maxThreads: 1 });
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  const hostile = extractor.extract('<div>'.repeat(500_000), url);
  const next = extractor.extract('<h1>Next</h1><p>page</p>', url);
  expect((await hostile).url).toBe(url);
  expect((await next).markdown).toContain('# Next');
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(50);
});

test('an abort and the end of the extractor answer with the empty page at once', async () => {
  const extractor = new Extractor({ maxThreads: 1 });
  const abort = new AbortController();
  const aborted = extractor.extract('<div>'.repeat(100_000), url, abort.signal);
  const waiting = extractor.extract('<p>x</p>', url);
  abort.abort();
  expect((await aborted).markdown).toBe('');
  await extractor[Symbol.asyncDispose]();
  expect((await waiting).markdown).toBe('');
  expect((await extractor.extract('<p>x</p>', url)).markdown).toBe('');
});

test('structured data that is nested without end does not hide the page', async () => {
  await using extractor = new Extractor({ maxThreads: 1 });
  const deep = `{"@type":"Product","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const html = `<script type="application/ld+json">${deep}</script><h1>Kettle</h1><p>58 EUR</p>`;
  expect((await extractor.extract(html, url)).markdown).toContain('# Kettle');
});
