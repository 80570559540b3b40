import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ifUnreadable } from '../platform/failure.ts';

/** Isolation of a Chromium on this machine, besides its own process. */
export interface BrowserIsolation {
  /** Each Chromium runs as a user that owns nothing else. */
  hasOwnUsers: boolean;
  hasSandbox: boolean;
}

// Root may choose users only with these: CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID.
const NEEDED = [0, 1, 5, 6, 7].reduce((mask, bit) => mask | (1 << bit), 0);

/** Ids that systemd keeps for users without an account. Each Chromium gets the next one. */
const FIRST_USER = 61_184;
const USERS = 4_000;

/** Root gives each Chromium a user of its own. Chromium refuses its sandbox to root itself. */
export async function browserIsolation(sandbox: 'on' | 'off'): Promise<BrowserIsolation> {
  const isRoot = process.getuid?.() === 0;
  const hasOwnUsers = isRoot && process.platform === 'linux' && (await mayChooseUsers());
  return { hasOwnUsers, hasSandbox: sandbox === 'on' && (!isRoot || hasOwnUsers) };
}

async function mayChooseUsers(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(ifUnreadable(''));
  const effective = Number.parseInt(/^CapEff:\s+(\w+)$/m.exec(status)?.[1]?.slice(-8) ?? '0', 16);
  // Some containers know only a few users.
  const map = await readFile('/proc/self/uid_map', 'utf8').catch(ifUnreadable(''));
  const isMapped = map.split('\n').some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
    return first <= FIRST_USER && first + count >= FIRST_USER + USERS;
  });
  return isMapped && (effective & NEEDED) === NEEDED;
}

let next = Math.floor(Math.random() * USERS);

/** A user that none of these owns. */
export function unusedUser(taken: ReadonlySet<number>): number {
  for (;;) {
    next = (next + 1) % USERS;
    if (!taken.has(FIRST_USER + next)) return FIRST_USER + next;
  }
}

/** Why users without rights cannot reach a program, or a folder; null when they can. */
export async function reachProblem(place: string): Promise<string | null> {
  const closed = await closedPart(place).catch(ifUnreadable(place));
  if (closed === null) return null;
  return `The users that browsers run as cannot reach ${place} because ${closed} is closed to them; use another place (CHROMIUM_PATH for the browser, TMPDIR for its files).`;
}

async function closedPart(place: string): Promise<string | null> {
  const file = await realpath(place);
  if (((await stat(file)).mode & 0o001) === 0) return file;
  let closed: string | null = null;
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) closed = folder;
    if (folder === path.dirname(folder)) return closed;
  }
}

/** One-line summary with a remedy for what is missing. */
export function describeIsolation({ hasOwnUsers, hasSandbox }: BrowserIsolation): string {
  const user = hasOwnUsers
    ? 'each browser runs as a user of its own'
    : 'browsers run as the user of the service; only root can give them their own';
  const sandbox = hasSandbox ? "Chromium's sandbox is on" : "Chromium's sandbox is off; see CHROMIUM_SANDBOX";
  return `${sandbox}; ${user}`;
}
