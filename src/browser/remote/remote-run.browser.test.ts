import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SOON } from '../../../test/support/soon.ts';
import { startInfraStandIn } from '../../../test/support/stand-ins/browser-infra.ts';
import { systemClock } from '../../platform/clock.ts';
import { openProviderSocket } from '../../platform/net/provider-socket.ts';
import { gateFor, type Site, serveSite } from '../browser.fixture.ts';
import type { BrowserRun } from '../browser-run.ts';
import { SiteBounds } from '../site-bounds.ts';
import { openRemoteRun } from './remote-run.ts';

const owned = new AsyncDisposableStack();
let folder: string;
let site: Site;
let inside: Site;
let run: BrowserRun;

const PAGES: Record<string, string> = {
  // A script holds the page up until it came, or was refused.
  '/offer': '<script src="INSIDE/x.js"></script><p>An offer</p>',
  '/files': `<a href="/report">plain</a> <a href="/report?2" download>by its own word</a> <a id="made">made here</a>
    <script>made.download = 'made.txt'; made.href = URL.createObjectURL(new Blob(['made here']));</script>`,
};

beforeAll(async () => {
  inside = owned.use(await serveSite({ '/': 'secret' }));
  site = owned.use(
    await serveSite((request, response) => {
      const path = request.url ?? '';
      if (path === '/away') response.writeHead(302, { location: `${inside.origin}/` }).end();
      else if (path.startsWith('/report'))
        response
          .writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''b%C3%A4r.csv` })
          .end('a,b\n');
      else response.setHeader('content-type', 'text/html').end(PAGES[path]?.replace('INSIDE', inside.origin));
    }),
  );
  const standIn = owned.use(await startInfraStandIn());
  const answer = await fetch(`${standIn.url}/browsers`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: '{}',
  });
  const { cdp_ws_url } = (await answer.json()) as { cdp_ws_url: string };
  const socket = await openProviderSocket({ url: new URL(cdp_ws_url), headers: {}, timeoutMs: 60_000 });
  if ('refused' in socket) throw new Error('no connection');
  folder = await mkdtemp(join(tmpdir(), 'switchyard-remote-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const opened = await openRemoteRun({
    socket,
    gate: gateFor(site),
    clock: systemClock,
    folder,
    localAllowed: true,
    signal: new AbortController().signal,
  });
  if (!opened) throw new Error('no browser');
  run = opened;
});
afterAll(() => owned.disposeAsync());

test('the driver follows no page, and no redirect, to a place that is not public', async () => {
  expect(await run.goto(`${site.origin}/offer`, 60_000)).toBeNull();
  expect(await run.page.textContent('body')).toContain('An offer');
  expect(String(await run.goto(`${site.origin}/away`, 60_000))).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(site.requests).toContain('/away');
  expect(String(await run.goto('file:///etc/passwd', 60_000))).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(inside.requests).toEqual([]);
  expect(run.refusals).toEqual([`127.0.0.1:${inside.port}`]);
});

test('on a run with a login the pages talk with the site of the login only', async () => {
  await run.keepWithin(new SiteBounds([site.origin]));
  await run.goto(`${site.origin}/files`, 60_000);
  const connections = inside.connections();
  const end = await run.page.evaluate(
    async (url) => {
      const socket = new WebSocket(url);
      return new Promise<string>((resolve) => {
        socket.onclose = () => resolve('closed');
        socket.onerror = () => resolve('closed');
      });
    },
    inside.origin.replace('http://127.0.0.1', 'ws://localhost'),
  );
  expect([end, inside.connections()]).toEqual(['closed', connections]);
});

test('files come over, each once, however a page gives them, and go with the run', async () => {
  await run.goto(`${site.origin}/files`, 60_000);
  const given: string[] = [];
  for (const [index, words] of ['plain', 'by its own word', 'made here'].entries()) {
    await run.page.getByText(words).click({ noWaitAfter: true });
    await expect.poll(() => run.downloads.length, SOON).toBe(index + 1);
    const file = run.downloads[index];
    const bytes = await readFile((await file?.path()) ?? '', 'utf8');
    given.push(`${file?.suggestedFilename()}: ${bytes}`);
  }
  expect(given).toEqual(['bär.csv: a,b\n', 'bär.csv: a,b\n', 'made.txt: made here']);
  expect(site.requests.filter((path) => path.startsWith('/report'))).toEqual(['/report', '/report?2']);
  await run[Symbol.asyncDispose]();
  await expect.poll(() => readdir(folder), SOON).toEqual([]);
});
