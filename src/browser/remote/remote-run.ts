import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Clock } from '../../platform/clock.ts';
import { mayBeClosed, reportedElsewhere } from '../../platform/failure.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { ProviderSocket } from '../../platform/net/provider-socket.ts';
import { OWN_PREFIX } from '../browser-home.ts';
import { BrowserRun } from '../browser-run.ts';
import type { BrowserState } from '../browser-slot.ts';
import type { CdpClientOptions } from '../cdp-client.ts';
import { driver } from '../driver-guard.ts';
import { endsWithin } from '../ends-within.ts';
import { RemoteEgress } from './remote-egress.ts';
import { RemoteFiles } from './remote-files.ts';
import { SocketBrowser } from './socket-browser.ts';
import { watchDocuments } from './watch-documents.ts';

const OPEN_LIMIT_MS = 30_000;
const CLOSE_LIMIT_MS = 4_000;

interface RemoteRunOptions {
  /** Leads to the browser; closed with the run. Some speak Playwright's own protocol. */
  socket: ProviderSocket | PlaywrightServer;
  gate: Gate;
  clock: Clock;
  /** Files of the run go into a folder of its own below it. */
  folder: string;
  localAllowed: boolean;
  storageState?: BrowserState | undefined;
  signal: AbortSignal;
  /** Other runs work in this browser, too. */
  isShared?: boolean;
  /** Called once, when the browser is rid of this run. */
  onClosed?(): void;
}

interface PlaywrightServer {
  playwrightUrl: string;
  headers: Record<string, string>;
  close(): void;
}

/**
 * A run in a remote browser. It works in the existing context and page, for at many providers only they have the proxy and the
 * disguise; in a shared browser it makes its own. Null when the browser does not answer.
 */
export async function openRemoteRun(options: RemoteRunOptions): Promise<BrowserRun | null> {
  const { socket, clock, localAllowed, signal } = options;
  const opening = open(options);
  const isOpen = await endsWithin(opening, OPEN_LIMIT_MS, signal);
  const slot = isOpen && !signal.aborted ? await opening.catch(() => null) : null;
  if (slot === null) {
    socket.close();
    opening.then((late) => late.close(() => undefined)).catch(mayBeClosed);
    return null;
  }
  const { onClosed = () => undefined } = options;
  return new BrowserRun({ slot, files: () => slot.files, localAllowed, clock, signal, onClosed });
}

async function open({ socket, gate, folder, localAllowed, storageState, isShared }: RemoteRunOptions) {
  await using opened = new AsyncDisposableStack();
  const chromium = await driver();
  await mkdir(folder, { recursive: true });
  const place = await mkdtemp(path.join(folder, OWN_PREFIX));
  opened.defer(() => rm(place, { recursive: true, force: true }));
  const timeout = OPEN_LIMIT_MS;
  const shared = 'playwrightUrl' in socket ? null : new SocketBrowser(socket);
  const connecting =
    'playwrightUrl' in socket
      ? chromium.connect(socket.playwrightUrl, { headers: socket.headers, timeout })
      : chromium.connectOverCDP(shared?.front ?? socket, { timeout });
  connecting.catch(reportedElsewhere);
  const browser = await (shared ? Promise.race([connecting, shared.closed]) : connecting);
  opened.defer(() => browser.close());
  // Files come over the protocol: the browser itself keeps none.
  const context = isShared
    ? await browser.newContext({ acceptDownloads: false })
    : (browser.contexts()[0] ?? (await browser.newContext()));
  const proxy = new RemoteEgress(context, gate);
  if (localAllowed) proxy.allowLocal();
  const files = new RemoteFiles(place);
  const page = await prepare(browser, context, proxy, files);
  // Without its state the run signs in by itself.
  if (storageState) await context.setStorageState(storageState).catch(() => undefined);
  const parts = opened.move();
  return {
    page,
    context,
    proxy,
    files,
    join: isShared || !shared ? undefined : (options: CdpClientOptions) => shared.join(options),
    async close(onClosed: (isHung: boolean) => void) {
      onClosed(!(await endsWithin(parts.disposeAsync(), CLOSE_LIMIT_MS)));
      socket.close();
    },
  };
}

async function prepare(
  browser: Browser,
  context: BrowserContext,
  proxy: RemoteEgress,
  files: RemoteFiles,
): Promise<Page> {
  await proxy.install();
  // Requests of a page's worker would pass us by.
  await context.addInitScript(() => {
    if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined);
  });
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  context.on('page', (page) => void watchDocuments(page, proxy, files).catch(mayBeClosed));
  const [first] = context.pages();
  if (first) await watchDocuments(first, proxy, files);
  const page = first ?? (await context.newPage());
  await page.setViewportSize({ width: 1280, height: 800 });
  return page;
}
