import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumPath } from '../../src/browser/browser.fixture.ts';
import { launchRemoteChromium } from '../support/stand-ins/browser-infra.ts';
import { readHeading } from './read-heading.ts';

test('a remote Chromium that is debugged over a port', async () => {
  await using chromium = await launchRemoteChromium();
  await readHeading('generic-cdp', `http://127.0.0.1:${chromium.port}`);
  await readHeading('generic-cdp', `ws://127.0.0.1:${chromium.port}${chromium.path}`);
});

test("Playwright's own server, as a program", async () => {
  const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const config = { executablePath: await chromiumPath(), chromiumSandbox: process.getuid?.() !== 0 };
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ ...config, host: '127.0.0.1' }));
  const args = [cli, 'launch-server', '--browser', 'chromium', '--config', file];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill());
  const [said] = await once(server.stdout, 'data');
  const [address = ''] = /ws:\S+/.exec(String(said)) ?? [];
  expect(address).toMatch(/^ws:/);
  await readHeading('playwright-server', address);
});
