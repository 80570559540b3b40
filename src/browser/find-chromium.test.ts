import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChromium, findHeadlessShell } from './find-chromium.ts';

async function withHome(files: string[], use: (home: string) => Promise<void>): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'home-'));
  try {
    for (const file of files) {
      await mkdir(path.dirname(path.join(home, file)), { recursive: true });
      await writeFile(path.join(home, file), '', { mode: 0o755 });
    }
    await use(home);
  } finally {
    await rm(home, { recursive: true });
  }
}

// The folders of another system, so that a browser installed on this one is not found.
const platform = 'darwin';
const cache = 'Library/Caches/ms-playwright';
const mac = 'chrome-mac/Chromium.app/Contents/MacOS/Chromium';

test('a configured path is taken as it is, and one that is no program is an error that says so', async () => {
  await withHome(['my-chrome', `${cache}/chromium-1/${mac}`], async (home) => {
    const places = { playwrightBrowsersPath: null, home, platform } as const;
    const configuredPath = path.join(home, 'my-chrome');
    expect(await findChromium({ ...places, configuredPath })).toEqual({ ok: true, path: configuredPath });
    const missing = await findChromium({ ...places, configuredPath: '/nowhere/chrome' });
    expect(missing).toMatchObject({ ok: false, reason: expect.stringContaining('/nowhere/chrome') });
  });
});

test('the newest Playwright build is found, the full browser before the headless shell', async () => {
  const files = [
    `${cache}/chromium-900/${mac}`,
    `${cache}/chromium-1200/${mac}`,
    `${cache}/chromium_headless_shell-1200/chrome-mac/headless_shell`,
    `${cache}/firefox-9999/x`,
  ];
  await withHome(files, async (home) => {
    const found = await findChromium({ configuredPath: null, playwrightBrowsersPath: null, home, platform });
    expect(found).toEqual({ ok: true, path: path.join(home, cache, 'chromium-1200', mac) });
  });
});

test('a folder of its own for Playwright browsers is looked into instead', async () => {
  await withHome(['browsers/chromium_headless_shell-7/chrome-linux/headless_shell'], async (home) => {
    const playwrightBrowsersPath = path.join(home, 'browsers');
    const found = await findChromium({ configuredPath: null, playwrightBrowsersPath, home, platform });
    expect(found).toMatchObject({ ok: true, path: expect.stringContaining('headless_shell-7') });
  });
});

test('a machine without any is told apart from an error', async () => {
  await withHome([], async (home) => {
    const found = await findChromium({ configuredPath: null, playwrightBrowsersPath: null, home, platform });
    expect(found).toEqual({ ok: true, path: null });
  });
});

test('the headless shell is found beside the whole browser, unless the operator chose one', async () => {
  const shell = `${cache}/chromium_headless_shell-1200/chrome-mac/headless_shell`;
  await withHome([`${cache}/chromium-1200/${mac}`, shell], async (home) => {
    const places = { configuredPath: null, playwrightBrowsersPath: null, home, platform } as const;
    expect(await findHeadlessShell(places)).toBe(path.join(home, shell));
    expect(await findHeadlessShell({ ...places, configuredPath: path.join(home, shell) })).toBeNull();
    expect(await findHeadlessShell({ ...places, home: '/nowhere' })).toBeNull();
  });
});
