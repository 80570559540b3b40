import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { newId } from '../platform/ids.ts';
import { captureFiles } from './capture.ts';
import { insertArtifactStatement } from './store.ts';

let service: TestApp;
let run: { id: string; workspaceId: string };

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only')] });
  const { json } = await service.client.create({ input: 'Say something' });
  run = { id: json.id, workspaceId: (await service.client.get('/v1/me')).json.workspace_id };
});
afterAll(() => service[Symbol.asyncDispose]());

async function keep(name: string, contentType: string, bytes: string | Buffer = 'x'): Promise<string> {
  const { db, files, log } = service.app.context;
  const file = { kind: 'screenshot' as const, name, contentType, bytes: Buffer.from(bytes as string) };
  const [artifact] = await captureFiles(files, [file], log);
  if (!artifact) throw new Error('nothing was captured');
  await db.query(insertArtifactStatement({ runId: run.id, workspaceId: run.workspaceId }, artifact));
  return artifact.id;
}

function download(artifactId: string, method = 'GET'): Promise<Response> {
  return fetch(`${service.app.url}/v1/responses/${run.id}/artifacts/${artifactId}`, {
    method,
    headers: { 'x-api-key': TEST_KEY },
  });
}

test.each([
  ['page.html', 'text/html', '<script>alert(1)</script>'],
  ['picture.svg', 'image/svg+xml', '<svg onload="alert(1)"/>'],
  ['picture.png', 'image/png; charset=utf-8\r\nx-evil: 1', '<html><script>alert(1)</script>'],
  ['app.js', 'text/javascript', 'alert(1)'],
  ['page.xhtml', 'application/xhtml+xml', '<html/>'],
])('%s of type %j is served as bytes that no browser runs', async (name, type, bytes) => {
  const response = await download(await keep(name, type, bytes));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    'cross-origin-resource-policy': 'same-origin',
    'content-length': String(bytes.length),
    'x-request-id': expect.stringMatching(/^req_/),
  });
  expect(await response.text()).toBe(bytes);
});

test.each(['image/png', 'text/csv', 'application/pdf', 'application/json'])(
  '%s keeps its type',
  async (type) => {
    const response = await download(await keep('file', type));
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
  },
);

test.each([
  ['Rechnung für "März" 😀.pdf', /filename\*=UTF-8''Rechnung%20f%C3%BCr%20M%C3%A4rz%20%F0%9F%98%80\.pdf/],
  ['a\r\nset-cookie: x=1.txt', /filename="aset-cookie x=1\.txt"/],
  ['../../etc/passwd', /filename="passwd"/],
  ['100%.txt', /100%\.txt|100%25\.txt/],
  ['\ud800\ud800', /filename/],
  ['😀'.repeat(500), /filename\*=UTF-8''/],
  ['', /filename="file"/],
])('the name %j is safe in a header', async (name, expected) => {
  const response = await download(await keep(name, 'text/plain'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(expected);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('HEAD tells the size and sends no bytes', async () => {
  const response = await download(await keep('big.bin', 'application/zip', Buffer.alloc(100_000)), 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('100000');
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

test('a part of a file can be had, and one past its end is named', async () => {
  const id = await keep('digits.txt', 'text/plain', '0123456789');
  const part = (range: string) =>
    fetch(`${service.app.url}/v1/responses/${run.id}/artifacts/${id}`, {
      headers: { 'x-api-key': TEST_KEY, range },
    });
  const middle = await part('bytes=3-5');
  expect(middle.status).toBe(206);
  expect(middle.headers.get('content-range')).toBe('bytes 3-5/10');
  expect(middle.headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(await middle.text()).toBe('345');
  const past = await part('bytes=10-');
  expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */10']);
});

test('an empty file is a file', async () => {
  const response = await download(await keep('empty.txt', 'text/plain', ''));
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

test('an artifact on the disk of another machine says so', async () => {
  const elsewhere = await keep('elsewhere.txt', 'text/plain');
  await service.app.context.db.query({
    text: 'update artifacts set storage_key = $2 where id = $1',
    values: [elsewhere, '0'.repeat(32)],
  });
  const response = await download(elsewhere);
  expect((await response.json()).error).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('object store'),
  });
});

test('an unknown artifact, and one whose bytes are gone, are not found', async () => {
  const gone = await keep('gone.txt', 'text/plain');
  await service.app.context.db.query({
    text: 'update artifacts set storage_key = null where id = $1',
    values: [gone],
  });
  for (const id of [newId('art'), gone, 'art_x', '..%2f..%2fetc', '%00']) {
    const response = await download(id);
    expect(response.status).toBe(404);
    expect((await response.json()).error.code).toBe('not_found');
  }
});
