import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { startServer } from '../platform/http/server.fixture.ts';
import { consoleRoutes, startRoute } from './routes.ts';

async function serve(files: Record<string, string | Buffer>, store: string | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-built-'));
  onTestFinished(() => removeFolder(folder));
  await mkdir(join(folder, 'assets'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const routes = [
    startRoute,
    ...consoleRoutes({ folder: `${folder}/`, isSecure: () => true, filesOrigin: async () => store }),
  ];
  const server = await startServer({ routes });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
}

const FILES = {
  'index.html': '<title>The page</title>',
  'assets/main-a1b2.js': 'plain()',
  'assets/main-a1b2.js.gz': gzipSync('packed()'),
};

test('every address of the console is the page, never cached, and takes scripts from files alone', async () => {
  const get = await serve(FILES);
  for (const path of ['/console', '/console/', '/console/runs/resp_1?tab=raw', '/console/assets-of-mine']) {
    const answer = await get(path);
    expect(await answer.text()).toBe('<title>The page</title>');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('strict-transport-security')).not.toBeNull();
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
  }
  expect((await get('/')).headers.get('location')).toBe('/console');
});

test('the page may show pictures from the store of files, and takes nothing else from there', async () => {
  const policyWith = async (store: string | null) =>
    (await (await serve(FILES, store))('/console')).headers.get('content-security-policy')?.split('; ') ?? [];
  const [own, both] = [await policyWith(null), await policyWith('https://files.example')];
  expect(own.join()).not.toContain('files.example');
  expect(both.filter((part) => part.includes('files.example')).map((part) => part.split(' ')[0])).toEqual([
    'img-src',
    'media-src',
    'connect-src',
  ]);
});

test('hashed files are cached for ever and come compressed on request', async () => {
  const get = await serve(FILES);
  const packed = await get('/console/assets/main-a1b2.js', { 'accept-encoding': 'br, gzip' });
  expect([await packed.text(), packed.headers.get('content-encoding')]).toEqual(['packed()', 'gzip']);
  expect(packed.headers.get('cache-control')).toMatch(/immutable/);
  const plain = await get('/console/assets/main-a1b2.js', { 'accept-encoding': 'gzip;q=0' });
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual(['plain()', null]);
  expect(plain.headers.get('content-type')).toMatch(/javascript/);
});

test('a file that the build did not make is not there, on any path', async () => {
  const get = await serve(FILES);
  for (const path of [
    'assets/gone-1.js',
    'assets/..%2f..%2fpackage.js',
    'assets/%2e%2e/x.js',
    'gone.svg',
    'assets/',
  ])
    expect((await get(`/console/${path}`)).status, path).toBe(404);
});

test('without a build the page says how to make one', async () => {
  const get = await serve({});
  const answer = await get('/console/runs');
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('npm run build:console');
});
