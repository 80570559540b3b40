import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { newId } from '../platform/ids.ts';
import { importHistory } from './import-history.ts';

let service: TestApp;
let owner: AddedWorkspace;
let stranger: AddedWorkspace;
const task = { id: newId('lt'), open: newId('lt') };
const run = { id: newId('resp'), failed: newId('resp') };

function history() {
  const body = {
    input: 'Fetch the invoices of three shops',
    entities: [
      { entity_id: 'e1', status: 'delivered', run_id: run.id, attempts: 1 },
      { entity_id: 'e2', status: 'unfetchable', reason: 'The page says it is gone.' },
    ],
    counts: { delivered: 1, unfetchable: 1 },
    gaps: [{ entity_id: 'e2' }],
    budget: { spent_usd: 0.12 },
    events: [{ type: 'chunk_dispatched' }],
    manifest: { verification: { method: 'sampled', confidence: 0.9, low_confidence: false } },
  };
  const child = {
    parent_id: task.id,
    runner: 'deck',
    created_at: '2026-08-01T10:00:00Z',
    finished_at: '2026-08-01T10:00:09Z',
  };
  return {
    tasks: [
      { ...body, id: task.id, status: 'partial', created_at: '2026-08-01T10:00:00Z' },
      { ...body, id: task.open, status: 'running', created_at: '2026-08-02T10:00:00Z' },
    ],
    runs: [
      {
        ...child,
        id: run.id,
        role: 'entity_fetch',
        entity_id: 'e1',
        entity_label: 'Shop one',
        status: 'succeeded',
        answer: 'Invoice 7',
        cost_usd: 0.1,
      },
      {
        ...child,
        id: run.failed,
        role: 'enumeration',
        status: 'failed',
        cost_usd: 0.02,
        created_at: '2026-08-01T09:00:00Z',
      },
    ],
    deliveries: [] as object[],
  };
}

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first')] });
  owner = await addWorkspace(service);
  stranger = await addWorkspace(service);
  const { json: hook } = await owner.client.post('/v1/webhooks', { url: 'http://127.0.0.1:59999/' });
  const delivery = {
    id: newId('whdel'),
    webhook_id: hook.id,
    event_id: newId('evt'),
    type: 'long_task.partial',
    long_task_id: task.id,
    sequence: 1,
    status: 'delivered',
    last_http_status: 200,
    created_at: '2026-08-01T11:00:01Z',
  };
  const file = { ...history(), deliveries: [delivery] };
  const done = await importHistory(service.app.context.db, owner.workspaceId, JSON.stringify(file));
  expect(done).toEqual({ tasks: 2, runs: 2, deliveries: 1 });
});
afterAll(() => service[Symbol.asyncDispose]());

test('creating one is refused, with any body', async () => {
  const answer = await owner.client.post('/v1/long-tasks', {
    input: 'all of them',
    expected_entities: 3,
  });
  expect([answer.status, answer.json.error.code]).toEqual([403, 'feature_disabled']);
  expect(answer.json.error.remediation).toContain('/v1/responses');
});

test('imported tasks are listed newest first and read by their owner only', async () => {
  const { json } = await owner.client.get('/v1/long-tasks?limit=1');
  expect(json).toMatchObject({ object: 'list', has_more: true, first_id: task.open });
  const one = await owner.client.get(`/v1/long-tasks/${task.id}`);
  expect(one.json).toMatchObject({ object: 'long_task', status: 'partial', budget: { spent_usd: 0.12 } });
  const foreign = await stranger.client.get(`/v1/long-tasks/${task.id}`);
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'long_task_not_found']);
});

test('child runs come oldest first, and in the list of runs when their parent is named', async () => {
  const { json } = await owner.client.get(`/v1/long-tasks/${task.id}/runs`);
  expect(json.has_more).toBe(false);
  expect(json.data.map((child: { id: string }) => child.id)).toEqual([run.failed, run.id]);
  expect(json.data[1]).toMatchObject({
    object: 'svc.run',
    entity_label: 'Shop one',
    cost_usd: 0.1,
    timing_ms: 9_000,
  });
  expect(json.data[0]).not.toHaveProperty('entity_id');
  expect((await owner.client.get('/v1/runs')).json.data).toEqual([]);
  const children = await owner.client.get(`/v1/runs?parent_id=${task.id}`);
  expect(children.json.data).toHaveLength(2);
  expect((await owner.client.get(`/v1/responses/${run.id}`)).json).toMatchObject({
    status: 'completed',
    output_text: 'Invoice 7',
    svc: { parent_id: task.id, entity_id: 'e1', role: 'entity_fetch' },
  });
});

test('an open task can be cancelled once; a task that is over stays as it is', async () => {
  const cancelled = await owner.client.post(`/v1/long-tasks/${task.open}/cancel`);
  expect(cancelled).toMatchObject({ status: 202, json: { status: 'cancelled', counts: { delivered: 1 } } });
  expect(cancelled.json.events.at(-1)).toMatchObject({ type: 'cancelled' });
  const over = await owner.client.post(`/v1/long-tasks/${task.id}/cancel`);
  expect(over).toMatchObject({ status: 202, json: { status: 'partial' } });
});

test('historical deliveries carry the long task as data', async () => {
  const { json: hooks } = await owner.client.get('/v1/webhooks');
  const { json } = await owner.client.get(`/v1/webhooks/${hooks.data[0].id}/deliveries`);
  expect(json.data[0]).toMatchObject({
    type: 'long_task.partial',
    status: 'delivered',
    last_http_status: 200,
  });
  const one = await owner.client.get(`/v1/webhooks/${hooks.data[0].id}/deliveries/${json.data[0].id}`);
  expect(one.json.payload_preview).toContain('"object":"long_task"');
});

test.each([
  ['broken JSON', '{"tasks": [', /not JSON/],
  ['a missing member', '{"tasks": [{}]}', /tasks\.0/],
  ['a run of a task that is not there', JSON.stringify({ ...history(), tasks: [] }), /does not hold/],
  ['what is there already', JSON.stringify(history()), /already/],
])('%s is refused, and nothing is half imported', async (_what, text, message) => {
  const before = (await stranger.client.get('/v1/long-tasks')).json.data.length;
  await expect(importHistory(service.app.context.db, stranger.workspaceId, text)).rejects.toThrow(message);
  expect((await stranger.client.get('/v1/long-tasks')).json.data.length).toBe(before);
});
