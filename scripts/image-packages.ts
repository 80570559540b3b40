import { existsSync, readFileSync } from 'node:fs';

interface Locked {
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type Lock = Record<string, Locked>;

// Optional packages of a server. Drivers of browsers stay out: they double the image.
const OPTIONAL = /^(?:@aws-sdk\/|@opentelemetry\/|stripe$)/;

const root = new URL('..', import.meta.url);

/** The installed packages of the lockfile that the container image contains; those for other machines are not installed. */
export function imagePackages(): string[] {
  const lock: Lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')).packages;
  const { dependencies = {}, peerDependencies = {} } = lock[''] ?? {};
  const wanted = [
    ...Object.keys(dependencies),
    ...Object.keys(peerDependencies).filter((name) => OPTIONAL.test(name)),
  ];
  const found = new Set<string>();
  const add = (parent: string, name: string): void => {
    const path = locate(lock, parent, name);
    const entry = lock[path];
    if (!entry || entry.link || found.has(path) || !existsSync(new URL(path, root))) return;
    found.add(path);
    for (const one of needsOf(entry)) add(path, one);
  };
  for (const name of wanted) add('', name);
  return [...found].filter((path) => !isInside(path, found)).sort();
}

function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Locked): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node looks a package up: in the importing package, then in each folder above it. */
function locate(lock: Lock, parent: string, name: string): string {
  const path = `${parent ? `${parent}/` : ''}node_modules/${name}`;
  if (path in lock || parent === '') return path;
  return locate(lock, parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/'))), name);
}

function isInside(path: string, folders: Set<string>): boolean {
  for (let at = path.lastIndexOf('/node_modules/'); at > 0; at = path.lastIndexOf('/node_modules/', at - 1))
    if (folders.has(path.slice(0, at))) return true;
  return false;
}

if (import.meta.main) console.log(imagePackages().join('\n'));
