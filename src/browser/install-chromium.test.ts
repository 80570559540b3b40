import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installChromium } from './install-chromium.ts';

async function install(downloadHost: string, limitMs: number) {
  const home = await mkdtemp(path.join(tmpdir(), 'home-'));
  const steps: [step: string, output: string][] = [];
  const result = await installChromium({
    // The folders of another system, so that a browser installed on this one is not found.
    places: { configuredPath: null, playwrightBrowsersPath: home, home, platform: 'darwin' },
    isRoot: false,
    logFile: path.join(home, 'install.log'),
    onProgress: (step, output) => steps.push([step, output]),
    limitMs,
    environment: {
      HOME: home,
      TMPDIR: home,
      PLAYWRIGHT_BROWSERS_PATH: home,
      PLAYWRIGHT_DOWNLOAD_HOST: downloadHost,
    },
  });
  const logged = await readFile(path.join(home, 'install.log'), 'utf8');
  await rm(home, { recursive: true, force: true });
  return { result, steps, logged };
}

test('a refused download is one step; its output is in the log file that the reason names', async () => {
  const { result, steps, logged } = await install('http://127.0.0.1:1', 60_000);
  expect(result).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/could not be installed.*see \/.*install\.log.*CHROMIUM_PATH/s),
  });
  expect(new Set(steps.map(([step]) => step))).toEqual(
    new Set(["Installing Chromium (Playwright's download)"]),
  );
  expect(steps.length).toBeGreaterThan(1);
  for (const [, output] of steps) expect(logged).toContain(output);
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
