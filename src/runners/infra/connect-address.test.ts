import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readCatalog } from '../catalog.ts';
import { connectAddress } from './connect-address.ts';

const cloud = { domains: ['browserbase.com'], baseUrl: 'https://api.browserbase.com' };
const own = { domains: ['browserbase.com'], baseUrl: 'http://10.0.0.5:3000/prefix' };

test.each([
  ['wss://connect.browserbase.com/?apiKey=k', cloud],
  ['wss://connect.usw2.browserbase.com:8443/x?signingKey=k', cloud],
  ['wss://BROWSERBASE.com./', cloud],
  ['ws://10.0.0.5:9222/devtools/browser/1', own],
  ['wss://10.0.0.5/', own],
  ['wss://connect.browserbase.com/', own],
])('%s is one to connect to', (address, hosts) => {
  expect(connectAddress(address, hosts)?.href).toBe(new URL(address).href);
});

/** Addresses in the vendors' documentation, SDKs and public clients, November 2026. */
test.each([
  ['airtop', 'wss://api.airtop.ai/sessions/1/cdp'],
  ['anchor', 'wss://connect.anchorbrowser.io?apiKey=k&sessionId=1'],
  ['brightdata', 'wss://brd.superproxy.io:9222'],
  ['browser-use', 'https://1a2b.cdp1.browser-use.com'],
  ['browser-use', 'wss://old.cdp.browser-use.com/devtools/browser/x'],
  ['browserbase', 'wss://connect.usw2.browserbase.com/?signingKey=k'],
  ['browserless', 'wss://production-sfo.browserless.io/chromium?token=k'],
  ['cloudflare', 'wss://api.cloudflare.com/client/v4/accounts/1/browser-run/devtools/browser/2'],
  ['cloudflare', 'wss://live.browser.run/api/devtools/browser/1?jwt=k'],
  ['evomi', 'wss://browser.evomi.com/?key=k'],
  ['firecrawl', 'wss://cdp-proxy.firecrawl.dev/cdp/1'],
  ['hyperbrowser', 'wss://connect.hyperbrowser.ai/?token=k'],
  ['kernel', 'wss://proxy.iad-elated-ellis.onkernel.com:8443/browser/cdp?jwt=k'],
  ['kernel', 'wss://proxy.iad-elated-ellis.kernel.sh:8443/browser/cdp?jwt=k'],
  ['lightpanda', 'wss://euwest.cloud.lightpanda.io/ws?token=k'],
  ['notte', 'wss://us-prod.notte.cc/sessions/1/debug?token=k'],
  ['oxylabs', 'wss://hb.oxylabs.io?p_cc=US'],
  ['rebrowser', 'wss://ws.rebrowser.net/?apiKey=k'],
  ['scrapeless', 'wss://browser.scrapeless.com/browser/1?token=k'],
  ['scrapfly', 'wss://browser.scrapfly.io?api_key=k'],
  ['spider', 'wss://browser.spider.cloud/v1/browser?token=k'],
  ['steel', 'wss://connect.steel.dev?sessionId=1'],
  ['surfsky', 'wss://cloud.surfsky.io/proxy/1'],
  ['tinyfish', 'wss://ip-3-101-26-194.tetra-data.production.tinyfish.io/tf-33af0d0c'],
  ['tinyfish', 'wss://example.tinyfish.io/cdp'],
  ['zenrows', 'wss://browser.zenrows.com?apikey=k'],
])('%s hands out %s', async (name, address) => {
  const { source } = await import(`./sources/${name}.ts`);
  const rows = readCatalog().rows.filter(({ adapter }) => adapter === `infra/${name}`);
  const own = rows.find(({ baseUrl }) => baseUrl !== null);
  const hosts = { domains: source.domains, baseUrl: own?.baseUrl ?? '' };
  expect(connectAddress(address.replace(/^http/, 'ws'), hosts)).not.toBeNull();
});

test('every source of a cloud has a documented address above', async () => {
  const text = await readFile(import.meta.filename, 'utf8');
  const clouds = readCatalog().rows.filter(
    ({ adapter, baseUrl, comingSoon }) =>
      adapter.startsWith('infra/') && baseUrl !== null && comingSoon === null,
  );
  for (const { adapter } of clouds) expect(text).toContain(`['${adapter.slice(6)}', `);
});

test.each([
  ['not an address', cloud],
  ['', cloud],
  ['wss://browserbase.com.evil.example/', cloud],
  ['wss://evilbrowserbase.com/', cloud],
  ['wss://169.254.169.254/latest', cloud],
  ['wss://127.0.0.1/', cloud],
  ['wss://[::1]/', cloud],
  // In the open, or by another protocol, or with a name and a password that are not ours to send.
  ['ws://connect.browserbase.com/', cloud],
  ['https://connect.browserbase.com/', cloud],
  ['http://10.0.0.5:9222/', own],
  ['file:///etc/passwd', cloud],
  ['wss://connect.browserbase.com@evil.example/', cloud],
  ['wss://user:pass@connect.browserbase.com/', cloud],
  ['ws://10.0.0.6:9222/', own],
  ['ws://connect.browserbase.com/', own],
])('%s is not', (address, hosts) => {
  expect(connectAddress(address, hosts)).toBeNull();
});
