import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Installs `test/clients/<name>` from its own lockfile on first use and returns the folder. Files in that folder are the
 * ones that import its packages: run them with Node, or import them by their path at run time (types are checked nowhere).
 * The folder's lockfile is made with `npm install` there.
 */
export async function clientPackages(name: string): Promise<string> {
  const folder = join(ROOT, 'test/clients', name);
  while (!(await isInstalled(folder))) {
    await using lock = await takeLock(name);
    if (lock && !(await isInstalled(folder))) await install(folder);
    if (!lock) await sleep(500);
  }
  return folder;
}

const installedLock = (folder: string) => join(folder, 'node_modules', '.installed-lock.json');

async function isInstalled(folder: string): Promise<boolean> {
  const wanted = await readFile(join(folder, 'package-lock.json'), 'utf8');
  return (await readFile(installedLock(folder), 'utf8').catch(() => null)) === wanted;
}

async function install(folder: string): Promise<void> {
  await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder });
  await copyFile(join(folder, 'package-lock.json'), installedLock(folder));
}

/** Null while another process installs the same folder. The lock of a dead process is removed. */
async function takeLock(name: string): Promise<AsyncDisposable | null> {
  const path = join(ROOT, 'node_modules/.cache', `clients-${name}.lock`);
  await mkdir(join(path, '..'), { recursive: true });
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (owner > 0 && !isAlive(owner)) await rm(path, { force: true });
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
