import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/platform/clock.ts';
import { type ApiShape, breakingChanges } from './api-shape.ts';
import { currentApi, RELEASED_API, writeReleasedApi } from './release-api.ts';
import {
  lockWithVersion,
  nextVersion,
  releaseChangelog,
  unreleased,
  VERSIONED,
  withVersion,
} from './release-steps.ts';
import { run } from './run-tool.ts';

/**
 * `npm run release -- <patch|minor|major|1.2.3> [--dry-run]`: writes the version and the changelog, compares the API with the
 * last release, and fills `release/` with the packages, their contents (CycloneDX) and their checksums. A dry run only lists its
 * changes. Code has semantic versions; the API has dated ones.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'release');
const CHANGELOGS = ['CHANGELOG.md', 'docs/api-changelog.md'];
const at = (path: string) => join(ROOT, path);
const read = (path: string) => readFile(at(path), 'utf8');

async function release(asked: string, isDry: boolean): Promise<void> {
  const current: string = JSON.parse(await read('package.json')).version;
  const next = nextVersion(current, asked);
  const files = await changedFiles(current, next);
  const added = await newInApi();
  console.log(`Switchyard ${current} -> ${next}; the API has ${added} new facts and none that broke.`);
  if (isDry) {
    console.log(`Would change ${[...files.keys(), RELEASED_API].join(', ')}`);
    console.log(`Would write release/: two packages, sbom.cdx.json, openapi.json, SHA256SUMS\n`);
    console.log(unreleased(await read('CHANGELOG.md')));
    return;
  }
  for (const [file, text] of files) await writeFile(at(file), text);
  await writeReleasedApi();
  await fill();
  console.log(`release/ is filled. Now: git commit -am "chore: release ${next}" && git tag v${next}, then`);
  console.log('npm publish each package in it.');
}

async function changedFiles(current: string, next: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of VERSIONED) files.set(file, withVersion(file, await read(file), current, next));
  files.set('package-lock.json', lockWithVersion(await read('package-lock.json'), next));
  const date = systemClock.now().toISOString().slice(0, 10);
  const [changelog = '', ofApi = ''] = CHANGELOGS;
  files.set(changelog, releaseChangelog(await read(changelog), next, date));
  // Not every release changes the API.
  if (unreleased(await read(ofApi)) !== '') files.set(ofApi, releaseChangelog(await read(ofApi), next, date));
  return files;
}

/** Counts the additions since the last release; a break stops the release. */
async function newInApi(): Promise<number> {
  const released: ApiShape = JSON.parse(await read(RELEASED_API));
  const now = await currentApi();
  const broken = breakingChanges(released, now);
  if (broken.length > 0) throw new Error(`The API breaks its callers:\n${broken.join('\n')}`);
  return Object.keys(now).filter((place) => !(place in released)).length;
}

async function fill(): Promise<void> {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT);
  await tool('npm', ['pack', '--pack-destination', OUT]);
  await tool('npm', ['pack', '--workspace', '@switchyard/sdk', '--pack-destination', OUT]);
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  await writeFile(join(OUT, 'sbom.cdx.json'), await tool('npm', [...sbom, '--loglevel', 'error']));
  await copyFile(at('openapi.json'), join(OUT, 'openapi.json'));
  const sums = [];
  for (const name of (await readdir(OUT)).sort()) {
    const hash = createHash('sha256').update(await readFile(join(OUT, name)));
    sums.push(`${hash.digest('hex')}  ${name}\n`);
  }
  await writeFile(join(OUT, 'SHA256SUMS'), sums.join(''));
}

async function tool(name: string, args: string[]): Promise<string> {
  const { code, output } = await run(name, args, 'pipe');
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${output}`);
  return output;
}

const [asked, ...others] = process.argv.slice(2).filter((word) => word !== '--dry-run');
try {
  if (asked === undefined || others.length > 0) throw new Error('Say patch, minor, major or a version.');
  await release(asked, process.argv.includes('--dry-run'));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
