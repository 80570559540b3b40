import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { ifUnreadable } from '../platform/failure.ts';

export interface ChromiumPlaces {
  /** The operator's `CHROMIUM_PATH`. When set, nothing else is tried. */
  configuredPath: string | null;
  /** The operator's `PLAYWRIGHT_BROWSERS_PATH`; null means the usual cache folder. */
  playwrightBrowsersPath: string | null;
  home: string;
  platform: NodeJS.Platform;
}

/** Where Playwright's installer puts browsers that every user can reach, unlike the home of root. */
export const SHARED_BROWSERS = '/var/cache/ms-playwright';

export function chromiumPlaces({
  chromiumPath: configuredPath,
  playwrightBrowsersPath,
  home,
}: Pick<Config, 'chromiumPath' | 'playwrightBrowsersPath' | 'home'>): ChromiumPlaces {
  return { configuredPath, playwrightBrowsersPath, home, platform: process.platform };
}

/** `path: null` means that this machine has no browser that we can see. */
export type FoundChromium = { ok: true; path: string | null } | { ok: false; reason: string };

export async function findChromium(places: ChromiumPlaces): Promise<FoundChromium> {
  const { configuredPath } = places;
  if (configuredPath !== null) {
    if (await isExecutable(configuredPath)) return { ok: true, path: configuredPath };
    return {
      ok: false,
      reason: `CHROMIUM_PATH is set to "${configuredPath}", which is not a program that can be run`,
    };
  }
  for (const candidate of [...usualPlaces(places), ...(await playwrightBuilds(places))]) {
    if (await isExecutable(candidate)) return { ok: true, path: candidate };
  }
  return { ok: true, path: null };
}

/**
 * The Chromium without windows, for browsers that callers drive: it has no tabs, no settings pages and no shortcuts of its own.
 * Null where none is installed, or the operator chose the browser.
 */
export async function findHeadlessShell(places: ChromiumPlaces): Promise<string | null> {
  if (places.configuredPath !== null) return null;
  const builds = (await playwrightBuilds(places)).filter((place) =>
    /headless[_-]shell(?:\.exe)?$/.test(place),
  );
  const usual = places.platform === 'linux' ? ['/usr/bin/chromium-headless-shell'] : [];
  for (const candidate of [...usual, ...builds]) if (await isExecutable(candidate)) return candidate;
  return null;
}

function usualPlaces({ platform, home }: ChromiumPlaces): string[] {
  if (platform === 'darwin') {
    const programs = [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
    ];
    return ['/Applications', path.posix.join(home, 'Applications')].flatMap((folder) =>
      programs.map((program) => path.posix.join(folder, program)),
    );
  }
  if (platform === 'win32') {
    const folders = [
      'C:\\Program Files',
      'C:\\Program Files (x86)',
      path.win32.join(home, 'AppData', 'Local'),
    ];
    const programs = [
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return programs.flatMap((program) => folders.map((folder) => path.win32.join(folder, program)));
  }
  // Snap's wrapper comes last: confined programs cannot use our temporary folders.
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/lib/chromium/chromium',
    '/usr/local/bin/chromium',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ];
}

/** Everything Playwright's installer left behind, the newest revision first, the full browser before the headless shell. */
async function playwrightBuilds(places: ChromiumPlaces): Promise<string[]> {
  const { playwrightBrowsersPath, platform } = places;
  if (playwrightBrowsersPath !== null) return buildsIn(playwrightBrowsersPath);
  const shared = platform === 'linux' ? await buildsIn(SHARED_BROWSERS) : [];
  return [...shared, ...(await buildsIn(defaultCache(places)))];
}

async function buildsIn(root: string): Promise<string[]> {
  const builds = (await readdir(root).catch(ifUnreadable([])))
    .map((name) => ({ name, match: name.match(/^(chromium|chromium_headless_shell)-(\d+)$/) }))
    .filter(({ match }) => match !== null)
    .map(({ name, match }) => ({ name, isShell: match?.[1] !== 'chromium', revision: Number(match?.[2]) }))
    .toSorted((one, other) => other.revision - one.revision || Number(one.isShell) - Number(other.isShell));
  const programs: string[] = [];
  for (const { name } of builds) {
    for (const folder of await readdir(path.join(root, name)).catch(ifUnreadable([]))) {
      programs.push(...PROGRAMS_IN_BUILD.map((program) => path.join(root, name, folder, program)));
    }
  }
  return programs;
}

const PROGRAMS_IN_BUILD = [
  'chrome',
  'chrome.exe',
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'headless_shell',
  'headless_shell.exe',
  'chrome-headless-shell',
  'chrome-headless-shell.exe',
];

function defaultCache({ platform, home }: ChromiumPlaces): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') return path.join(home, 'AppData', 'Local', 'ms-playwright');
  return path.join(home, '.cache', 'ms-playwright');
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK)
    .then(() => true)
    .catch(ifUnreadable(false));
}
