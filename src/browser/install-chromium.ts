import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ifUnreadable } from '../platform/failure.ts';
import { signalProcess } from '../platform/signal-process.ts';
import { systemCause } from '../platform/system-cause.ts';
import { type ChromiumPlaces, findChromium } from './find-chromium.ts';

export interface InstallOptions {
  places: ChromiumPlaces;
  isRoot: boolean;
  /** Receives all output of the installers. */
  logFile: string;
  /** The installer that runs, and the last line of its output. */
  onProgress(step: string, output: string): void;
  limitMs?: number;
  signal?: AbortSignal;
  /** Given to the installers (proxy settings, PATH), without any other variable of ours. */
  environment: Record<string, string>;
  osReleasePath?: string;
}

export type InstalledChromium = { ok: true; path: string } | { ok: false; reason: string };

/** Debian's package when we may install one, else Playwright's own download. Ends within the limit on any network. */
export async function installChromium(options: InstallOptions): Promise<InstalledChromium> {
  const { limitMs = 600_000 } = options;
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any(options.signal ? [options.signal, limit] : [limit]);
  const problems: string[] = [];
  const output = createWriteStream(options.logFile, { flags: 'a', mode: 0o600 });
  output.on('error', (error) => problems.push(`${options.logFile}: ${systemCause(error)}`));
  for (const way of await waysFor(options)) {
    const step = `Installing Chromium (${way.name})`;
    options.onProgress(step, '');
    const onLine = (line: string) => {
      output.write(`${line}\n`);
      options.onProgress(step, line);
    };
    for (const command of way.commands) {
      const problem = await runCommand(command, options, onLine, signal);
      if (problem === null) continue;
      problems.push(`${way.name}: ${problem}`);
      break;
    }
    if (signal.aborted) break;
    // Only a found browser proves the installation, not the installer's word.
    const found = await findChromium({ ...options.places, configuredPath: null });
    if (found.ok && found.path !== null) {
      output.end();
      return { ok: true, path: found.path };
    }
  }
  output.end();
  if (limit.aborted) problems.push(`not done within ${Math.round(limitMs / 1_000)} s`);
  const detail = problems.join('; ') || 'the installer left no browser behind';
  return {
    ok: false,
    reason: `Chromium could not be installed (${detail}; see ${options.logFile}). Install it yourself or set CHROMIUM_PATH.`,
  };
}

interface Way {
  name: string;
  commands: [program: string, ...args: string[]][];
}

async function waysFor({ isRoot, osReleasePath = '/etc/os-release' }: InstallOptions): Promise<Way[]> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
    'cli.js',
  );
  const release = await readFile(osReleasePath, 'utf8').catch(ifUnreadable(''));
  const hasPackages = isRoot && /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(release);
  const libraries = hasPackages ? ['--with-deps'] : [];
  const playwright: Way = {
    name: "Playwright's download",
    commands: [[process.execPath, cli, 'install', ...libraries, 'chromium']],
  };
  // Ubuntu's own package is only a wrapper around a snap, which a server or container cannot use.
  if (!hasPackages || !/^ID=["']?debian/m.test(release)) return [playwright];
  const quick = [
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'Acquire::https::Timeout=20',
  ];
  const debian: Way = {
    name: "Debian's package",
    commands: [
      ['apt-get', ...quick, 'update'],
      ['apt-get', ...quick, 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
  };
  return [debian, playwright];
}

/** Null when it ended well, else the reason in one line. */
async function runCommand(
  [program, ...args]: Way['commands'][number],
  { environment }: InstallOptions,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  if (signal.aborted) return 'cancelled';
  const child = spawn(program, args, {
    env: { DEBIAN_FRONTEND: 'noninteractive', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let lastLine = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() === '') return;
      lastLine = line.trim().slice(0, 300);
      onLine(lastLine);
    });
  }
  const { promise, resolve } = Promise.withResolvers<string | null>();
  // The whole group: installers start children of their own, which would hold the pipes open.
  const stop = () => {
    killGroup(child.pid);
    resolve('cancelled');
  };
  signal.addEventListener('abort', stop, { once: true });
  child.once('error', (error) =>
    resolve(`${path.basename(program)} could not be started (${error.message})`),
  );
  child.once('close', (code) => resolve(code === 0 ? null : lastLine || `ended with code ${code}`));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid !== undefined) signalProcess(-pid, 'SIGKILL');
}
