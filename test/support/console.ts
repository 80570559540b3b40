import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Switchyard } from '../../sdk/src/sdk.ts';
import { goTo, launchChromium, printed, signIn } from './console-page.ts';
import { removeFolder } from './remove-folder.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { createTestDatabase } from './test-database.ts';

const KEY = `svc_${'d'.repeat(40)}`;

export interface OpenConsole extends AsyncDisposable {
  /** Signed in, on the home screen. */
  page: Page;
  browser: Browser;
  service: ServiceProcess;
  databaseUrl: string;
  /** With a key, for making the content of a screen. */
  api: Switchyard;
  /** The address of the demo shop. */
  demo: string;
  key: string;
  /** Errors that the page met or logged, and failures of the service; a test expects none. */
  troubles: string[];
  /** Loads a screen by its path below `/console`. */
  go(path: string): Promise<void>;
}

/** The service as a process with a new database, and a Chromium that is signed in to its console. */
export async function openConsole(env: Record<string, string> = {}): Promise<OpenConsole> {
  const resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-console-'));
  resources.defer(() => removeFolder(dataDir));
  const { url: databaseUrl } = resources.use(await createTestDatabase());
  const service = resources.use(
    await startService({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SVC_API_KEY: KEY, ...env }),
  );
  const browser = await launchChromium();
  resources.defer(() => browser.close());
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Every frame of a moving thing is drawn without a graphics card.
    reducedMotion: 'reduce',
  });
  const page = await signIn(context, service);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of \d|ERR_/.test(message.text()))
      troubles.push(message.text());
  });
  page.on('response', async (response) => {
    if (response.status() < 500) return;
    const text = await response.text().catch(() => '');
    troubles.push(`${response.status()} ${new URL(response.url()).pathname}: ${text}`);
  });
  const go = (path: string) => goTo(page, service, path);
  await go('/');
  return {
    page,
    browser,
    service,
    databaseUrl,
    api: new Switchyard({ baseUrl: service.url, apiKey: KEY }),
    demo: printed(service, /Demo site\s+(\S+)/),
    key: KEY,
    troubles,
    go,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** No violation of accessibility rules on the screen as it is now; of one with a dialog, in the dialog. */
export async function checkAxe(page: Page): Promise<void> {
  // A screen on its way has no heading yet.
  await page.locator('h1').first().waitFor();
  // In the page itself and for violations only: a second page and lists of passed rules take three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if ((await page.getByRole('dialog').count()) > 0) axe.include('[role=dialog], dialog');
  const { violations } = await axe.options({ resultTypes: ['violations'], preload: false }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(told).toEqual([]);
}

/** Elements that make the page scroll sideways. */
export function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 160));
  });
}

/** Keeps a picture in `CONSOLE_PICTURES`, where that is set. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
