import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath, gateFor } from './browser.fixture.ts';
import { browserIsolation, describeIsolation, reachProblem, unusedUser } from './browser-isolation.ts';
import { ChromiumProcess } from './chromium-process.ts';
import { pipeBrowserHere } from './pipe-browser.fixture.ts';
import { PipeBrowser } from './pipe-browser.ts';
import { startProblem } from './start-problem.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchyard-isolation-'));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function openBrowser(): Promise<PipeBrowser> {
  return PipeBrowser.open({ ...(await pipeBrowserHere(folder)), gate: gateFor(), localAllowed: false });
}

async function processOf(browser: PipeBrowser): Promise<{ user: number; words: string }> {
  const { processInfo } = await browser.command('SystemInfo.getProcessInfo');
  const { id } = (processInfo as { type: string; id: number }[]).find(({ type }) => type === 'browser') ?? {};
  const words = await readFile(`/proc/${id}/cmdline`, 'utf8');
  return { user: (await stat(`/proc/${id}`)).uid, words };
}

/** What the browser itself can read of a file, past all rules for drivers and tabs. */
async function readBy({ browser }: ChromiumProcess, file: string): Promise<string> {
  const [context] = browser.contexts();
  const page = await context?.newPage();
  await page?.goto(`file://${file}`).catch(() => undefined);
  return (await page?.textContent('body')) ?? '';
}

test('each browser has a user, a profile and a sandbox of its own', async () => {
  await using one = await openBrowser();
  await using other = await openBrowser();
  const [first, second] = [await processOf(one), await processOf(other)];
  expect(first.words).not.toContain('--no-sandbox');
  const profile = /--user-data-dir=([^\0]+)/.exec(first.words)?.[1] ?? '';
  const home = await stat(path.dirname(profile));
  expect([home.mode & 0o777, home.uid]).toEqual([0o700, first.user]);
  expect(new Set([0, first.user, second.user]).size).toBe(isRoot ? 3 : 2);
});

test('a browser reads the files that everybody may read, and as root no other', async () => {
  const [open, secret] = [path.join(folder, 'open'), path.join(folder, 'api-key')];
  await writeFile(open, 'for everybody', { mode: 0o644 });
  await writeFile(secret, 'canary', { mode: 0o600 });
  const { executablePath, isolation, platform, log } = await pipeBrowserHere(folder);
  await using browser = await ChromiumProcess.launch({
    executablePath,
    isolation,
    platform,
    log,
    folder,
    omit: [],
  });
  expect(await readBy(browser, open)).toBe('for everybody');
  expect((await readBy(browser, secret)).includes('canary')).toBe(!isRoot);
});

test('a tab of ours that leaves the web is closed whoever sent it there', async () => {
  await using browser = await openBrowser();
  const closed: string[] = [];
  const seen: string[] = [];
  browser.onTarget = (what, { url }) => void (what === 'closed' && closed.push(url));
  const client = await browser.join({
    check: (_, params) => ({ params }),
    onMessage: (text) => seen.push(text),
    onClose: () => undefined,
  });
  void client.send('{"id":1,"method":"Target.setDiscoverTargets","params":{"discover":true,"filter":[{}]}}');
  const { targetId } = await browser.command('Target.createTarget', { url: 'chrome://version/' });
  void client.send(
    `{"id":2,"method":"Target.attachToTarget","params":{"targetId":"${targetId}","flatten":true}}`,
  );
  void client.send('{"id":3,"method":"Target.getTargets","params":{"filter":[{}]}}');
  await expect.poll(() => closed).toEqual([expect.stringContaining('version')]);
  await expect.poll(() => seen.some((text) => text.startsWith('{"id":3'))).toBe(true);
  await expect
    .poll(async () => JSON.stringify(await browser.command('Target.getTargets')))
    .not.toContain(String(targetId));
  expect(seen.join()).not.toContain('version');
  expect(seen.find((text) => text.startsWith('{"id":2'))).toContain('No target with given id found');
});

test('a browser that starts has no problem; one that does not tells why in a sentence', async () => {
  const { isolation, platform } = await pipeBrowserHere(folder);
  const here = { isolation, folder, platform };
  expect(await startProblem({ ...here, executablePath: await chromiumPath() })).toBeNull();
  const broken = path.join(folder, 'broken');
  await writeFile(broken, '#!/bin/sh\necho "[1:2] the disk is on fire" >&2\nexit 3\n', { mode: 0o755 });
  expect(await startProblem({ ...here, executablePath: broken })).toBe(
    `Chromium (${broken}) does not start: the disk is on fire.`,
  );
  const closed = path.join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await copyFile(broken, path.join(closed, 'chrome'));
  const unreached = path.join(closed, 'chrome');
  expect(await reachProblem(unreached)).toContain(`because ${closed} is closed to them`);
  const problem = await startProblem({ ...here, executablePath: unreached });
  expect(problem).toContain(isolation.hasOwnUsers ? `${closed} is closed to them` : 'the disk is on fire');
});

test('without rights to choose users the sandbox is what is left, and the setting takes it away', async () => {
  expect(describeIsolation({ hasOwnUsers: false, hasSandbox: true })).toContain(
    'sandbox is on; browsers run as',
  );
  expect(describeIsolation({ hasOwnUsers: true, hasSandbox: false })).toContain('see CHROMIUM_SANDBOX');
  expect((await browserIsolation('off')).hasSandbox).toBe(false);
  const users = Array.from({ length: 100 }, () => unusedUser(new Set()));
  expect(new Set(users).size).toBe(100);
});
