import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { gateFor, openPool, type Site, serveSite } from './browser.fixture.ts';
import type { BrowserPool } from './browser-pool.ts';

let site: Site;
let pool: BrowserPool;
let folder: string;
const owned = new AsyncDisposableStack();
const MB = 1_000_000;

beforeAll(async () => {
  site = owned.use(
    await serveSite((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (pathname === '/') {
        response.writeHead(200, { 'content-type': 'text/html' });
        return void response.end(
          '<a href="/small">small</a> <a href="/large">large</a> <a href="/endless">endless</a>',
        );
      }
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename=${pathname.slice(1)}.bin`,
      });
      if (pathname !== '/endless')
        return void response.end(Buffer.alloc(pathname === '/small' ? MB : 4 * MB));
      // It never ends, and stays below the limit of all files together.
      response.write(Buffer.alloc(5 * MB));
    }),
  );
  const opened = owned.use(
    await openPool({ gate: gateFor(site), downloadLimits: { fileBytes: 3 * MB, totalBytes: 8 * MB } }),
  );
  ({ pool, folder } = opened);
});
afterAll(() => owned.disposeAsync());

async function bytesOnDisk(): Promise<string[]> {
  const [browser = ''] = await readdir(folder);
  const entries = await readdir(join(folder, browser, 'downloads'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[0-9a-f-]{36}/.test(entry.name))
    .map(({ name }) => name);
}

test('a file that grows too large is cut off and told of; the others are kept', async () => {
  await using run = await pool.acquire({ localAllowed: true });
  await run.goto(site.origin, 10_000);
  for (const name of ['small', 'endless']) await run.page.getByText(name).click();
  await expect.poll(() => run.files.oversized.size, SOON).toBe(1);
  expect([...run.files.oversized.keys()].map((download) => download.suggestedFilename())).toEqual([
    'endless.bin',
  ]);
  await Promise.all(run.downloads.map((download) => run.files.judged(download)));
  expect(run.exceeded).toBeNull();
  await expect.poll(bytesOnDisk, SOON).toHaveLength(1);
});

test('past the total nothing more is let onto the disk, and all of it goes with the run', async () => {
  {
    await using run = await pool.acquire({ localAllowed: true });
    await run.goto(site.origin, 10_000);
    for (let count = 1; count <= 3; count += 1) {
      await run.page.getByText('large').click();
      await expect.poll(() => run.files.oversized.size, SOON).toBe(count);
    }
    expect(run.exceeded).toBe('temp_bytes');
    await run.page.getByText('small').click();
    await expect.poll(() => site.requests.at(-1), SOON).toBe('/small');
    expect(run.downloads).toHaveLength(3);
  }
  await expect.poll(bytesOnDisk, SOON).toEqual([]);
});
