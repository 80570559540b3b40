import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installChromium } from './install-chromium.ts';

async function install(downloadHost: string, limitMs: number) {
  const home = await mkdtemp(path.join(tmpdir(), 'home-'));
  const lines: string[] = [];
  const result = await installChromium({
    // The folders of another system, so that a browser installed on this one is not found.
    places: { configuredPath: null, playwrightBrowsersPath: home, home, platform: 'darwin' },
    isRoot: false,
    onLine: (line) => lines.push(line),
    limitMs,
    environment: {
      HOME: home,
      TMPDIR: home,
      PLAYWRIGHT_BROWSERS_PATH: home,
      PLAYWRIGHT_DOWNLOAD_HOST: downloadHost,
    },
  });
  await rm(home, { recursive: true, force: true });
  return { result, lines };
}

test('a download that is refused ends with a reason and shows its progress', async () => {
  const { result, lines } = await install('http://127.0.0.1:1', 60_000);
  expect(result).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/could not be installed.*CHROMIUM_PATH/s),
  });
  expect(lines[0]).toContain('Installing Chromium');
  expect(lines.length).toBeGreaterThan(1);
}, 60_000);

test('a download that never answers ends at the limit', async () => {
  const silent = net.createServer((socket) => socket.on('error', () => {}).resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { result } = await install(`http://127.0.0.1:${port}`, 2_000);
  expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('not done within 2 s') });
  silent.close();
}, 20_000);
