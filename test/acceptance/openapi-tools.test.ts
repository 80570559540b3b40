import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../scripts/run-tool.ts';
import { clientPackages } from '../support/client-packages.ts';

// Other companies' tools over openapi.json. Each one prints what it found.

const DOCUMENT = fileURLToPath(new URL('../../openapi.json', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await clientPackages('openapi');
}, 240_000);
afterAll(() => rm(join(folder, 'made'), { recursive: true, force: true }));

const installed = (name: string, args: string[]) =>
  run(join(folder, 'node_modules/.bin', name), args, 'pipe');

test('a generated client compiles', async () => {
  const client = ['-i', DOCUMENT, '-o', join(folder, 'made'), '-c', '@hey-api/client-fetch', '--no-log-file'];
  expect(await installed('openapi-ts', client)).toMatchObject({ code: 0 });
  expect(await installed('tsc', ['-p', folder])).toEqual({ code: 0, output: '' });
});

test('spectral has nothing to say', async () => {
  const args = [
    'lint',
    DOCUMENT,
    '--ruleset',
    join(folder, 'spectral.yaml'),
    '--fail-severity',
    'hint',
    '--quiet',
  ];
  expect(await installed('spectral', args)).toEqual({ code: 0, output: '' });
});

test('redocly has nothing to say', async () => {
  const { code, output } = await run('redocly', ['lint', DOCUMENT, '--format', 'github-actions'], 'pipe');
  expect([code, output.match(/^::.*/gm)], output).toEqual([0, null]);
});
