import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Switchyard } from '@switchyard/sdk';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientPackages } from '../support/client-packages.ts';
import { type DemoService, startDemoService } from '../support/demo-service.ts';
import { installPacked, pack } from '../support/packed.ts';

// The packed SDK in an empty folder: in Node, for the compiler, and bundled in a browser.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = `svc_${'p'.repeat(40)}`;
const run = promisify(execFile);
let folder: string;
let packed: string;
let service: DemoService;
let task: { task: string; url: string; routing: string };

beforeAll(async () => {
  service = await startDemoService(KEY);
  ({ folder } = service);
  const url = `${service.shop}/products/fernfall-camp-kettle`;
  task = { task: 'What does the camp kettle cost?', url, routing: 'local-fetch' };
  packed = await pack(folder, 'sdk');
  await installPacked(folder, packed);
});
afterAll(() => service[Symbol.asyncDispose]());

test('it brings code, declarations and documents, and nothing to install besides', async () => {
  const place = join(folder, 'app', 'node_modules');
  expect((await readdir(place)).filter((name) => !name.startsWith('.'))).toEqual(['@switchyard']);
  const files = await readdir(join(place, '@switchyard/sdk'), { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'llms.txt',
      'docs/errors.md',
      'dist/sdk.js',
      'dist/sdk.d.ts',
      'dist/react.js',
    ]),
  );
  const manifest = JSON.parse(await readFile(join(place, '@switchyard/sdk/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    exports: { '.': { import: { default: './dist/sdk.js' }, require: { default: './dist/cjs/sdk.js' } } },
  });
  expect(manifest.dependencies ?? {}).toEqual({});
});

test('it works in Node', async () => {
  const script = `
    import { Switchyard, AuthenticationError } from '@switchyard/sdk';
    const client = new Switchyard();
    const run = await client.runs.create(${JSON.stringify(task)});
    const refused = await new Switchyard({ apiKey: 'svc_wrong' }).workspace.get().catch((error) => error);
    console.log(JSON.stringify([run.answer, refused instanceof AuthenticationError]));`;
  const app = join(folder, 'app');
  await writeFile(join(app, 'smoke.js'), script);
  const env = { PATH: process.env.PATH, SWITCHYARD_API_KEY: KEY, SWITCHYARD_BASE_URL: service.url };
  const { stdout } = await run(process.execPath, ['smoke.js'], { cwd: app, env });
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/58[.,]00/), true]);
});

test('it works with `require`, and where `AbortSignal.any` is missing', async () => {
  const script = `
    delete AbortSignal.any;
    const { Switchyard } = require('@switchyard/sdk');
    const client = new Switchyard();
    const signal = AbortSignal.timeout(60_000);
    client.runs.create(${JSON.stringify(task)}, { signal }).then((run) =>
      client.runs.stream(${JSON.stringify(task)}, { signal: AbortSignal.abort(new Error('stopped')) }).result()
        .catch((error) => console.log(JSON.stringify([run.answer, error.message]))));`;
  const app = join(folder, 'app');
  await writeFile(join(app, 'smoke.cjs'), script);
  const env = { PATH: process.env.PATH, SWITCHYARD_API_KEY: KEY, SWITCHYARD_BASE_URL: service.url };
  const { stdout } = await run(process.execPath, ['smoke.cjs'], { cwd: app, env });
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/58[.,]00/), 'stopped']);
});

test('publint and attw find no problem, and a compiler with `node10` neither', async () => {
  const tools = join(await clientPackages('packaging'), 'node_modules/.bin');
  const lint = await run(join(tools, 'publint'), ['run', packed, '--strict']).catch((error) => error);
  expect(lint.stdout).toContain('All good!');
  const types = await run(join(tools, 'attw'), [packed, '--format', 'json']).catch((error) => error);
  expect(JSON.parse(types.stdout).problems).toEqual({});
  const app = join(folder, 'app');
  await writeFile(
    join(app, 'old.ts'),
    `import { Switchyard } from '@switchyard/sdk';
     import { useRun } from '@switchyard/sdk/react';
     export const seconds = (error: import('@switchyard/sdk').RateLimitError): number | null => error.retryAfter;
     export const status = (error: import('@switchyard/sdk').UnexpectedAnswerError): number => error.status;
     export async function* slugs() { for await (const { slug } of new Switchyard().runners.list()) yield slug; }
     export const kind: 'function' = typeof useRun as 'function';`,
  );
  const options = ['--strict', '--noEmit', '--module', 'commonjs', '--moduleResolution', 'node10'];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom', 'old.ts'];
  const compiled = run(join(tools, 'tsc'), [...options, ...target], { cwd: app });
  expect(await compiled.catch((error) => error)).toMatchObject({ stdout: '' });
});

test('a bundle takes at most 13,500 bytes, compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'app/node_modules/@switchyard/sdk/dist/sdk.js')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(13_500);
});

test('a stack trace leads to the source', async () => {
  const dist = join(folder, 'app/node_modules/@switchyard/sdk/dist');
  for (const name of ['sdk.js.map', 'cjs/transport.js.map']) {
    const map = JSON.parse(await readFile(join(dist, name), 'utf8'));
    expect(map.sourcesContent[0]).toMatch(/export/);
  }
});

test('a missing key is named when the client is made', async () => {
  const script =
    "import('@switchyard/sdk').then(({ Switchyard }) => new Switchyard()).catch((error) => console.log(error.code, error.remediation))";
  const { stdout } = await run(process.execPath, ['-e', script], {
    cwd: join(folder, 'app'),
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toMatch(/^missing_api_key .*SWITCHYARD_API_KEY/);
});

test('its declarations stand up to a strict compiler', async () => {
  const app = join(folder, 'app');
  await writeFile(
    join(app, 'typed.ts'),
    `import { Switchyard, type RunEvent } from '@switchyard/sdk';
     const client = new Switchyard();
     export async function price(): Promise<string | null> { return (await client.runs.create({ task: 'a' })).answer; }
     export const kind = (event: RunEvent): string => (event.type === 'response.completed' ? event.response.svc.id : '');
     // @ts-expect-error a task has no such field
     export const wrong = () => client.runs.create({ tusk: 'a' });`,
  );
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ];
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--types', '', 'typed.ts'], {
    cwd: app,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('bundled, it follows a run in a page of another origin with a token, also in React', async () => {
  const client = new Switchyard({ apiKey: KEY, baseUrl: service.url });
  const { id } = await client.runs.start(task);
  const { token } = await client.runs.createToken(id, { expires_in_seconds: 60 });
  const contents = `
    import { Switchyard } from '@switchyard/sdk';
    import { useRun } from '@switchyard/sdk/react';
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    const [id, token, baseUrl] = ${JSON.stringify([id, token, service.url])};
    function Shown() {
      const { run, error, isLive } = useRun(id, token, { baseUrl });
      return createElement('p', null, JSON.stringify([run?.answer, error?.code ?? null, isLive]));
    }
    createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(Shown));
    const client = new Switchyard({ apiKey: token, baseUrl });
    const code = (promise) => promise.then(() => null, (error) => error.code);
    Promise.all([client.runs.wait(id), code(client.runs.get('resp_other')), code(client.workspace.get())])
      .then(([run, other, workspace]) => { document.title = JSON.stringify([run.answer, other, workspace]); });`;
  const sdk = join(folder, 'app/node_modules/@switchyard/sdk/dist');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { '@switchyard/sdk': join(sdk, 'sdk.js'), '@switchyard/sdk/react': join(sdk, 'react.js') },
    nodePaths: [join(ROOT, 'node_modules')],
  });
  const page = `<!doctype html><body><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
  const host = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  );
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  onTestFinished(async () => {
    await browser.close();
    host.close();
  });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  await tab.waitForFunction(
    () => document.title !== '' && document.querySelector('main')?.textContent?.endsWith('false]'),
  );
  // Other routes answer no page of another origin at all.
  expect(JSON.parse(await tab.title())).toEqual([
    expect.stringMatching(/58[.,]00/),
    'invalid_api_key',
    'connection_failed',
  ]);
  expect(JSON.parse((await tab.textContent('main')) ?? '')).toEqual([
    expect.stringMatching(/58[.,]00/),
    null,
    false,
  ]);
});
