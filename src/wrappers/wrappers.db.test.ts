import { Hyperbrowser } from '@hyperbrowser/sdk';
import Firecrawl from '@mendable/firecrawl-js';
import { BrowserUse as BrowserUseV2 } from 'browser-use-sdk';
import { BrowserUse as BrowserUseV3 } from 'browser-use-sdk/v3';
import { BrowserUse as BrowserUseV4 } from 'browser-use-sdk/v4';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keepFile } from '../../test/support/keep-file.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';

// Each provider's official client, with only its base URL and key changed, over a scripted runner.

let service: TestApp;
let at: (provider: string) => string;
const runner = scriptedRunner('only');
const quick = { interval: 20, timeout: 20_000 };

beforeAll(async () => {
  service = await startTestApp({
    runners: [runner, scriptedRunner('other')],
    resolver: async () => ['93.184.216.34'],
  });
  at = (provider) => `${service.app.url}/api/wrappers/${provider}`;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Our own fields go into the same objects. */
// biome-ignore lint/suspicious/noExplicitAny: the official types do not know our fields
const own = (fields: object): any => fields;

async function failureOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`expected a failure, got ${JSON.stringify(error)}`);
  return error as Error & Record<string, unknown>;
}

const addFile = (runId: string) => keepFile(service, runId, 'a,b');

describe('Browser Use, version 2', () => {
  const client = () =>
    new BrowserUseV2({ apiKey: TEST_KEY, baseUrl: `${at('browser-use')}/api/v2`, maxRetries: 0 });

  test('a task runs to its end, with its steps', async () => {
    const result = await client().run('Say hello [[steps=2]]', quick);
    expect(result).toMatchObject({
      output: 'Forty-two for: Say hello',
      status: 'finished',
      isSuccess: true,
      task: 'Say hello [[steps=2]]',
      svc: { routing: 'smart', status: 'succeeded' },
    });
    expect(result.steps.map(({ number, nextGoal }) => [number, nextGoal])).toEqual([
      [1, 'read step 0'],
      [2, 'read step 1'],
    ]);
  });

  test('a schema governs the output', async () => {
    const schema = own(z.object({ n: z.number() }));
    const result = await client().run('Count [[output={"n":3}]]', { schema, ...quick });
    expect(result.output).toEqual({ n: 3 });
  });

  test('a failed task ends, too, and says so', async () => {
    const result = await client().run('Try [[fail=site:down:The site is down]]', quick);
    expect(result).toMatchObject({ isSuccess: false, output: null, svc: { error: { code: 'run_failed' } } });
  });

  test('stop, list, session and files', async () => {
    const { id, sessionId } = await client().tasks.create({
      task: 'Wait [[hang]]',
      ...own({ routing: 'other' }),
    });
    expect(await client().tasks.get(id)).toMatchObject({ status: 'started', svc: { routing: 'other' } });
    expect((await client().sessions.get(sessionId)).status).toBe('active');
    expect((await client().tasks.stop(id)).status).toBe('stopped');
    const listed = await client().tasks.list({ pageSize: 2, pageNumber: 1 });
    expect(listed.items[0]).toMatchObject({ id, status: 'stopped' });
    expect(listed.items).toHaveLength(2);
    const second = await client().tasks.list({ pageSize: 2, pageNumber: 2 });
    expect(second.items[0]?.id).not.toBe(listed.items[1]?.id);
    const file = await addFile(id);
    expect((await client().tasks.get(id)).outputFiles).toEqual([{ id: file, fileName: 'report.csv' }]);
    const { downloadUrl } = await client().files.taskOutput(id, file);
    const url = new URL(downloadUrl, service.app.url);
    expect(await (await fetch(url, { headers: { 'x-api-key': TEST_KEY } })).text()).toBe('a,b');
    expect((await failureOf(client().files.taskOutput(id, 'art_x'))).statusCode).toBe(404);
  });

  test.each([
    ['no task', {}, 'task'],
    ['a task of another kind', { task: 7 }, 'task'],
    ['a session to go on in', { task: 'x', sessionId: 's' }, 'sessionId'],
    ['secrets beside the task', { task: 'x', secrets: { a: 'hunter2' } }, 'credential_id'],
    ['an unknown runner', { task: 'x', routing: 'nobody' }, 'nobody'],
    ['an empty task', { task: ' ' }, '`task`'],
    ['a schema that is none', { task: 'x', structuredOutput: '{' }, '`structuredOutput`'],
    ['a schema of ours that is none', { task: 'x', output_schema: 7 }, '`output_schema`'],
    ['an unsafe address', { task: 'x', startUrl: 'http://127.0.0.1:1/' }, '`startUrl`'],
  ])('%s is refused in its words', async (_name, body, word) => {
    const error = await failureOf(client().tasks.create(own(body)));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain(word);
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  test('only stopping is understood', async () => {
    const { id } = await client().tasks.create({ task: 'Say hello' });
    expect((await failureOf(client().tasks.update(id, own({ action: 'pause' })))).statusCode).toBe(400);
  });

  test('a wrong key, and a missing run', async () => {
    const stranger = new BrowserUseV2({
      apiKey: 'bad',
      baseUrl: `${at('browser-use')}/api/v2`,
      maxRetries: 0,
    });
    expect(await failureOf(stranger.tasks.list())).toMatchObject({
      statusCode: 401,
      name: 'BrowserUseError',
    });
    expect(await failureOf(client().tasks.get('nothing'))).toMatchObject({
      statusCode: 404,
      message: 'Response not found.',
    });
    expect(await failureOf(client().profiles.list())).toMatchObject({ statusCode: 501 });
  });
});

describe('Browser Use, version 3', () => {
  const client = () =>
    new BrowserUseV3({ apiKey: TEST_KEY, baseUrl: `${at('browser-use')}/api/v3`, maxRetries: 0 });

  test('a session runs to its end and tells its messages', async () => {
    const run = client().run('Say hello [[steps=2]]', quick);
    const told: string[] = [];
    for await (const message of run) told.push(`${message.role} ${message.summary}`);
    expect(told).toEqual([
      'user Say hello [[steps=2]]',
      'assistant read step 0',
      'assistant read step 1',
      'assistant Forty-two for: Say hello',
    ]);
    expect(run.result).toMatchObject({
      output: 'Forty-two for: Say hello',
      status: 'idle',
      isTaskSuccessful: true,
    });
  });

  test('a schema and a ceiling', async () => {
    const schema = own(z.object({ n: z.number() }));
    const result = await client().run('Count [[output={"n":3}]]', { schema, maxCostUsd: '0.002', ...quick });
    expect(result.output).toEqual({ n: 3 });
    expect(result.maxCostUsd).toBe('0.002');
    expect(
      (await failureOf(client().sessions.create(own({ task: 'x', maxCostUsd: 'much' })))).statusCode,
    ).toBe(400);
  });

  test('stop, list, and a session without a task', async () => {
    const { id } = await client().sessions.create({ task: 'Wait [[hang]]' });
    expect((await client().sessions.get(id)).status).toBe('running');
    expect((await client().sessions.stop(id)).status).toBe('stopped');
    expect((await client().sessions.list({ page: 1, page_size: 1 })).sessions.map((one) => one.id)).toEqual([
      id,
    ]);
    expect(await failureOf(client().sessions.create())).toMatchObject({
      statusCode: 400,
      message: '`task`: must say what to do',
    });
  });
});

describe('Browser Use, version 4', () => {
  const client = () =>
    new BrowserUseV4({ apiKey: TEST_KEY, baseUrl: `${at('browser-use')}/api/v4`, maxRetries: 0 });

  test('a run runs to its end, with events and files', async () => {
    const { id } = await client().runs.create(own({ task: 'Say hello [[steps=1]]' }));
    const run = await client().runs.waitForCompletion(id, quick);
    expect(run).toMatchObject({ id, status: 'completed', result: 'Forty-two for: Say hello', error: null });
    expect(await client().runs.waitForEvent(id, 'run.completed', quick)).toMatchObject({ runId: id });
    const { events } = await client().runs.events(id, { after: 1 });
    expect(events.map(({ type }) => type)).toEqual(['run.step', 'run.completed']);
    await addFile(id);
    expect((await client().runs.attachments(id)).attachments).toMatchObject([
      { name: 'report.csv', contentType: 'text/csv', sizeBytes: 3 },
    ]);
  });

  test('cancel, a failure, and a list that is read on', async () => {
    const { id } = await client().runs.create(own({ task: 'Wait [[hang]]' }));
    expect((await client().runs.cancel(id)).status).toBe('cancelled');
    const failed = await client().runs.create(own({ task: 'Try [[fail=site:down:It is down]]' }));
    expect((await client().runs.waitForCompletion(failed.id, quick)).error).toContain('It is down');
    const first = await client().runs.list({ limit: 1 });
    const next = await client().runs.list({ limit: 1, cursor: first.nextCursor });
    expect([first.runs[0]?.id, next.runs[0]?.id]).toEqual([failed.id, id]);
  });
});

describe('Firecrawl', () => {
  const client = () => new Firecrawl({ apiKey: TEST_KEY, apiUrl: at('firecrawl'), maxRetries: 1 });
  const url = 'https://shop.example/';

  test('a scrape is a page as text, or an answer from it', async () => {
    const page = await client().scrape(url, own({ formats: ['markdown'], routing: 'only' }));
    expect(page).toMatchObject({
      markdown: expect.stringContaining('Forty-two for:'),
      metadata: { sourceURL: url },
    });
    const prompt = 'Count [[output={"n":3}]] [[page=203]]';
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const asked = await client().scrape(url, own({ formats: [{ type: 'json', prompt, schema }] }));
    expect(asked).toMatchObject({ json: { n: 3 }, metadata: { statusCode: 203, title: 'The page' } });
    expect(page.metadata).not.toHaveProperty('title');
    const told = await client().scrape(url, own({ formats: [{ type: 'json', prompt: 'Say hello' }] }));
    expect(told).toMatchObject({ json: 'Forty-two for: Say hello' });
    expect(told).not.toHaveProperty('markdown');
  });

  test('a failed scrape is an error with its reason', async () => {
    const formats = [{ type: 'json', prompt: 'Try [[fail=site:down:It is down]]' }];
    const error = await failureOf(client().scrape(url, own({ formats })));
    expect(error.message).toContain('It is down');
  });

  test('a misspelt member of our own is named', async () => {
    const { json } = await service.client.post('/wrappers/firecrawl/v2/scrape', {
      url,
      max_cost: 1,
      formats: ['html'],
    });
    expect(json.svc.warnings).toMatchObject([{ code: 'unknown_parameter', param: 'max_cost' }]);
  });

  test('a scrape that waits for its owner says what it asks', async () => {
    const formats = [{ type: 'json', prompt: 'Sign in [[ask=otp:Enter the code]]' }];
    const error = await failureOf(client().scrape(url, own({ formats })));
    expect(error).toMatchObject({
      code: 'requires_action',
      message: expect.stringContaining('Enter the code'),
    });
  });

  test('extract and agent run to their end', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const extracted = await client().extract({
      urls: [`${url}*`],
      prompt: 'Count [[output={"n":3}]]',
      schema,
      pollInterval: 0.02,
    });
    expect(extracted).toMatchObject({ success: true, status: 'completed', data: { n: 3 }, svc: { url } });
    const done = await client().agent({ prompt: 'Say hello', pollInterval: 0.02 });
    expect(done).toMatchObject({ success: true, status: 'completed', data: 'Forty-two for: Say hello' });
    const keptMs = Date.parse(done.expiresAt) - Date.parse(own(done).svc.finished_at);
    expect(keptMs).toBe(7 * 86_400_000);
    const failed = await client().agent({ prompt: 'Try [[fail=site:down:It is down]]', pollInterval: 0.02 });
    expect(failed).toMatchObject({
      success: false,
      status: 'failed',
      error: expect.stringContaining('It is down'),
    });
  });

  test('an agent is stopped and listed', async () => {
    const { id } = await client().startAgent({ prompt: 'Wait [[hang]]' });
    expect((await client().getAgentStatus(id)).status).toBe('processing');
    expect(await client().cancelAgent(id)).toBe(true);
    expect((await client().getAgentStatus(id)).status).toBe('cancelled');
    expect((await client().listAgents()).agents?.[0]).toMatchObject({
      id,
      status: 'failed',
      targetHint: 'Wait [[hang]]',
      options: { prompt: 'Wait [[hang]]', model: 'svc' },
    });
  });

  test.each([{}, { prompt: '' }, { prompt: ' ' }, { prompt: 7 }, { urls: [url] }])(
    'an agent with %j is refused in its shape',
    async (body) => {
      const { status, json } = await service.client.post('/wrappers/firecrawl/v2/agent', body);
      expect(status).toBe(400);
      expect(json).toMatchObject({ success: false, error: expect.stringContaining('`prompt`') });
    },
  );

  test('an extraction needs a page or words', async () => {
    const error = await failureOf(client().startExtract({ urls: [] }));
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining('`prompt`') });
  });

  test('errors are in its envelope', async () => {
    expect(await failureOf(client().startExtract(own({ urls: 'x', prompt: 'y' })))).toMatchObject({
      status: 400,
    });
    expect(await failureOf(client().getAgentStatus('nothing'))).toMatchObject({
      status: 404,
      code: 'response_not_found',
    });
    expect(await failureOf(client().scrape('http://127.0.0.1:1/'))).toMatchObject({
      status: 400,
      code: 'unsafe_url',
    });
    expect(await failureOf(client().map(url))).toMatchObject({ status: 501, code: 'not_served' });
    const stranger = new Firecrawl({ apiKey: 'bad', apiUrl: at('firecrawl'), maxRetries: 1 });
    expect(await failureOf(stranger.startAgent({ prompt: 'x' }))).toMatchObject({ status: 401 });
  });
});

describe('Hyperbrowser', () => {
  const client = () => new Hyperbrowser({ apiKey: TEST_KEY, baseUrl: at('hyperbrowser') });
  const url = 'https://shop.example/';

  test.each(['browserUse', 'hyperAgent', 'claudeComputerUse', 'cua'] as const)(
    '%s runs to its end',
    async (agent) => {
      const done = await client().agents[agent].startAndWait(
        own({ task: 'Say hello [[steps=2]]', routing: 'only' }),
      );
      expect(done).toMatchObject({ status: 'completed', data: { finalResult: 'Forty-two for: Say hello' } });
      expect(done.data?.steps).toHaveLength(2);
    },
  );

  test('an agent fails and is stopped', async () => {
    const { agents } = client();
    const failed = await agents.cua.startAndWait({ task: 'Try [[fail=site:down:It is down]]' });
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('It is down') });
    const { jobId } = await agents.hyperAgent.start({ task: 'Wait [[hang]]' });
    expect((await agents.hyperAgent.getStatus(jobId)).status).toBe('running');
    await agents.hyperAgent.stop(jobId);
    expect((await agents.hyperAgent.getStatus(jobId)).status).toBe('stopped');
    // Their client waits for `completed` or `failed` of any other job.
    const extract = await client().extract.start({ urls: [url], prompt: 'Wait [[hang]]' });
    await agents.hyperAgent.stop(extract.jobId ?? '');
    expect((await client().extract.get(extract.jobId ?? '')).status).toBe('failed');
    expect(await failureOf(client().crawl.start({ url }))).toMatchObject({
      statusCode: 501,
      message: expect.stringContaining('hyperbrowser'),
    });
  });

  test('scrape, extract and fetch', async () => {
    const scraped = await client().scrape.startAndWait({ url });
    expect(scraped.data?.markdown).toContain('Forty-two for:');
    const schema = z.object({ n: z.number() });
    const extracted = await client().extract.startAndWait({
      urls: [url],
      prompt: 'Count [[output={"n":3}]]',
      schema,
    });
    expect(extracted).toMatchObject({ status: 'completed', data: { n: 3 } });
    const outputs = { formats: [{ type: 'json', prompt: 'Count [[output={"n":3}]]', schema }] };
    expect((await client().web.fetch(own({ url, outputs }))).data?.json).toEqual({ n: 3 });
  });

  test('errors are in its envelope', async () => {
    const { agents, sessions, scrape } = client();
    expect(await failureOf(agents.cua.start(own({})))).toMatchObject({ statusCode: 400 });
    expect(await failureOf(agents.cua.start({ task: 'x', sessionId: 's' }))).toMatchObject({
      statusCode: 400,
    });
    expect(await failureOf(agents.cua.get('nothing'))).toMatchObject({
      statusCode: 404,
      code: 'response_not_found',
    });
    expect(await failureOf(scrape.start({ url: 'http://127.0.0.1:1/' }))).toMatchObject({
      code: 'unsafe_url',
    });
    expect(await failureOf(sessions.create())).toMatchObject({ statusCode: 501, code: 'not_served' });
    const odd = await service.client.post('/wrappers/hyperbrowser/api/task/nobody', { task: 'x' });
    expect([odd.status, odd.json.code]).toEqual([404, 'not_found']);
  });
});

describe('Skyvern', () => {
  const create = (body: unknown, headers?: Record<string, string>) =>
    service.client.post('/wrappers/skyvern/v1/run/tasks', body, headers);
  const read = (id: string) => service.client.get(`/wrappers/skyvern/v1/runs/${id}`);

  test('a task runs to its end', async () => {
    const { json } = await create({ prompt: 'Say hello [[steps=2]]', engine: 'skyvern-2.0' });
    expect(json).toMatchObject({ run_type: 'task_v2', svc: { routing: 'smart' } });
    await expect.poll(async () => (await read(json.run_id)).json.status).toBe('completed');
    await addFile(json.run_id);
    expect((await read(json.run_id)).json).toMatchObject({
      output: 'Forty-two for: Say hello',
      failure_reason: null,
      step_count: 2,
      downloaded_files: [{ filename: 'report.csv' }],
      run_request: { prompt: 'Say hello [[steps=2]]' },
    });
    for (const path of ['v1', 'api/v1']) {
      const { json: listed } = await service.client.get(`/wrappers/skyvern/${path}/runs?page_size=1`);
      expect(listed).toMatchObject([{ run_id: json.run_id, status: 'completed' }]);
    }
    const { json: files } = await service.client.get(`/wrappers/skyvern/v1/runs/${json.run_id}/artifacts`);
    expect(files).toMatchObject([{ artifact_type: 'download' }]);
  });

  test('a schema, a failure and a stop', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const asked = await create({ prompt: 'Count [[output={"n":3}]]', data_extraction_schema: schema });
    await expect.poll(async () => (await read(asked.json.run_id)).json.output).toEqual({ n: 3 });
    const failed = await create({ prompt: 'Try [[fail=site:down:It is down]]' });
    await expect.poll(async () => (await read(failed.json.run_id)).json.status).toBe('failed');
    expect((await read(failed.json.run_id)).json.failure_reason).toContain('It is down');
    const live = await create({ prompt: 'Wait [[hang]]' });
    const stopped = await service.client.post(`/wrappers/skyvern/v1/runs/${live.json.run_id}/cancel`);
    expect(stopped.json.status).toBe('canceled');
  });

  test('one space of idempotency keys, and one of limits', async () => {
    const key = { 'idempotency-key': 'sky-1' };
    const first = await create({ prompt: 'Once' }, key);
    const again = await create({ prompt: 'Once' }, key);
    expect(again.json.run_id).toBe(first.json.run_id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await service.client.create({ input: 'Once' }, key)).json.error.code).toBe(
      'idempotency_conflict',
    );
    const other = await create({ prompt: 'Twice' }, key);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_conflict']);
  });

  test.each([
    [{}, 'prompt'],
    [{ prompt: 'x', browser_session_id: 'pbs_1' }, 'browser_session_id'],
    [{ prompt: 'x', webhook_url: 'https://x.example' }, 'webhook_url'],
    [{ prompt: 'x', max_cost_usd: -1 }, 'max_cost_usd'],
    [{ prompt: 'x', custody: 'nonsense' }, 'custody'],
  ])('%j is refused in its words', async (body, field) => {
    const { status, json } = await create(body);
    expect(status).toBe(400);
    expect(json.detail).toContain(field);
  });
});

describe('lists are read to the last run', () => {
  const COPIES = 130;
  let all: string[];
  const base = () => `${at('browser-use')}/api`;

  beforeAll(async () => {
    const { id } = (await service.client.create({ input: 'Say hello' })).json;
    // Many share a moment, as runs of a busy workspace do.
    await service.app.context.db.query(sql`
      insert into runs select copy.* from runs r, generate_series(1, ${COPIES}) n, jsonb_populate_record(r, jsonb_build_object(
        'id', 'resp_' || lpad(n::text, 32, '0'), 'view_token', 'v' || n, 'created_at', r.created_at - (n / 45) * interval '1 s'
      )) copy where r.id = ${id}`);
    const rows = await service.app.context.db.query<{ id: string }>(
      sql`select id from runs where deleted_at is null order by created_at desc, id desc`,
    );
    all = rows.map((row) => row.id);
  });

  test('by number, with the true total', async () => {
    const v2 = new BrowserUseV2({ apiKey: TEST_KEY, baseUrl: `${base()}/v2`, maxRetries: 0 });
    const v3 = new BrowserUseV3({ apiKey: TEST_KEY, baseUrl: `${base()}/v3`, maxRetries: 0 });
    const seen: string[] = [];
    for (let pageNumber = 1; seen.length < all.length; pageNumber += 1) {
      const { items, totalItems } = await v2.tasks.list({ pageNumber, pageSize: 30 });
      expect(totalItems).toBe(all.length);
      seen.push(...items.map((item) => item.id));
    }
    expect(seen).toEqual(all);
    expect(await v2.tasks.list({ pageNumber: 999, pageSize: 30 })).toMatchObject({
      items: [],
      totalItems: all.length,
      pageNumber: 999,
    });
    const third = await v3.sessions.list({ page: 3, page_size: 60 });
    expect(third.sessions.map((one) => one.id)).toEqual(all.slice(120, 180));
    expect(third.total).toBe(all.length);
    const { json } = await service.client.get('/wrappers/skyvern/v1/runs?page=13&page_size=10');
    expect(json.map((run: { run_id: string }) => run.run_id)).toEqual(all.slice(120, 130));
    const { json: beyond } = await service.client.get('/wrappers/skyvern/v1/runs?page=x&page_size=-3');
    expect(beyond.map((run: { run_id: string }) => run.run_id)).toEqual(all.slice(0, 1));
  });

  test('by cursor', async () => {
    const client = new BrowserUseV4({ apiKey: TEST_KEY, baseUrl: `${base()}/v4`, maxRetries: 0 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { runs: { id: string }[]; nextCursor?: string | null } = await client.runs.list({
        limit: 50,
        cursor,
      });
      seen.push(...page.runs.map((run) => run.id));
      cursor = page.nextCursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(all);
    expect(await client.runs.list({ cursor: 'nothing' })).toMatchObject({ runs: [], hasMore: false });
  });

  test('by time, runs of one moment included', async () => {
    const client = new Firecrawl({ apiKey: TEST_KEY, apiUrl: at('firecrawl'), maxRetries: 1 });
    const seen: string[] = [];
    let before: number | undefined;
    do {
      const { agents = [], next } = await client.listAgents(before === undefined ? {} : { before });
      seen.push(...agents.map((agent) => agent.id));
      before = next === undefined ? undefined : Number(new URL(next).searchParams.get('before'));
    } while (before !== undefined);
    expect(seen).toEqual(all);
    expect((await client.listAgents({ before: Number.NaN })).agents?.[0]?.id).toBe(all[0]);
  });
});
