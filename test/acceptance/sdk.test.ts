import {
  AnswerError,
  AuthenticationError,
  InvalidRequestError,
  NotFoundError,
  type RunEvent,
  RunFailedError,
  RunWaitingError,
  Switchyard,
  type SwitchyardOptions,
  UnsafeUrlError,
} from '@switchyard/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type DemoService, startDemoService } from '../support/demo-service.ts';
import { startTalkingAgent, type TalkingAgent } from '../support/talking-agent.ts';

// The SDK against the service as a process.

const KEY = `svc_${'k'.repeat(40)}`;
let agent: TalkingAgent;
let service: DemoService;
let shop: string;

beforeAll(async () => {
  agent = await startTalkingAgent();
  service = await startDemoService(KEY, { GENERIC_HTTP_AGENT_BASE_URL: agent.url });
  shop = service.shop;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await agent[Symbol.asyncDispose]();
});

const client = (options: SwitchyardOptions = {}) =>
  new Switchyard({ apiKey: KEY, baseUrl: service.url, ...options });
const kettle = () => ({
  task: 'What does the camp kettle cost?',
  url: `${shop}/products/fernfall-camp-kettle`,
  routing: 'local-fetch',
});
const slow = () => ({ task: 'Read this page.', url: `${shop}/slow?ms=60000`, routing: 'local-fetch' });

describe('runs', () => {
  test('create waits and gives the answer, the runner and the price', async () => {
    const { data: run, response, requestId } = await client().runs.create(kettle()).withResponse();
    expect(run.answer).toMatch(/58[.,]00/);
    expect(run).toMatchObject({ status: 'succeeded', runner: 'local-fetch', question: null });
    expect(run.cost.total_usd).toBeGreaterThanOrEqual(0);
    expect([response.status, requestId]).toEqual([200, expect.stringMatching(/^req_/)]);
  });

  test('a schema types and checks the answer', async () => {
    const schema = z.object({ name: z.string(), price: z.number() });
    const run = await client().runs.create({ ...kettle(), schema });
    const { name, price } = run.answer satisfies { name: string; price: number };
    expect([name, price]).toEqual([expect.stringMatching(/kettle/i), 58]);
  });

  test('an answer that does not fit the schema is an error with the issues', async () => {
    const schema = z.object({ name: z.string(), price: z.number().max(1, 'too dear') });
    const made = client().runs.create({
      ...kettle(),
      schema,
      output_schema: z.toJSONSchema(z.object({ name: z.string(), price: z.number() })),
    });
    const error = await made.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({
      code: 'invalid_answer',
      message: expect.stringContaining('price: too dear'),
    });
  });

  test('that nothing was found is an answer', async () => {
    const nothing = { task: 'List the red kettles: none', routing: 'generic-http-agent' };
    expect(await client().runs.create(nothing)).toMatchObject({
      status: 'empty',
      answer: 'No results found.',
    });
  });

  test('a named runner takes a task although it cannot ask a question', async () => {
    const run = await client().runs.create(kettle(), { onQuestion: async () => undefined });
    expect(run).toMatchObject({ status: 'succeeded', runner: 'local-fetch' });
  });

  test('start comes back at once, wait goes on, get reads', async () => {
    const { runs } = client();
    const started = await runs.start(kettle());
    expect(['running', 'succeeded']).toContain(started.status);
    expect((await runs.wait(started.id)).answer).toMatch(/58[.,]00/);
    expect(await runs.get(started.id)).toMatchObject({ id: started.id, status: 'succeeded' });
  });

  test('stream has every event once, and the result', async () => {
    const stream = client().runs.stream(kettle());
    const events: RunEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.at(-1)?.type).toBe('response.completed');
    expect((await stream.result()).answer).toMatch(/58[.,]00/);
  });

  test('start waits as long as it is told: for the end, or only so long', async () => {
    const { runs } = client();
    expect(await runs.start(kettle(), { within: 30_000 })).toMatchObject({ status: 'succeeded' });
    const { id, status } = await runs.start(slow(), { within: 300 });
    expect(status).toBe('running');
    expect((await runs.cancel(id)).id).toBe(id);
    const refused = runs.start({ ...slow(), routing: 'no-such-runner' }, { within: 300 }).withResponse();
    await expect(refused).rejects.toMatchObject({ code: 'invalid_routing' });
  });

  test('cancel ends a run; a waiting call hears why', async () => {
    const { runs } = client();
    const { id } = await runs.start(slow());
    const waiting = runs.wait(id).catch((cause: unknown) => cause);
    expect(await runs.settled(id, { within: 300 })).toMatchObject({ id, status: 'running' });
    expect((await runs.cancel(id)).status).toBe('cancelled');
    const error = await waiting;
    expect(error).toBeInstanceOf(RunFailedError);
    expect(error).toMatchObject({ code: 'run_cancelled', remediation: expect.any(String), run: { id } });
  });

  test('a question of the site is answered by onQuestion, and steps are told', async () => {
    const one = client();
    const login = { domain: shop, username: 'demo', password: 'campfire' };
    const { id: credential_id } = await one.credentials.create(login);
    const points = { task: 'How many loyalty points do I have?', url: `${shop}/account`, credential_id };
    const steps: number[] = [];
    const asked: string[] = [];
    const run = await one.runs.create(points, {
      onStep: ({ index }) => void steps.push(index),
      onQuestion: async ({ kind, prompt }) => {
        asked.push(kind, prompt);
        const { mails } = await (await fetch(`${shop}/demo/inbox.json`)).json();
        return mails[0].code;
      },
    });
    expect(run.answer).toContain('412');
    expect(asked).toEqual(['otp', expect.any(String)]);
    expect(steps).toEqual(run.steps.map(({ index }) => index));
    // Without an answer the wait ends with the question. Another login has no signed-in state to go by.
    const { id: other } = await one.credentials.create(login);
    const again = { ...points, credential_id: other, session_reuse: false };
    const waiting = await one.runs.create(again).catch((error: unknown) => error);
    expect(waiting).toBeInstanceOf(RunWaitingError);
    expect(waiting).toMatchObject({ code: 'needs_human', question: { kind: 'otp' } });
    if (waiting instanceof RunWaitingError) await one.runs.cancel(waiting.run.id);
  });

  test('files are streams', async () => {
    const one = client();
    const run = await one.runs.create({ ...kettle(), routing: 'local-chromium' });
    const [file] = run.artifacts;
    const response = await one.runs.artifact(run.id, file?.id ?? '');
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    expect(bytes).toBe(file?.size_bytes);
    expect(response.headers.get('content-type')).toContain(file?.content_type.split(';')[0]);
  });

  test('a signal ends the waiting, not the run', async () => {
    const { runs } = client();
    const { id } = await runs.start(slow());
    await expect(runs.wait(id, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/i);
    expect((await runs.get(id)).status).toBe('running');
    await runs.cancel(id);
  });

  test('lists page by page to the end, though new runs come meanwhile', async () => {
    const { runs } = client();
    const made = await Promise.all([1, 2, 3].map(() => runs.start(slow())));
    const seen: string[] = [];
    for await (const run of runs.list({ limit: 1 })) {
      seen.push(run.id);
      if (seen.length === 2) made.push(await runs.start(slow()));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.slice(0, 3).map(({ id }) => id)));
    expect((await runs.list({ limit: 2 })).data).toHaveLength(2);
    expect(await runs.list().all(3)).toHaveLength(3);
    await Promise.all(made.map(({ id }) => runs.cancel(id)));
  });
});

describe('the other resources', () => {
  test('read the lists of the service', async () => {
    const one = client();
    expect((await one.runners.list({ status: 'available' })).runners.map(({ slug }) => slug)).toContain(
      'local-fetch',
    );
    expect((await one.rankings.list({ domain: 'example.com' })).object).toBe('svc.rankings');
    expect(await one.estimate.create(kettle())).toMatchObject({ likely_runner: 'local-fetch' });
    expect((await one.usage.get({ group_by: 'day' })).object).toBe('svc.usage');
    expect(await one.workspace.get()).toMatchObject({ object: 'svc.workspace' });
    expect((await one.workspace.account()).credits_usd).toBeGreaterThan(0);
    expect(await one.sessions.list()).toEqual([]);
    expect((await one.call('status.get', {})).status).toBe('ok');
  });

  test('make, change and remove', async () => {
    const one = client();
    const key = await one.keys.create({ name: 'SDK' });
    expect((await client({ apiKey: key.key }).workspace.account()).object).toBe('svc.account');
    expect((await one.keys.list().all()).map(({ id }) => id)).toContain(key.id);
    expect(await one.keys.delete(key.id)).toMatchObject({ deleted: true });
    const login = await one.credentials.create({
      domain: 'example.com',
      username: 'ada',
      password: 'secret-12345',
    });
    expect(await one.credentials.update(login.id, { custody: 'any' })).toMatchObject({ custody: 'any' });
    expect(await one.credentials.delete(login.id)).toMatchObject({ deleted: true });
    const hook = await one.webhooks.create({ url: 'https://1.1.1.1/hook' });
    expect((await one.webhooks.list().all()).map(({ id }) => id)).toEqual([hook.id]);
    expect(await one.webhooks.delete(hook.id)).toMatchObject({ deleted: true });
  });
});

describe('errors', () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  test('have a class by their code, a remediation and the id of the request', async () => {
    const wrongKey = await failure(client({ apiKey: 'svc_wrong' }).runs.create(kettle()));
    expect(wrongKey).toBeInstanceOf(AuthenticationError);
    expect(wrongKey).toMatchObject({
      code: 'invalid_api_key',
      status: 401,
      remediation: expect.any(String),
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await failure(client().runs.get('resp_nothing'))).toBeInstanceOf(NotFoundError);
    expect(await failure(client().runs.create({ task: 'Read', url: 'http://10.0.0.1/' }))).toBeInstanceOf(
      UnsafeUrlError,
    );
    const invalid = await failure(client().runs.create({ ...kettle(), max_fallbacks: 99 }));
    expect(invalid).toBeInstanceOf(InvalidRequestError);
    expect(invalid).toMatchObject({ code: 'invalid_max_fallbacks', param: 'max_fallbacks' });
    expect(await failure(client().sessions.get('sess_nothing'))).toMatchObject({
      code: 'session_not_found',
      status: 404,
    });
  });
});
