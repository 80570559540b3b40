import { beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { captureFiles } from '../../artifacts/capture.ts';
import { insertArtifactStatement } from '../../artifacts/store.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only')] });
  return () => service[Symbol.asyncDispose]();
});

function read(id: string) {
  return service.client.get(`/v1/responses/${id}`);
}

test('a finished run that is read again is the same, and the same as its create answered', async () => {
  const created = await service.client.create({ input: 'Say something' });
  const first = await read(created.json.id);
  expect(first.json).toEqual(created.json);
  expect((await read(created.json.id)).json).toEqual(first.json);
});

test('the next read sees every change in a finished run', async () => {
  const { db, files, log } = service.app.context;
  const { id } = (await service.client.create({ input: 'Say something' })).json;
  expect((await read(id)).json.svc.artifacts).toEqual([]);

  const file = {
    kind: 'download' as const,
    name: 'a.txt',
    contentType: 'text/plain',
    bytes: Buffer.from('a'),
  };
  const [artifact] = await captureFiles(files, [file], log);
  if (!artifact) throw new Error('nothing was captured');
  const workspaceId = (await service.client.get('/v1/me')).json.workspace_id;
  await db.query(insertArtifactStatement({ runId: id, workspaceId }, artifact));
  expect((await read(id)).json.svc.artifacts).toMatchObject([{ url: expect.stringContaining(artifact.id) }]);

  await db.query({ text: 'update artifacts set storage_key = null where run_id = $1', values: [id] });
  expect((await read(id)).json.svc.artifacts).toMatchObject([{ url: null }]);

  await db.query({ text: `update attempts set block_reason = 'late' where run_id = $1`, values: [id] });
  expect((await read(id)).json.svc.routing_attempts).toMatchObject([{ block_reason: 'late' }]);

  await service.client.request('DELETE', `/v1/responses/${id}`);
  expect((await read(id)).status).toBe(404);
});

test('a run that is under way is read as it is now', async () => {
  const { id } = (await service.client.create({ input: '[[hang]]', background: true })).json;
  expect((await read(id)).json.status).toBe('in_progress');
  expect((await read(id)).json.status).toBe('in_progress');
  await service.client.post(`/v1/responses/${id}/cancel`);
  expect((await read(id)).json.status).toBe('cancelled');
});
