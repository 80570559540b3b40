import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first'), scriptedRunner('second')] });
});
afterAll(() => service[Symbol.asyncDispose]());

test('a run tells its request, so that it can be sent again', async () => {
  const { client } = service;
  const asked = {
    task: 'Say [[first|fail=runner:nope:No]]',
    routing: ['first', 'second'],
    max_cost_usd: 2,
    metadata: { team: 'blue' },
  };
  const { json: run } = await client.create(asked);
  const { json } = await client.get(`/v1/responses/${run.id}/timeline`);
  expect(json.request).toMatchObject({
    ...asked,
    url: null,
    output_schema: null,
    attachments: [],
    had_secrets: false,
  });
  expect(json.attempts.map(({ runner }: { runner: string }) => runner)).toEqual(['first', 'second']);
  expect(json.waits).toEqual([]);
  const { attachments: _files, had_secrets: _secrets, ...again } = json.request;
  expect((await client.create(again)).status).toBe(200);
});

test('its postings add up to its cost', async () => {
  const { client } = service;
  const { json: run } = await client.create({ task: 'Say something', routing: 'first' });
  const { json } = await client.get(`/v1/responses/${run.id}/timeline`);
  const paid = json.postings.filter(({ credit }: { credit: string }) => credit.startsWith('platform:'));
  const sum = paid.reduce((total: number, { amount_usd }: { amount_usd: number }) => total + amount_usd, 0);
  expect(sum).toBeCloseTo(run.svc.cost.total_usd, 6);
  expect(paid[0]).toMatchObject({ attempt_id: run.svc.routing_attempts[0].id });
});

test('the time that a person let it wait has a beginning and an end', async () => {
  const { client } = service;
  const { json: run } = await client.create({
    task: 'Log in [[ask=otp:Enter the code]]',
    routing: 'first',
    background: true,
  });
  const waits = async () => (await client.get(`/v1/responses/${run.id}/timeline`)).json.waits;
  await expect
    .poll(waits, SOON)
    .toMatchObject([{ state: 'waiting', closed_at: null, prompt: 'Enter the code' }]);
  await client.post(`/v1/responses/${run.id}/input`, { code: '482913' });
  await client.untilOver(run.id);
  const [wait] = await waits();
  expect(wait.state).toBe('answered');
  expect(Date.parse(wait.closed_at)).toBeGreaterThan(Date.parse(wait.asked_at));
});

test('the run of another workspace has none', async () => {
  const { json: run } = await service.client.create({ task: 'Say something', routing: 'first' });
  const other = await addWorkspace(service);
  const { status, json } = await other.client.get(`/v1/responses/${run.id}/timeline`);
  expect([status, json.error.code]).toEqual([404, 'response_not_found']);
});
