import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The output of a service that has just started. */
interface Started {
  url: string;
  output(): string;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

/** A page that the link of the start-up text signed in to the console. */
export async function signIn(context: BrowserContext, service: Started): Promise<Page> {
  const page = await context.newPage();
  await page.goto(printed(service, /(http\S+\/link\/\S+)/));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/console/);
  return page;
}

/** A part of the start-up text. */
export function printed(service: Started, pattern: RegExp): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  const found = pattern.exec(service.output().replace(/\x1b\[\d+m/g, ''))?.[1];
  if (found === undefined) throw new Error(`the start-up text has nothing like ${pattern}`);
  return found;
}

/** Loads a screen by its path below `/console`. */
export async function goTo(page: Page, service: Started, path: string): Promise<void> {
  await page.goto(`${service.url}/console${path}`);
  // A sheet that the address opens hides the heading from assistive technology.
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
}
