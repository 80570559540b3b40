import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { SOON } from '../../../../test/support/soon.ts';
import { KMS_ENV, startKmsStandIn } from '../../../../test/support/stand-ins/kms.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';

let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  const runner = scriptedRunner('asker');
  one = await startTestApp({ runners: [runner] });
  other = await startTestApp({ runners: [runner], databaseUrl: one.databaseUrl, role: 'api' });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

const ASK = {
  input: 'Log in [[ask=otp:Enter the code we sent by SMS to your phone]]',
  routing: 'asker',
  background: true,
};

async function paused(body: Record<string, unknown> = ASK): Promise<string> {
  const { json } = await one.client.create(body);
  await expect
    .poll(async () => (await one.client.get(`/v1/responses/${json.id}`)).json.status, SOON)
    .toBe('requires_action');
  return json.id;
}

test('a run pauses the moment the site asks, and says how to answer', async () => {
  const id = await paused();
  const { json } = await one.client.get(`/v1/responses/${id}`);
  expect(json.required_action).toMatchObject({
    type: 'submit_input',
    submit_input: {
      kind: 'otp',
      channel: 'sms',
      submit: { method: 'POST', path: `/api/v1/responses/${id}/input` },
    },
  });
  expect(json.svc).toMatchObject({ status: 'needs_human', required_action: { kind: 'otp' } });
  expect((await other.client.get(`/v1/responses/${id}/input`)).json).toMatchObject({
    waiting: true,
    channel: 'sms',
  });
  await one.client.post(`/v1/responses/${id}/cancel`);
});

test('a pause shows the page that asks, and the run keeps that picture', async () => {
  const id = await paused({ ...ASK, input: `${ASK.input} [[picture=a page]]` });
  const { json } = await one.client.get(`/v1/responses/${id}`);
  const { screenshot } = json.required_action.submit_input;
  expect(json.svc).toMatchObject({ screenshot, artifacts: [{ name: 'question.jpg', url: screenshot }] });
  const headers = { authorization: `Bearer ${one.client.key}` };
  expect(await (await fetch(screenshot, { headers })).text()).toBe('a page');
  await one.client.post(`/v1/responses/${id}/input`, { code: '482913' });
  expect((await one.client.untilOver(id)).svc).toMatchObject({ status: 'succeeded', screenshot });
});

test('a create that waits for the end answers when the site asks, so that the caller can', async () => {
  const { status, json } = await one.client.create({ ...ASK, background: false });
  expect(status).toBe(202);
  expect(json).toMatchObject({
    status: 'requires_action',
    svc: { status: 'needs_human', fallback_from: [] },
  });
  await one.client.post(`/v1/responses/${json.id}/input`, { code: '482913' });
  expect(await one.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
});

test('a pending question gets more time, at most 30 minutes in all and never beyond its run', async () => {
  const id = await paused({ ...ASK, interaction_timeout_ms: 5_000 });
  const expiry = (json: { created_at: string; expires_at: string }) =>
    Date.parse(json.expires_at) - Date.parse(json.created_at);
  const extend = (body: object) => other.client.post(`/v1/responses/${id}/input/extend`, body);
  const first = await extend({});
  expect({ status: first.status, waitsMs: expiry(first.json) }).toEqual({ status: 200, waitsMs: 305_000 });
  expect((await one.client.get(`/v1/responses/${id}/input`)).json).toEqual(first.json);
  expect(expiry((await extend({ seconds: 10 })).json)).toBe(315_000);
  // A pinned runner has 20 minutes.
  const most = expiry((await extend({ seconds: 1_800 })).json);
  expect(most).toBeGreaterThan(1_100_000);
  expect(most).toBeLessThanOrEqual(1_200_000);
  expect(expiry((await extend({ seconds: 300 })).json)).toBe(most);
  for (const seconds of [0, -1, 1.5, '60', 1_801, null])
    expect((await extend({ seconds })).json.error).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
    });
  await one.client.post(`/v1/responses/${id}/input`, { code: '482913' });
  await one.client.untilOver(id);
  expect((await extend({})).json.error.code).toBe('not_waiting_for_input');
});

test('an uncapped run gives a question 30 minutes at most', async () => {
  const id = await paused({ ...ASK, routing: 'smart' });
  const { json } = await one.client.post(`/v1/responses/${id}/input/extend`, { seconds: 1_800 });
  expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).toBe(1_800_000);
  await one.client.post(`/v1/responses/${id}/cancel`);
});

test('an answer given to another instance lets the run go on', async () => {
  const id = await paused();
  const accepted = await other.client.post(`/v1/responses/${id}/input`, { code: '482913' });
  expect(accepted).toMatchObject({ status: 200, json: { status: 'in_progress' } });
  expect(await one.client.untilOver(id)).toMatchObject({
    status: 'completed',
    output_text: 'Balance 42, after a code of 6 characters.',
  });
});

test.each([{}, { code: '' }, { code: ' \n' }, { answer: '   ' }, { code: '1', answer: '2' }])(
  '%j is no answer',
  async (body) => {
    const id = await paused();
    const { status, json } = await one.client.post(`/v1/responses/${id}/input`, body);
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect((await one.client.get(`/v1/responses/${id}/input`)).json.waiting).toBe(true);
    await one.client.post(`/v1/responses/${id}/cancel`);
  },
);

test('an answer locks the run before its question, as a cancel does', async () => {
  const id = await paused();
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const answered = await one.app.context.db.transaction(async (run) => {
    await run(sql`select from runs where id = ${id} for update`);
    const sent = one.client.post(`/v1/responses/${id}/input`, { code: '482913' });
    await expect.poll(async () => (await other.app.context.db.query(waiting)).length, SOON).toBe(1);
    await run(sql`select from interactions where run_id = ${id} for update nowait`);
    return { sent };
  });
  expect((await answered.sent).status).toBe(200);
  expect(await one.client.untilOver(id)).toMatchObject({ status: 'completed' });
});

test('a question expires with the time of its run at the latest', async () => {
  const id = await paused({ ...ASK, routing: 'smart', time_budget_ms: 30_000 });
  const { created_at: createdAt } = (await one.client.get(`/v1/responses/${id}`)).json.svc;
  const { expires_at: expiresAt } = (await one.client.get(`/v1/responses/${id}/input`)).json;
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeLessThan(31_000);
  await one.client.post(`/v1/responses/${id}/cancel`);
});

test('a stream tells that the run goes on after its answer', async () => {
  const id = await paused();
  await one.client.post(`/v1/responses/${id}/input`, { code: '482913' });
  await one.client.untilOver(id);
  const { events } = await readEvents(one.client, `/v1/responses/${id}?stream=true`);
  const statuses = events.map(({ response }) => response?.status);
  expect(statuses.filter((status, at) => status && status !== statuses[at - 1])).toEqual([
    'in_progress',
    'requires_action',
    'in_progress',
    'completed',
  ]);
});

test('a rejected code opens a new round', async () => {
  const id = await paused();
  const first = (await one.client.get(`/v1/responses/${id}/input`)).json.interaction_id;
  await one.client.post(`/v1/responses/${id}/input`, { code: '0000' });
  await expect
    // Between the two rounds the run waits for nothing.
    .poll(async () => (await one.client.get(`/v1/responses/${id}/input`)).json.interaction_id ?? first)
    .not.toBe(first);
  await one.client.post(`/v1/responses/${id}/input`, { answer: '1234' });
  expect((await one.client.untilOver(id)).status).toBe('completed');
});

test('of many answers at once exactly one is taken', async () => {
  const id = await paused();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).client.post(`/v1/responses/${id}/input`, { code: `11111${index}` }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
});

test('an unanswered question ends the run and says so', async () => {
  const id = await paused({ ...ASK, interaction_timeout_ms: 300 });
  const json = await one.client.untilOver(id);
  expect(json).toMatchObject({
    status: 'failed',
    error: {
      code: 'run_failed',
      message: expect.stringMatching(
        /^The site asked for a one-time code, and none arrived within [\d.]+ seconds\. .+extend/,
      ),
    },
  });
});

test('allow_interaction false never pauses', async () => {
  const { json } = await one.client.create({ ...ASK, allow_interaction: false, background: false });
  expect(json).toMatchObject({
    status: 'failed',
    error: { code: 'run_failed', message: expect.stringContaining('allow_interaction is false') },
  });
});

test('an answer that was taken is not lost while the key service is away', async () => {
  Object.assign(process.env, KMS_ENV);
  await using kms = await startKmsStandIn();
  await using sealed = await startTestApp({
    runners: [scriptedRunner('asker')],
    env: {
      KMS_PROVIDER: 'aws',
      AWS_KMS_KEY_ID: kms.keyId,
      AWS_KMS_BASE_URL: kms.url,
      AWS_REGION: 'eu-central-1',
    },
  });
  const { client } = sealed;
  const { json } = await client.create(ASK);
  const path = `/v1/responses/${json.id}`;
  await expect.poll(async () => (await client.get(path)).json.status, SOON).toBe('requires_action');
  kms.mode = 'closed';
  expect((await client.post(`${path}/input`, { code: '482913' })).status).toBe(200);
  await expect.poll(() => kms.calls.filter((call) => call === 'Decrypt').length, SOON).toBeGreaterThan(2);
  kms.mode = 'up';
  expect((await client.untilOver(json.id)).output_text).toBe('Balance 42, after a code of 6 characters.');
});

test('a run that does not wait takes no input, and an empty one names the field', async () => {
  const { json } = await one.client.create({ input: 'Plain', routing: 'asker' });
  expect((await one.client.post(`/v1/responses/${json.id}/input`, { code: '1' })).json.error.code).toBe(
    'not_waiting_for_input',
  );
  expect((await one.client.post(`/v1/responses/${json.id}/input`, {})).json.error).toMatchObject({
    code: 'invalid_request',
    param: 'code',
  });
  expect((await one.client.get(`/v1/responses/${json.id}/input`)).status).toBe(409);
});
