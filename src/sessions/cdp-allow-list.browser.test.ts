import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchRemoteChromium } from '../../test/support/stand-ins/browser-infra.ts';
import { ALLOWED_COMMANDS } from './cdp-allow-list.ts';

// Compared with the browser's own description of its protocol, so that an update opens nothing unnoticed.

interface Described {
  domains: Array<{
    domain: string;
    commands?: Array<{ name: string; parameters?: Array<{ name: string }> }>;
  }>;
}

const owned = new AsyncDisposableStack();
const commands = new Map<string, string[]>();
beforeAll(async () => {
  const { port } = owned.use(await launchRemoteChromium());
  const { domains }: Described = await (await fetch(`http://127.0.0.1:${port}/json/protocol`)).json();
  for (const { domain, commands: all = [] } of domains)
    for (const { name, parameters = [] } of all)
      commands.set(
        `${domain}.${name}`,
        parameters.map((one) => one.name),
      );
});
afterAll(() => owned.disposeAsync());

test('every allowed command is one of the browser', () => {
  expect([...ALLOWED_COMMANDS].filter((name) => !commands.has(name))).toEqual([]);
});

test.each([
  ['binds ports', /^Tethering\.|^Target\.setRemoteLocations$/],
  ['loads extensions or apps', /^Extensions\.|^PWA\./],
  ['reads the system or the command line', /^SystemInfo\.|^Browser\.(?:getBrowserCommandLine|getHistogram)/],
  ['crashes something', /\.crash/],
  ['exposes the protocol to pages', /\.exposeDevToolsProtocol$/],
  ['loads network resources outside a page', /\.loadNetworkResource$/],
  ['touches handles of the file system', /^FileSystem\./],
  ['runs what the browser itself would', /^Browser\.executeBrowserCommand$|^Tracing\.|^Memory\./],
  ['carries commands inside messages', /\.sendMessageToTarget$/],
])('nothing that %s is allowed', (_what, pattern) => {
  const meant = [...commands.keys()].filter((name) => pattern.test(name));
  expect(meant).not.toEqual([]);
  expect(meant.filter((name) => ALLOWED_COMMANDS.has(name))).toEqual([]);
});

/** A command with an address or a path can reach out; each of these has a rule of its own or stays inside the page. */
test('the allowed commands that take addresses and paths are the known ones', () => {
  const reaching = [...ALLOWED_COMMANDS].filter((name) =>
    commands.get(name)?.some((parameter) => /url$|path$|^files$|proxy/i.test(parameter)),
  );
  expect(reaching.toSorted()).toMatchInlineSnapshot(`
    [
      "Browser.setDownloadBehavior",
      "DOM.setFileInputFiles",
      "Fetch.continueRequest",
      "Network.deleteCookies",
      "Network.setCookie",
      "Page.getResourceContent",
      "Page.navigate",
      "Page.setDownloadBehavior",
      "Runtime.compileScript",
      "ServiceWorker.skipWaiting",
      "ServiceWorker.unregister",
      "Target.createBrowserContext",
      "Target.createTarget",
    ]
  `);
});
