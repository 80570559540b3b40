import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { cdpVerdict } from '../../browser/cdp-rules.ts';
import type { PipeBrowser } from '../../browser/pipe-browser.ts';
import { openPlainFile } from '../../browser/plain-file.ts';
import { type AttemptResult, type CapturedFile, type MissedFile, stuck } from '../contract.ts';
import type { Browsers } from '../local/browser-attempt.ts';
import {
  captureDownloads,
  contentTypeOf,
  MAX_FILES,
  oversizedDownloads,
} from '../local/capture-downloads.ts';

const MAX_FILE_BYTES = 30_000_000;

/** A browser for a driver that speaks the debugging protocol itself: a Chromium of its own here, or a provider's. */
export interface DrivenBrowser
  extends AsyncDisposable,
    Pick<PipeBrowser, 'exceeded' | 'refusals' | 'documentOf'> {
  /** A command of the driver. A forbidden one is answered with an error and never reaches the browser. */
  send(text: string): void;
  onMessage(text: string): void;
  onClose(): void;
  takeFiles(): Promise<{ files: CapturedFile[]; missed: MissedFile[] }>;
}

export async function openDriven(
  browsers: Browsers,
  localAllowed: boolean,
  signal: AbortSignal,
): Promise<DrivenBrowser | AttemptResult> {
  if (browsers.pipe) {
    const browser = await browsers.pipe({ localAllowed, signal }).catch(() => null);
    if (!browser) return noBrowser('it did not start');
    return driven(
      browser,
      (url) => browser.documentOf(url),
      () => filesIn(browser.downloadFolder),
    );
  }
  const run = await browsers.acquire({ localAllowed, signal });
  if ('ok' in run) return run;
  // On the connection of our own driver, whose network rules and file handling stay around it.
  const documentOf = (url: string) => (run.front.url() === url ? run.document : null);
  return driven(run, documentOf, async () => ({
    files: await captureDownloads(run, signal),
    missed: oversizedDownloads(run),
  }));
}

async function driven(
  browser: PipeBrowser | BrowserRun,
  documentOf: DrivenBrowser['documentOf'],
  takeFiles: DrivenBrowser['takeFiles'],
): Promise<DrivenBrowser | AttemptResult> {
  const joining = browser.join?.({
    check: cdpVerdict,
    onMessage: (text) => driver.onMessage(text),
    onClose: () => driver.onClose(),
  });
  const client = await joining?.catch(() => null);
  if (!client) {
    await browser[Symbol.asyncDispose]();
    return noBrowser(joining ? 'it does not answer' : 'it does not speak the debugging protocol');
  }
  const driver: DrivenBrowser = {
    send: (text) => void client.send(text),
    onMessage: () => undefined,
    onClose: () => undefined,
    get exceeded() {
      return browser.exceeded;
    },
    get refusals() {
      return browser.refusals;
    },
    documentOf,
    takeFiles,
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
  return driver;
}

function noBrowser(reason: string): AttemptResult {
  return stuck('browser_unavailable', `No browser: ${reason}.`);
}

async function filesIn(folder: string): ReturnType<DrivenBrowser['takeFiles']> {
  const files: CapturedFile[] = [];
  const missed: MissedFile[] = [];
  for (const name of (await readdir(folder).catch(() => [])).slice(0, MAX_FILES)) {
    await using file = await openPlainFile(path.join(folder, name));
    if (!file) continue;
    const { size } = await file.stat();
    const kept = { kind: 'download' as const, name, contentType: contentTypeOf(name) };
    if (size > MAX_FILE_BYTES) missed.push({ ...kept, sizeBytes: size, why: 'too_large' });
    else if (!name.endsWith('.crdownload')) files.push({ ...kept, bytes: await file.readFile() });
  }
  return { files, missed };
}
