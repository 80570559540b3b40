import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOnSite } from './local-chromium.fixture.ts';

let site: Awaited<ReturnType<typeof openOnSite>>;
const exported: string[] = [];

const HOME = '<h1>Ledger</h1><nav><a href="/bills">Bills</a> <a href="/search">Search</a></nav>';
const page = (body: string) => `<!doctype html><title>Ledger</title>${body}`;
const hits = [
  '<tr><td>Elm</td><td>4</td></tr><tr><td>Oak</td><td>9</td></tr>',
  '<tr><td>Ash</td><td>12</td></tr><tr><td>Fir</td><td>1</td></tr>',
];

/** A list that hands out what its filters leave, and a search that finds more than one page of trees. */
function served({ pathname, search, searchParams }: URL): string {
  if (pathname === '/bills')
    return `<h1>Bills</h1><form><label>From <input type="date" name="from" value="${searchParams.get('from') ?? ''}"></label> <label>To <input type="date" name="to" value="${searchParams.get('to') ?? ''}"></label> <button>Filter</button> <a href="/bills.csv${search}">Export CSV</a></form>`;
  if (pathname !== '/search') return HOME;
  const at = Number(searchParams.get('page') ?? 1);
  const more = at === 1 ? '<a href="/search?q=tree&page=2">Next</a>' : '';
  return searchParams.has('q')
    ? `<h1>Trees found</h1><table><tr><th>Tree</th><th>Leaves</th></tr>${hits[at - 1]}</table>${more}`
    : '<h1>Search</h1><form><label>Search for <input name="q"></label> <button>Search</button></form>';
}

beforeAll(async () => {
  site = await openOnSite((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const isFile = url.pathname === '/bills.csv';
    if (isFile) exported.push(url.search);
    response.writeHead(200, {
      'content-type': isFile ? 'text/csv' : 'text/html',
      ...(isFile && { 'content-disposition': 'attachment; filename="bills.csv"' }),
    });
    response.end(isFile ? 'no\n1\n' : page(served(url)));
  });
});

afterAll(() => site[Symbol.asyncDispose]());

test('what is exported from a list is what the filters told leave of it', async () => {
  const result = await site.ask('Export the bills from 1 October 2026 to 31 October 2026 as CSV.');
  expect(result.ok).toBe(true);
  expect([...new Set(exported)]).toEqual(['?from=2026-10-01&to=2026-10-31']);
});

test('what was found is compared over all its pages', async () => {
  const result = await site.ask('Search for tree and tell me which of the trees found has the most leaves.');
  expect(result).toMatchObject({ ok: true, output: 'Ash' });
});
