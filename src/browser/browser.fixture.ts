/** Shared by the browser tests: a pool on this machine's Chromium and small sites on loopback. */
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createGate } from '../platform/net/gate.ts';
import { systemResolver } from '../platform/net/resolver.ts';
import { browserIsolation } from './browser-isolation.ts';
import { BrowserPool, type BrowserPoolOptions } from './browser-pool.ts';
import { findChromium } from './find-chromium.ts';

export interface Site extends AsyncDisposable {
  origin: string;
  port: number;
  /** Paths asked for, in order. */
  requests: string[];
  /** The number of connections, with any content. */
  connections(): number;
}

/** Pages by path, or a listener for any other behaviour of a server. */
export async function serveSite(
  answers: Record<string, string> | RequestListener,
  host = '127.0.0.1',
): Promise<Site> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? '');
    if (typeof answers === 'function') return answers(request, response);
    const body = answers[new URL(request.url ?? '/', 'http://site').pathname];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body ?? '<title>Nothing here</title>');
    return undefined;
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function gateFor(...sites: Site[]) {
  const localTargets = sites.map(({ origin, port }) => ({ host: new URL(origin).hostname, port }));
  return createGate({ resolver: systemResolver, localTargets });
}

export async function chromiumPath(): Promise<string> {
  const found = await findChromium({
    configuredPath: process.env.CHROMIUM_PATH ?? null,
    playwrightBrowsersPath: process.env.PLAYWRIGHT_BROWSERS_PATH ?? null,
    home: homedir(),
    platform: process.platform,
  });
  if (!found.ok || found.path === null)
    throw new Error('tests and benchmarks of the browser need a Chromium');
  return found.path;
}

export async function openPool(options: Pick<BrowserPoolOptions, 'gate'> & Partial<BrowserPoolOptions>) {
  const executablePath = await chromiumPath();
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-pool-'));
  await chmod(folder, 0o711);
  const pool = new BrowserPool({
    executablePath,
    clock: systemClock,
    log: createLog('silent'),
    folder,
    isolation: await browserIsolation('on'),
    platform: process.platform,
    ...options,
  });
  return {
    pool,
    folder,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}
