/** `patch`, `minor`, `major` or a version of its own that is higher than the current one. */
export function nextVersion(current: string, asked: string): string {
  const [major = 0, minor = 0, patch = 0] = numbers(current);
  const steps: Record<string, string> = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  const next = steps[asked] ?? asked;
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(next))
    throw new Error(`${asked} is no version: say patch, minor, major or one like 1.2.3.`);
  const higher = numbers(next).findIndex((number, at) => number !== numbers(current)[at]);
  if (higher === -1 || (numbers(next)[higher] ?? 0) < (numbers(current)[higher] ?? 0))
    throw new Error(`${next} is not higher than ${current}.`);
  return next;
}

function numbers(version: string): number[] {
  return version.split('.').map(Number);
}

/** The entries under "Unreleased" become the section of the version. */
export function releaseChangelog(text: string, version: string, date: string): string {
  const [head = '', rest] = text.split('\n## Unreleased\n');
  if (rest === undefined) throw new Error('there is no section "Unreleased"');
  if (unreleased(text) === '') throw new Error('the section "Unreleased" is empty: nothing to release');
  return `${head}\n## Unreleased\n\n## ${version} (${date})\n${rest}`;
}

/** The entries of the next release, as the changelog has them. */
export function unreleased(text: string): string {
  const [, rest = ''] = text.split('\n## Unreleased\n');
  return (rest.split(/\n## /)[0] ?? '').trim();
}

/** The places of the version: the file, and the text before and after it. */
const PLACES: Record<string, Array<(version: string) => string>> = {
  'package.json': [manifestVersion, sdkDependency],
  'sdk/package.json': [manifestVersion],
  'console/package.json': [manifestVersion, sdkDependency],
  'sdk/src/version.ts': [(version) => `export const VERSION = '${version}';`],
  'deploy/helm/switchyard/Chart.yaml': [
    (version) => `\nversion: ${version}\n`,
    (version) => `\nappVersion: "${version}"\n`,
  ],
  'deploy/helm/switchyard/values.yaml': [(version) => `\n  tag: "${version}"\n`],
};
export const VERSIONED = Object.keys(PLACES);

function manifestVersion(version: string): string {
  return `\n  "version": "${version}",\n`;
}

function sdkDependency(version: string): string {
  return `"@switchyard/sdk": "${version}",`;
}

/** The file with the next version in all of its places; a place without the current version is an error. */
export function withVersion(file: string, text: string, current: string, next: string): string {
  return (PLACES[file] ?? []).reduce((changed, place) => {
    if (!changed.includes(place(current))) throw new Error(`${file} does not say ${place(current).trim()}`);
    return changed.replace(place(current), place(next));
  }, text);
}

/** npm itself would drop packages of other systems from the lock file, so only the versions of our own packages change. */
export function lockWithVersion(text: string, next: string): string {
  const lock = JSON.parse(text);
  lock.version = next;
  for (const place of ['', 'sdk', 'console']) {
    const known = lock.packages[place];
    known.version = next;
    for (const kind of ['dependencies', 'devDependencies'])
      if (known[kind]?.['@switchyard/sdk']) known[kind]['@switchyard/sdk'] = next;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}
