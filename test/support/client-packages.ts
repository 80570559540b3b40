import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
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

/** Those of `test/clients/linked`, for whoever imports them by name: the optional packages of the service, and clients. */
export async function linkClientPackages(): Promise<void> {
  const folder = await clientPackages('linked');
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = join(ROOT, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), join(folder, 'node_modules', name)), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

const installedLock = (folder: string) => join(folder, 'node_modules', '.installed-lock.json');

async function isInstalled(folder: string): Promise<boolean> {
  const wanted = await readFile(join(folder, 'package-lock.json'), 'utf8');
  return (await readFile(installedLock(folder), 'utf8').catch(() => null)) === wanted;
}

async function install(folder: string): Promise<void> {
  const lock: Lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const names = Object.keys(lock.packages[''].optionalDependencies ?? {});
  const parts = names.map((name) => ({ name, ...lock.packages[`node_modules/${name}`] }) as Part);
  const alone = parts.length > 0 ? ['--omit=optional', '--omit=peer', '--ignore-scripts'] : [];
  const archives = await mkdtemp(join(tmpdir(), 'clients-'));
  await Promise.all([
    run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', ...alone], { cwd: folder }),
    ...(parts.length > 0 ? [download(parts, archives)] : []),
  ]);
  for (const part of parts) await unpack(part, archives, join(folder, 'node_modules', part.name));
  await rm(archives, { recursive: true });
  await copyFile(join(folder, 'package-lock.json'), installedLock(folder));
}

/** A large client, of which only a part is unpacked, without the packages that it uses: an optional dependency of the folder. */
interface Part {
  name: string;
  version: string;
  integrity: string;
}

interface Lock {
  packages: Record<string, Omit<Part, 'name'>> & { '': { optionalDependencies?: Record<string, string> } };
}

/** What neither Node nor the compiler reads of a client that comes in four forms; and other products of one vendor. */
const UNREAD = ['*.map', '*.mts', '*.mjs', 'package/src/*', 'package/dist/web/*'];
const OTHER_PRODUCTS: Record<string, string> = { cloudflare: 'package/resources/[!b]*' };

async function download(parts: Part[], to: string): Promise<void> {
  const wanted = parts.map(({ name, version }) => `${name}@${version}`);
  await run('npm', ['pack', ...wanted, '--silent', `--pack-destination=${to}`]);
}

async function unpack({ name, version, integrity }: Part, from: string, to: string): Promise<void> {
  const archive = join(from, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const bytes = await readFile(archive);
  if (integrity !== `sha512-${createHash('sha512').update(bytes).digest('base64')}`)
    throw new Error(`The archive of ${name} differs from the one in the lockfile.`);
  await mkdir(to, { recursive: true });
  const excludes = [...UNREAD, OTHER_PRODUCTS[name] ?? ''].map((pattern) => `--exclude=${pattern}`);
  await run('tar', ['-xzf', archive, '-C', to, '--strip-components=1', ...excludes]);
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
