import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageProblems } from '../../scripts/package-contents.ts';
import { installPacked, pack } from '../support/packed.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service-process.ts';

// The packed service in an empty folder: what is in it, and what a person who installs it sees first.

const run = promisify(execFile);
let folder: string;
let file: string;
let app: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-package-'));
  file = await pack(folder, '.');
});
afterAll(() => removeFolder(folder));

test('it holds the program, its data, the console and the documents, and nothing else', async () => {
  const { stdout } = await run('tar', ['--list', '--file', file]);
  const files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
  expect(packageProblems(files)).toEqual([]);
});

test('it installs into an empty folder, starts, and answers its first call without the internet', async () => {
  app = await installPacked(folder, file);
  const program = [join(app, 'node_modules/.bin/switchyard'), 'serve'];
  await using service = await startService({ DATA_DIR: join(folder, 'data') }, [], [], program);
  const [call] = service.output().match(/^ *curl [\s\S]*?'\s*$/m) ?? [];
  const { stdout } = await run('sh', ['-c', call?.trim() ?? '']);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'completed',
    output_text: expect.stringContaining('58'),
  });
  expect(service.output()).toMatch(/\d+ need npm install @browserbasehq\/stagehand@\d/);
});

test('a setting that wants a package which is not there stops the start with the command', async () => {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, 'other'),
    ARTIFACT_STORE: 's3',
    S3_BUCKET: 'b',
  };
  const failed = await run('npx', ['switchyard', 'serve'], { cwd: app, env }).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(
    /ARTIFACT_STORE is s3, but its library is missing: npm install @aws-sdk\/client-s3@\d/,
  );
});

test('an error points at the line of the source', async () => {
  const map = JSON.parse(await readFile(join(app, 'node_modules/switchyard/dist/main.js.map'), 'utf8'));
  expect(map.sourcesContent[0]).toContain('import');
});
