import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedRunner, scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let first: ScriptedRunner;
let second: ScriptedRunner;

beforeAll(async () => {
  first = scriptedRunner('first');
  second = scriptedRunner('second', { price: { unit: 'task', microUsd: 2_000, typicalTaskMicroUsd: 2_000 } });
  service = await startTestApp({ runners: [first, second] });
});
afterAll(() => service[Symbol.asyncDispose]());

test('a synchronous create answers with the judged result', async () => {
  const { status, json } = await service.client.create({ input: 'Say something', routing: 'first' });
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: 'completed', output_text: 'Forty-two for: Say something' });
  expect(json.svc.cost.total_usd).toBe(0.001);
});

test('a background create answers 202 and the run ends by itself', async () => {
  const { status, json } = await service.client.create({ input: 'Later [[after=50]]', background: true });
  expect(status).toBe(202);
  expect(json.status).toBe('in_progress');
  expect(await service.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
});

test('a failing runner falls back to the next and both attempts bill', async () => {
  const { json } = await service.client.create({
    input: 'Try [[first|fail=runner:nope:It did not work]]',
    routing: ['first', 'second'],
  });
  expect(json.svc).toMatchObject({ status: 'succeeded', runner: 'second', fallback_from: ['first'] });
  expect(json.svc.cost.total_usd).toBe(0.003);
});

test('a cancelled run stops its attempt and stays cancelled', async () => {
  const { json } = await service.client.create({
    input: 'Hang [[hang]]',
    routing: 'first',
    background: true,
  });
  const cancelled = await service.client.post(`/v1/responses/${json.id}/cancel`);
  expect(cancelled.json).toMatchObject({ status: 'cancelled', error: { code: 'run_cancelled' } });
  await expect.poll(() => first.aborted.length, SOON).toBeGreaterThan(0);
  expect((await service.client.get(`/v1/responses/${json.id}`)).json.status).toBe('cancelled');
});

test('the same idempotency key gives the same run', async () => {
  const body = { input: 'Once', idempotency_key: 'k1' };
  const one = await service.client.create(body);
  const two = await service.client.create(body);
  expect(two.json.id).toBe(one.json.id);
  expect(two.headers.get('idempotent-replayed')).toBe('true');
});
