import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageProblems } from '../../scripts/package-contents.ts';
import { copyCheckout, installPacked } from '../support/packed.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service-process.ts';

// A release made in a copy of the checkout: its contents, and the first steps of a person who installs it.

const VERSION = '77.7.7';
// Builds and installs everything; a crowded machine takes its time.
const LONG = { timeout: 480_000 };
const run = promisify(execFile);
let folder: string;
let copy: string;
let app: string;
const released = (name: string) => join(copy, 'release', name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-package-'));
});
afterAll(() => removeFolder(folder));

test(
  'a release has both packages, the API, their bill of materials, and checksums that fit',
  LONG,
  async () => {
    copy = await copyCheckout(folder);
    const changelog = join(copy, 'CHANGELOG.md');
    const text = await readFile(changelog, 'utf8');
    await writeFile(changelog, text.replace('\n## Unreleased\n', '\n## Unreleased\n\n- A change.\n'));
    await run(process.execPath, ['scripts/release.ts', VERSION], { cwd: copy });
    const names = await readdir(join(copy, 'release'));
    const packages = [`switchyard-${VERSION}.tgz`, `switchyard-sdk-${VERSION}.tgz`];
    expect(names.sort()).toEqual(['SHA256SUMS', 'openapi.json', 'sbom.cdx.json', ...packages]);
    const { stdout } = await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(copy, 'release') });
    expect(stdout.match(/: OK$/gm)).toHaveLength(4);
    const sbom = JSON.parse(await readFile(released('sbom.cdx.json'), 'utf8'));
    const parts = sbom.components.map(({ name }: { name: string }) => name);
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: VERSION } } });
    expect(parts).toContain('fastify');
    expect(parts).not.toContain('vitest');
    expect(await readFile(join(copy, 'CHANGELOG.md'), 'utf8')).toMatch(
      /## 77\.7\.7 \(\d{4}-\d\d-\d\d\)\n\n- A change\./,
    );
  },
);

test('the package holds the program, its data, the console and the documents, and nothing else', async () => {
  const { stdout } = await run('tar', ['--list', '--file', released(`switchyard-${VERSION}.tgz`)]);
  const files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''));
  expect(packageProblems(files)).toEqual([]);
});

test(
  'it installs into an empty folder, starts, and answers its first call without the internet',
  LONG,
  async () => {
    app = await installPacked(folder, released(`switchyard-${VERSION}.tgz`));
    const program = [join(app, 'node_modules/.bin/switchyard'), 'serve'];
    await using service = await startService({ DATA_DIR: join(folder, 'data') }, [], [], program);
    const [call] = service.output().match(/^ *curl [\s\S]*?'\s*$/m) ?? [];
    const { stdout } = await run('sh', ['-c', call?.trim() ?? '']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      output_text: expect.stringContaining('58'),
    });
    expect((await fetch(`${service.url}/console`)).status).toBe(200);
  },
);

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

test('it knows its version, and its code has the source beside it', async () => {
  const { stdout } = await run('npx', ['switchyard', '--version'], { cwd: app });
  expect(stdout.trim()).toBe(VERSION);
  const map = await readFile(join(app, 'node_modules/switchyard/dist/main.js.map'), 'utf8');
  expect(JSON.parse(map).sourcesContent[0]).toContain('import');
});

test('a program imports it', async () => {
  const script = "import { createSwitchyard } from 'switchyard'; await createSwitchyard({ nope: 1 });";
  const failed = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: app }).catch(
    (error) => error,
  );
  expect(failed.stderr).toContain('TypeError: Unknown option: nope.');
});
