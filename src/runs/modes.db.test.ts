import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { SchemaChecker } from '../judge/schema-checker.ts';
import type { Task } from '../runners/contract.ts';
import { taskText } from '../runners/hosted/task-text.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({
    runners: [scriptedRunner('first'), scriptedRunner('second')],
    env: { SYNC_WAIT_MS: '400' },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

test.each(['respond-async', 'respond-async, wait=10', 'Respond-Async'])(
  'the header Prefer: %s asks for 202',
  async (prefer) => {
    const { status, json } = await service.client.create({ input: 'Later [[after=20]]' }, { prefer });
    expect(status).toBe(202);
    expect(json).toMatchObject({
      status: 'in_progress',
      background: true,
      usage: null,
      output: [],
      output_text: '',
    });
    await service.client.untilOver(json.id);
  },
);

test('a synchronous create that outlasts its wait answers 202 and the run goes on', async () => {
  const { status, json } = await service.client.create({ input: 'Slow [[after=700]]' });
  expect(status).toBe(202);
  expect(json).toMatchObject({ status: 'in_progress', background: false });
  expect(await service.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
});

test('a run whose every attempt was a platform fault answers 502 and tells clients not to resend', async () => {
  const input = 'Try [[fail=platform:connect:The provider did not answer]]';
  const { status, json, headers } = await service.client.create({ input, routing: ['first', 'second'] });
  expect(status).toBe(502);
  expect(json).toMatchObject({ status: 'failed', error: { code: 'run_failed' } });
  expect(json.svc.routing_attempts.map((attempt: { fault: string }) => attempt.fault)).toEqual([
    'platform',
    'platform',
  ]);
  expect(headers.get('x-should-retry')).toBe('false');
  expect(headers.get('location')).toBe(`/api/v1/responses/${json.id}`);
  expect((await service.client.get(`/v1/responses/${json.id}`)).status).toBe(200);
});

test('a runner that throws fails its attempt as a platform fault and the next one takes over', async () => {
  const { status, json } = await service.client.create({
    input: 'Try [[first|throw]]',
    routing: ['first', 'second'],
  });
  expect(status).toBe(200);
  expect(json.svc).toMatchObject({ status: 'succeeded', runner: 'second' });
  expect(json.svc.routing_attempts[0]).toMatchObject({
    fault: 'platform',
    error: { code: 'runner_crashed' },
  });
});

test('a result that takes too long to judge fails its attempt alone', async () => {
  const { context } = service.app;
  const usual = context.schemas;
  await using hurried = new SchemaChecker(2_000, 1);
  context.schemas = hurried;
  const input = `Say [[output="${'It costs 58 dollars. '.repeat(5_000)}"]]`;
  const routing = 'first';
  const { json } = await service.client.create({ input, routing, background: true });
  const over = await service.client.untilOver(json.id);
  context.schemas = usual;
  expect(over.status).toBe('failed');
  expect(over.svc.routing_attempts).toMatchObject([
    { fault: 'platform', error: { code: 'result_unusable' } },
  ]);
  const short = { input: 'Say something', routing, background: true };
  const next = await service.client.create(short);
  expect(await service.client.untilOver(next.json.id)).toMatchObject({ status: 'completed' });
});

test('a run that failed for another reason is 200', async () => {
  const { status, headers } = await service.client.create({
    input: 'Try [[first|fail=platform:connect:Away]] [[second|fail=site:down:The site is down]]',
    routing: ['first', 'second'],
  });
  expect(status).toBe(200);
  expect(headers.get('location')).toBeNull();
});

test('a background run that fell to platform faults is read with 200', async () => {
  const { json } = await service.client.create({
    input: 'Try [[fail=platform:connect:Away]]',
    routing: 'first',
    background: true,
  });
  expect(await service.client.untilOver(json.id)).toMatchObject({ status: 'failed' });
});

test.each([
  ['a text', '"nul \\u0000 and half \\ud800 a character"', 'nul \ufffd and half \ufffd a character'],
  [
    'an object',
    '{"k\\u0000ey": ["\\udfff"], "plain": "kept \\\\u0000"}',
    { 'k\ufffdey': ['\ufffd'], plain: 'kept \\u0000' },
  ],
])('%s that PostgreSQL cannot store as it is still ends the run', async (_name, output, kept) => {
  const { status, json } = await service.client.create({
    input: `Say [[output=${output}]]`,
    routing: 'first',
  });
  expect(status).toBe(200);
  expect(json.svc).toMatchObject({ status: 'succeeded', output: kept });
});

test('a run lists the members of its request that were ignored, also when it is read again', async () => {
  const body = { input: 'Read', routing: 'first', max_cost: 1, tools: [{ type: 'web_search' }] };
  const { json } = await service.client.create(body);
  expect(json.svc.warnings).toMatchObject([
    { code: 'unknown_parameter', param: 'max_cost' },
    { code: 'ignored_parameter', param: 'tools' },
  ]);
  expect((await service.client.get(`/v1/responses/${json.id}`)).json.svc.warnings).toEqual(json.svc.warnings);
  expect((await service.client.create({ input: 'Read' })).json.svc.warnings).toEqual([]);
});

test('a run continues an earlier one: its final page, and its task and answer for a model', async () => {
  const page = `${service.app.demoOrigin}/`;
  const { json: earlier } = await service.client.create({ input: 'Say hello', url: page, routing: 'first' });
  const next = { input: 'And now the price', routing: 'first', previous_response_id: earlier.id };
  const { status, json } = await service.client.create(next);
  expect([status, json.previous_response_id, json.svc.url]).toEqual([200, earlier.id, page]);
  const { rows } = {
    rows: await service.app.context.db.query(sql`select request from runs where id = ${json.id}`),
  };
  const task = (rows[0] as { request: { task: Task } }).request.task;
  expect(taskText(task)).toContain('Say hello');
  expect(taskText(task)).toContain(earlier.svc.answer);
  const elsewhere = await service.client.create({ ...next, url: `${page}journal` });
  expect(elsewhere.json.svc.url).toBe(`${page}journal`);
});

test('an earlier run that is unknown is 404, one that lives 409, and alone it is no task', async () => {
  const continued = (previous_response_id: string, input: string | undefined = 'Go on') =>
    service.client.create({ input, routing: 'first', previous_response_id });
  const { json: live } = await service.client.create({
    input: 'Wait [[hang]]',
    routing: 'first',
    background: true,
  });
  const { json: done } = await service.client.create({ input: 'Say it', routing: 'first' });
  const codes = async ({ status, json }: Awaited<ReturnType<typeof continued>>) => [
    status,
    json.error.code,
    json.error.param,
  ];
  const param = 'previous_response_id';
  expect(await codes(await continued(`resp_${'0'.repeat(32)}`))).toEqual([404, 'response_not_found', param]);
  expect(await codes(await continued('x'))).toEqual([404, 'response_not_found', param]);
  expect(await codes(await continued(live.id))).toEqual([409, 'run_not_ended', param]);
  const alone = await service.client.create({ routing: 'first', previous_response_id: done.id });
  expect(alone.json.error.code).toBe('missing_input');
  await service.client.post(`/v1/responses/${live.id}/cancel`);
});
