import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { CursorPage } from 'openai/core/pagination';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// The demands of the official client, with only its base URL and key changed.

const KEY = `svc_${'a'.repeat(40)}`;
let database: TestDatabase;
let dataDir: string;
let service: ServiceProcess;
let shop: string;
let openai: OpenAI;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-acceptance-'));
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, SVC_API_KEY: KEY });
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
  openai = clientWith({});
});
afterAll(async () => {
  await service.end('SIGKILL');
  await database[Symbol.asyncDispose]();
  await removeFolder(dataDir);
});

function clientWith(options: {
  apiKey?: string;
  baseURL?: string;
  defaultHeaders?: Record<string, string>;
}): OpenAI {
  return new OpenAI({ apiKey: KEY, baseURL: `${service.url}/api/v1`, maxRetries: 0, ...options });
}

type CreateParams = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/** This service's own fields go into the same object. */
function task(fields: Record<string, unknown> = {}): CreateParams {
  const product = { input: 'What does the camp kettle cost?', url: `${shop}/products/fernfall-camp-kettle` };
  return { ...product, routing: 'local-fetch', ...fields } as unknown as CreateParams;
}

const slow = (ms = 60_000) => task({ input: 'Read this page.', url: `${shop}/slow?ms=${ms}` });
const streamed = (params: CreateParams) => ({ ...params, stream: true as const });
const replayed = (response: Response) => response.headers.get('idempotent-replayed');
const PRICE = /\d+[.,]\d\d/;

async function eventsOf<T extends { type: string }>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenAI.APIError)) throw new Error(`expected an APIError, got ${error}`);
  return error;
}

describe('create', () => {
  test('with a string', async () => {
    const response = await openai.responses.create(task({ metadata: { order: '7' } }));
    expect(response.status).toBe('completed');
    expect(response.output_text).toMatch(PRICE);
    expect(response.metadata).toEqual({ order: '7' });
    expect(response.usage).toMatchObject({
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    });
    expect(response.usage?.total_tokens).toBe(
      (response.usage?.input_tokens ?? 0) + (response.usage?.output_tokens ?? 0),
    );
    expect(await openai.responses.retrieve(response.id)).toEqual(response);
  });

  test.each([
    [
      'easy messages',
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What does it cost?' },
      ],
    ],
    [
      'text and image parts',
      [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What does it cost?' },
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
          ],
        },
      ],
    ],
    [
      'a replayed history',
      [
        { type: 'message', role: 'user', content: 'Hello' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
        },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What does it cost?' }] },
      ],
    ],
  ])('with %s', async (_name, input) => {
    const response = await openai.responses.create(task({ input }));
    expect(response.output_text).toMatch(PRICE);
  });

  test('with every field of the official request that means nothing here', async () => {
    const ignored = {
      store: false,
      include: [],
      tools: [],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      temperature: 1,
      top_p: 1,
      max_output_tokens: 100,
      max_tool_calls: 1,
      previous_response_id: null,
      prompt_cache_key: 'x',
      truncation: 'auto',
      safety_identifier: 'x',
      service_tier: 'auto',
      reasoning: { effort: 'low' },
      user: 'u',
      model: 'gpt-x',
      unheard_of: 1,
    };
    const response = await openai.responses.create(task(ignored));
    expect(response).toMatchObject({ status: 'completed', model: 'gpt-x' });
  });
});

test('a background run is polled to its end', async () => {
  const { data, response } = await openai.responses.create({ ...slow(300), background: true }).withResponse();
  expect(response.status).toBe(202);
  expect(data).toMatchObject({ status: 'in_progress', output: [], output_text: '' });
  await expect
    .poll(async () => (await openai.responses.retrieve(data.id)).status, { timeout: 60_000, interval: 100 })
    .not.toMatch(/queued|in_progress/);
  expect((await openai.responses.retrieve(data.id)).output_text).toContain('300 milliseconds');
});

test('a streamed create has the official order, joining deltas and gapless numbers', async () => {
  const events = await eventsOf(await openai.responses.create(streamed(task())));
  expect([...new Set(events.map((event) => event.type))]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
  const deltas = events
    .filter((event) => event.type === 'response.output_text.delta')
    .map((event) => event.delta);
  const last = events.at(-1);
  expect(last?.type === 'response.completed' && last.response.output_text).toBe(deltas.join(''));
});

describe('the stream helper resolves', () => {
  test('for a completed run', async () => {
    const final = await openai.responses.stream(streamed(task())).finalResponse();
    expect(final.status).toBe('completed');
    expect(final.output_text).toMatch(PRICE);
  });

  test('for a failed run', async () => {
    const final = await openai.responses
      .stream(streamed(task({ url: `${shop}/no-such-page` })))
      .finalResponse();
    expect(final).toMatchObject({ status: 'failed', error: { code: 'run_failed' } });
  });

  test('for a cancelled run', async () => {
    const stream = openai.responses.stream(streamed(slow()));
    const created = Promise.withResolvers<string>();
    stream.on('response.created', (event) => created.resolve(event.response.id));
    await openai.responses.cancel(await created.promise);
    expect(await stream.finalResponse()).toMatchObject({
      status: 'cancelled',
      error: { code: 'run_cancelled' },
    });
  });
});

describe('a stream is read again', () => {
  test('from the beginning and from a number, with the same events', async () => {
    const live = await eventsOf(await openai.responses.create(streamed(task())));
    const first = live[0];
    const id = first?.type === 'response.created' ? first.response.id : '';
    expect(await eventsOf(await openai.responses.retrieve(id, { stream: true }))).toEqual(live);
    for (const starting_after of [0, 3]) {
      const rest = await eventsOf(await openai.responses.retrieve(id, { stream: true, starting_after }));
      expect(rest).toEqual(live.slice(starting_after + 1));
    }
    const helper = openai.responses.stream({ response_id: id, starting_after: 2 });
    const events = await eventsOf(helper);
    expect(events[0]?.sequence_number).toBe(3);
    expect((await helper.finalResponse()).id).toBe(id);
  });

  test('while the run goes on', async () => {
    const { id } = await openai.responses.create({ ...slow(500), background: true });
    const final = await openai.responses.stream({ response_id: id }).finalResponse();
    expect(final).toMatchObject({ id, status: 'completed' });
  });
});

describe('structured output', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      discount: { type: ['number', 'null'] },
    },
    required: ['name', 'price', 'discount'],
    additionalProperties: false,
  };

  test('is parsed by the client from text.format', async () => {
    const params = task({ text: { format: { type: 'json_schema', name: 'product', schema, strict: true } } });
    const response = await openai.responses.parse(params as never);
    expect(response.status).toBe('completed');
    expect(response.output_parsed).toMatchObject({
      name: expect.stringContaining('Kettle'),
      price: expect.any(Number),
    });
    expect(Object.keys(response.output_parsed ?? {})).toEqual(['name', 'price', 'discount']);
    expect(await openai.responses.retrieve(response.id)).toMatchObject({ output_text: response.output_text });
  });

  test('is taken from the Chat form as well', async () => {
    const format = { type: 'json_schema', json_schema: { name: 'product', schema, strict: true } };
    const response = await openai.responses.create(task({ response_format: format }));
    expect(JSON.parse(response.output_text)).toMatchObject({ price: expect.any(Number) });
  });

  test('that cannot be had fails the run and leaves the client alone', async () => {
    const impossible = {
      type: 'object',
      properties: { warp_factor: { type: 'number' } },
      required: ['warp_factor'],
    };
    const params = task({ text: { format: { type: 'json_schema', name: 'x', schema: impossible } } });
    const response = await openai.responses.parse(params as never);
    expect(response).toMatchObject({
      status: 'failed',
      error: { code: 'schema_violation' },
      output_parsed: null,
    });
  });
});

describe('cancel and delete', () => {
  test('cancel of a running run', async () => {
    const { id } = await openai.responses.create({ ...slow(), background: true });
    expect(await openai.responses.cancel(id)).toMatchObject({
      id,
      status: 'cancelled',
      error: { code: 'run_cancelled' },
    });
  });

  test('cancel of a finished run changes nothing', async () => {
    const response = await openai.responses.create(task());
    expect(await openai.responses.cancel(response.id)).toMatchObject({
      id: response.id,
      status: 'completed',
      output_text: response.output_text,
    });
  });

  test('a deleted run is gone for retrieve and for a second delete', async () => {
    const { id } = await openai.responses.create(task());
    expect(await openai.responses.delete(id)).toEqual({ id, object: 'response', deleted: true });
    await expect(openai.responses.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    await expect(openai.responses.delete(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe('the input of a run', () => {
  const input = [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'What does it cost?' },
        { type: 'input_file', filename: 'list.csv', file_data: 'data:text/csv;base64,YSxi' },
      ],
    },
  ];

  test('is listed by the client, page by page, and no longer than the run', async () => {
    const { id } = await openai.responses.create(task({ input }));
    const page = await openai.responses.inputItems.list(id, { order: 'asc' });
    expect(page.data).toMatchObject([
      { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'What does it cost?' },
          { type: 'input_file', filename: 'list.csv' },
        ],
      },
    ]);
    const ids = page.data.map((item) => item.id);
    expect(await openai.get(`/responses/${id}/input_items`, { query: { order: 'asc' } })).toMatchObject({
      object: 'list',
      first_id: ids[0],
      last_id: ids[1],
      has_more: false,
    });
    // Newest first by default, and the pager asks for the second page by itself.
    const paged: unknown[] = [];
    for await (const item of openai.responses.inputItems.list(id, { limit: 1 })) paged.push(item.id);
    expect(paged).toEqual(ids.toReversed());
    await openai.responses.delete(id);
    const gone = await failureOf(openai.responses.inputItems.list(id));
    expect([gone.status, gone.code]).toEqual([404, 'response_not_found']);
  });
});

describe('the same key gives the same run', () => {
  test('through the header, in JSON and in stream form', async () => {
    const options = { headers: { 'Idempotency-Key': 'by-header' } };
    const original = await openai.responses.create(task(), options).withResponse();
    expect(replayed(original.response)).toBeNull();
    const again = await openai.responses.create(task(), options).withResponse();
    expect(again.data.id).toBe(original.data.id);
    expect(replayed(again.response)).toBe('true');
    const stream = await openai.responses.create(streamed(task()), options).withResponse();
    expect(replayed(stream.response)).toBe('true');
    expect((await eventsOf(stream.data)).at(-1)).toMatchObject({
      type: 'response.completed',
      response: { id: original.data.id },
    });
    const other = task({ input: 'What is its name?' });
    await expect(openai.responses.create(other, options)).rejects.toBeInstanceOf(
      OpenAI.UnprocessableEntityError,
    );
  });

  test("through the client's property", async () => {
    const client = clientWith({});
    (client as unknown as { idempotencyHeader: string }).idempotencyHeader = 'Idempotency-Key';
    const one = await client.responses.create(task(), { idempotencyKey: 'by-property' });
    const two = await client.responses.create(task(), { idempotencyKey: 'by-property' }).withResponse();
    expect(two.data.id).toBe(one.id);
    expect(replayed(two.response)).toBe('true');
    await client.responses.cancel(one.id);
    await client.responses.delete(one.id);
  });

  test('through the body', async () => {
    const body = task({ idempotency_key: 'by-body' });
    const one = await openai.responses.create(body);
    const two = await openai.responses.create(body).withResponse();
    expect(two.data.id).toBe(one.id);
    expect(two.response.headers.get('idempotency-key')).toBe('by-body');
  });
});

describe('errors have the classes of the client', () => {
  const unknown = `resp_${'0'.repeat(32)}`;

  test('a wrong key', async () => {
    const error = await failureOf(clientWith({ apiKey: 'svc_wrong' }).responses.create(task()));
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(error).toMatchObject({ code: 'invalid_api_key', type: 'authentication_error' });
    expect(error.requestID).toBeTruthy();
  });

  test('an unknown id, also in stream form', async () => {
    for (const call of [
      () => openai.responses.retrieve(unknown),
      () => openai.responses.retrieve(unknown, { stream: true }),
    ]) {
      const error = await failureOf(call());
      expect(error).toBeInstanceOf(OpenAI.NotFoundError);
      expect(error.code).toBe('response_not_found');
    }
  });

  test('an unknown route', async () => {
    const error = await failureOf(openai.get('/nothing-here'));
    expect(error).toBeInstanceOf(OpenAI.NotFoundError);
    expect(error.code).toBe('not_found');
  });

  test('a missing input, also in stream form', async () => {
    const calls = [
      () => openai.responses.create({} as CreateParams),
      () => openai.responses.create({ stream: true }),
    ];
    for (const call of calls) {
      const error = await failureOf(call());
      expect(error).toBeInstanceOf(OpenAI.BadRequestError);
      expect(error).toMatchObject({ code: 'missing_input', param: 'input' });
    }
  });

  test.each([1.2, 6])('a body of %d MB', async (megabytes) => {
    const error = await failureOf(openai.responses.create(task({ input: 'x'.repeat(megabytes * 1e6) })));
    expect(error).toMatchObject({ status: 413, code: 'payload_too_large', type: 'request_too_large' });
  });

  test('input to a run that does not wait', async () => {
    const { id } = await openai.responses.create(task());
    const error = await failureOf(openai.post(`/responses/${id}/input`, { body: { code: '123456' } }));
    expect(error).toBeInstanceOf(OpenAI.ConflictError);
    expect(error.code).toBe('not_waiting_for_input');
  });
});

test('the generic get lists responses and the pager visits each once', async () => {
  const list = await openai.get<{ data: Array<{ id: string }> }>('/responses');
  expect(list).toMatchObject({ object: 'list', has_more: expect.any(Boolean) });
  const seen: string[] = [];
  const pages = openai.getAPIList<{ id: string }, CursorPage<{ id: string }>>('/responses', CursorPage, {
    query: { limit: 5 },
  });
  for await (const response of pages) seen.push(response.id);
  expect(seen.length).toBeGreaterThan(10);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.slice(0, list.data.length)).toEqual(
    list.data.map((response) => response.id).slice(0, seen.length),
  );
});

test('both key headers and the alias without /api work', async () => {
  const alias = clientWith({ baseURL: `${service.url}/v1` });
  expect((await alias.responses.create(task())).status).toBe('completed');
  const response = await fetch(`${service.url}/v1/responses?limit=1`, { headers: { 'x-api-key': KEY } });
  expect(response.status).toBe(200);
  expect((await fetch(`${service.url}/v1/responses`)).status).toBe(401);
});
