import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  lockWithVersion,
  nextVersion,
  releaseChangelog,
  unreleased,
  VERSIONED,
  withVersion,
} from './release-steps.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('the next version', () => {
  test.each([
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
    ['1.10.0', '1.10.0'],
  ])('of 1.2.3 by %s is %s', (asked, next) => {
    expect(nextVersion('1.2.3', asked)).toBe(next);
  });

  test.each(['1.2.3', '1.2.2', '1.1.9', '0.9.0', 'v1.3.0', '1.3', '1.03.0', '1.3.0-beta', 'big', ''])(
    'is not %s',
    (asked) => {
      expect(() => nextVersion('1.2.3', asked)).toThrow();
    },
  );
});

describe('the changelog', () => {
  const text = '# Changelog\n\nWords.\n\n## Unreleased\n\n- New.\n\n## 1.2.3 (2026-01-01)\n\n- Old.\n';

  test('gets a section with the date, and room for the next entries', () => {
    const released = releaseChangelog(text, '1.3.0', '2026-11-18');
    expect(released).toContain('## Unreleased\n\n## 1.3.0 (2026-11-18)\n\n- New.\n\n## 1.2.3 (2026-01-01)');
    expect(unreleased(text)).toBe('- New.');
    expect(unreleased(released)).toBe('');
  });

  test('with nothing new, or without the section, is refused', () => {
    expect(() => releaseChangelog(releaseChangelog(text, '1.3.0', '2026-11-18'), '1.4.0', '')).toThrow(
      'empty',
    );
    expect(() => releaseChangelog('# Changelog\n', '1.3.0', '')).toThrow('no section');
  });
});

test('the version stands in every place that a release changes, and one that differs is an error', async () => {
  const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
  for (const file of VERSIONED) {
    const text = await readFile(`${ROOT}${file}`, 'utf8');
    expect(withVersion(file, withVersion(file, text, version, '77.7.7'), '77.7.7', version)).toBe(text);
    expect(() => withVersion(file, text, '66.6.6', '77.7.7')).toThrow(file);
  }
});

test('the lock file names the version wherever it names a package of ours, and changes nowhere else', async () => {
  const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
  const text = await readFile(`${ROOT}package-lock.json`, 'utf8');
  const next = lockWithVersion(text, '77.7.7');
  const lock = JSON.parse(next);
  expect(lock.version).toBe('77.7.7');
  expect(lock.packages[''].dependencies['@switchyard/sdk']).toBe('77.7.7');
  expect(lockWithVersion(next, version)).toBe(text);
});

test('a dry run changes nothing; a version that is none ends it with one line', async () => {
  const files = [...VERSIONED, 'CHANGELOG.md', 'docs/released-api.json'];
  const contents = () => Promise.all(files.map((file) => readFile(`${ROOT}${file}`, 'utf8')));
  const before = await contents();
  const refused = await run(process.execPath, ['scripts/release.ts', 'big', '--dry-run'], {
    cwd: ROOT,
  }).catch((error) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^big is no version.*\n$/) });
  const told = await run(process.execPath, ['scripts/release.ts', 'major', '--dry-run'], { cwd: ROOT }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr,
  );
  // Right after a release there is nothing to release.
  expect(told).toMatch(/Would write release\/|"Unreleased" is empty/);
  expect(await contents()).toEqual(before);
});
