import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run lock` after any change of dependencies. It resolves from nothing (an incremental install drops the
 * optional packages of other platforms) and then names the platform packages that the registry at hand does not
 * have: `npm ci` refuses a lock file that leaves out an optional package, even one it would never install.
 */
interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const folder = mkdtempSync(join(tmpdir(), 'switchyard-lock-'));
try {
  for (const file of ['package.json', '.npmrc']) copyFileSync(file, join(folder, file));
  for (const workspace of JSON.parse(readFileSync('package.json', 'utf8')).workspaces) {
    mkdirSync(join(folder, workspace), { recursive: true });
    copyFileSync(join(workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  execFileSync('npm', ['install', '--package-lock-only'], { cwd: folder, stdio: 'inherit' });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const added = complete(lock.packages);
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  console.log(
    `package-lock.json is new; ${added} packages of other platforms were named without a checksum.`,
  );
} finally {
  rmSync(folder, { recursive: true });
}

function complete(packages: Record<string, LockedPackage>): number {
  let added = 0;
  for (const [place, known] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(known.optionalDependencies ?? {})) {
      if (isLocked(packages, place, name)) continue;
      const entry = platformEntry(name, range, known.dev === true);
      if (!entry) throw new Error(`${name} is missing from the registry and is not a platform package`);
      packages[`node_modules/${name}`] = entry;
      added += 1;
    }
  }
  return added;
}

/** Looks where Node would: beside the package, then further up. */
function isLocked(packages: Record<string, LockedPackage>, place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}

function platformEntry(name: string, range: string, isDev: boolean): LockedPackage | null {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (!os && !cpu) return null;
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : words.at(-1) === 'gnu' ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
}
