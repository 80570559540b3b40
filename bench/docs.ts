import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildDocs } from '../scripts/docs/build.ts';
import { openSearch } from '../src/docs/search.ts';
import { type Finding, valueFinding } from './report.ts';
import { quantile } from './rounds.ts';

const FRAME_MS = 16.7;
const MOST_KB = 60;

/** Searches of people, typed one letter after the other, as the page searches. */
const ASKED = [
  'one-time code',
  'price of a run',
  'webhook signature',
  'browserbase',
  'idempotency',
  'invalid_schema',
];

/** The first page of the documentation on the wire, and the time of a search. */
export async function documentation(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-docs-'));
  try {
    await buildDocs(folder);
    const read = (name: string) => readFile(join(folder, name));
    const page = (await read('index.html')).toString();
    const names = [...page.matchAll(/\/docs\/(assets\/docs-[\w.]+)/g)].map(([, name]) => name ?? '');
    const parts = [Buffer.from(page), ...(await Promise.all([...new Set(names)].map(read)))];
    const kilobytes = parts.reduce((sum, part) => sum + gzipSync(part).length, 0) / 1_000;
    const p95 = timeSearches((await read('search.json')).toString());
    return [
      valueFinding('first page of /docs, gzip', kilobytes, 'kB', MOST_KB),
      valueFinding('docs search, p95 against a frame', p95, 'ms', FRAME_MS),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timeSearches(index: string): number {
  const search = openSearch(index);
  const times = ASKED.flatMap((words) =>
    Array.from(words, (_, at) => {
      const startedAt = performance.now();
      search(words.slice(0, at + 1));
      return performance.now() - startedAt;
    }),
  );
  return quantile(times, 0.95);
}
