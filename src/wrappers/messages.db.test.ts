import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { codeIn } from '../../test/support/error-envelopes.ts';
import { readEvents } from '../../test/support/read-events.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';

// The requests of the official client, with only its base URL and key changed.

let service: TestApp;
let anthropic: Anthropic;
const runner = scriptedRunner('only', {
  capabilities: { ...scriptedRunner('x').facts.capabilities, interaction_relay: true },
});

beforeAll(async () => {
  service = await startTestApp({ runners: [runner] });
  anthropic = clientWith({});
});
afterAll(() => service[Symbol.asyncDispose]());

function clientWith(options: ConstructorParameters<typeof Anthropic>[0]): Anthropic {
  return new Anthropic({ apiKey: TEST_KEY, baseURL: `${service.app.url}/api`, maxRetries: 0, ...options });
}

type Params = Anthropic.MessageCreateParamsNonStreaming;
type Reply = Anthropic.Message & {
  _request_id?: string | null;
  response_id: string;
  svc: { status: string; routing: unknown; url: string };
};

function ask(content: unknown, more: Record<string, unknown> = {}): Params {
  return {
    model: 'svc',
    max_tokens: 1_000,
    messages: [{ role: 'user', content }],
    ...more,
  } as unknown as Params;
}

async function create(params: Params, options?: Anthropic.RequestOptions): Promise<Reply> {
  return (await anthropic.messages.create(params, options)) as Reply;
}

const textOf = ({ content }: Anthropic.Message) =>
  content.map((block) => 'text' in block && block.text).join('');

async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof Anthropic.APIError>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Anthropic.APIError)) throw new Error(`expected an APIError, got ${error}`);
  return error;
}

describe('create', () => {
  test('a message with the run beside it', async () => {
    const message = await create(ask('Say hello'));
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'svc',
      stop_reason: 'end_turn',
      usage: { input_tokens: 3, output_tokens: 6 },
      svc: { status: 'succeeded', routing: 'smart' },
    });
    const { json } = await service.client.get(`/v1/responses/${message.response_id}`);
    expect(textOf(message)).toBe(json.output_text);
    expect(message.id).toBe(json.output[0].id);
    expect(message._request_id).toMatch(/^req_/);
  });

  test('the key comes as a bearer or as x-api-key, and any version is fine', async () => {
    const header = clientWith({
      apiKey: null,
      authToken: null,
      defaultHeaders: { 'x-api-key': TEST_KEY, 'anthropic-version': '2023-06-01', 'anthropic-beta': 'x' },
    });
    expect(textOf(await header.messages.create(ask('Say hello')))).toBe('Forty-two for: Say hello');
    const origin = clientWith({ baseURL: service.app.url });
    expect(textOf(await origin.messages.create(ask('Say hello')))).toBe('Forty-two for: Say hello');
  });

  test('system, earlier turns and blocks are understood', async () => {
    const message = await create({
      ...ask(''),
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'Say' }] },
            { type: 'text', text: 'hello' },
          ],
        },
      ],
    } as Params);
    expect(textOf(message)).toBe('Forty-two for: Say\nhello');
    const { json } = await service.client.get(`/v1/responses/${message.response_id}`);
    expect(json.instructions).toContain('Be brief.');
    expect(json.instructions).toContain('assistant: Hi');
  });

  test('every field of the official request that means nothing here is ignored', async () => {
    const ignored = {
      metadata: { user_id: null },
      stop_sequences: ['x'],
      temperature: 1,
      top_k: 3,
      thinking: { type: 'disabled' },
      tools: [],
      tool_choice: { type: 'auto' },
      service_tier: 'auto',
      output_config: { effort: 'low' },
      unheard_of: 1,
    };
    expect((await create(ask('Say hello', ignored))).stop_reason).toBe('end_turn');
  });

  test.each([
    [
      'output_schema',
      { output_schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
    ],
    [
      'output_config.format',
      {
        output_config: {
          format: {
            type: 'json_schema',
            schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
          },
        },
      },
    ],
  ])('%s governs the answer', async (_name, fields) => {
    expect(JSON.parse(textOf(await create(ask('Count [[output={"n":3}]]', fields))))).toEqual({ n: 3 });
    const wrong = await create(ask('Count [[output={"m":3}]]', fields));
    expect(wrong.svc.status).toBe('failed');
  });

  test('background answers at once, without a stop reason', async () => {
    const { data, response } = await anthropic.messages
      .create(ask('Wait [[after=300]]', { background: true, routing: 'only' }))
      .withResponse();
    expect(response.status).toBe(202);
    expect(data).toMatchObject({
      content: [],
      stop_reason: null,
      svc: { status: 'running', routing: 'only' },
    });
    const ended = await service.client.untilOver((data as Reply).response_id);
    expect(ended.output_text).toBe('Forty-two for: Wait');
  });

  test('a failed run is a message that says why', async () => {
    const message = await create(ask('Try [[fail=site:down:The site is down]]'));
    expect(message).toMatchObject({
      stop_reason: 'end_turn',
      svc: { status: 'failed', error: { code: 'run_failed' } },
    });
    expect(textOf(message)).toContain('The site is down');
  });

  test('a run that never reached a site is an error that names it, and is not sent again', async () => {
    const error = await failureOf(
      clientWith({ maxRetries: 2 }).messages.create(ask('Try [[fail=platform:gone:No connection]]')),
    );
    expect(error).toBeInstanceOf(Anthropic.InternalServerError);
    const body = error.error as unknown as { response_id: string; error: { type: string } };
    expect(body.error.type).toBe('api_error');
    expect(error.headers?.get('location')).toBe(`/api/v1/responses/${body.response_id}`);
  });

  test('a run that waits for its owner pauses the turn', async () => {
    const message = await create(ask('Sign in [[ask=otp:Enter the code]]'));
    expect(message.stop_reason).toBe('pause_turn');
    expect(textOf(message)).toBe('Enter the code');
    await service.client.post(`/v1/responses/${message.response_id}/input`, { code: '123456' });
    const ended = await service.client.untilOver(message.response_id);
    expect(ended.output_text).toContain('6 characters');
  });
});

describe('stream', () => {
  test('the helper gives the message, and the deltas join to its text', async () => {
    const long = 'x'.repeat(5_000);
    const stream = anthropic.messages.stream(ask(`Say ${long}`));
    let joined = '';
    stream.on('text', (delta) => {
      joined += delta;
    });
    const message = (await stream.finalMessage()) as unknown as Reply;
    expect(joined).toBe(`Forty-two for: Say ${long}`);
    expect(textOf(message)).toBe(joined);
    expect(message).toMatchObject({ stop_reason: 'end_turn', svc: { status: 'running' } });
    expect(message.usage.input_tokens).toBeGreaterThan(1_000);
    expect(message.response_id).toMatch(/^resp_/);
  });

  test('the events come in the official order', async () => {
    const { events } = await readEvents(service.client, '/v1/messages', {
      body: ask('Say hello', { stream: true }),
    });
    expect(events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(events.at(-2).svc.status).toBe('succeeded');
  });

  test('a failed run ends as a message, and so does one that waits for its owner', async () => {
    const failed = await anthropic.messages.stream(ask('Try [[fail=site:down:It is down]]')).finalMessage();
    expect(textOf(failed)).toContain('It is down');
    const paused = await anthropic.messages.stream(ask('Sign in [[ask=otp:Enter the code]]')).finalMessage();
    expect(paused.stop_reason).toBe('pause_turn');
    expect(textOf(paused)).toContain('Enter the code');
    await service.client.post(`/v1/responses/${(paused as unknown as Reply).response_id}/cancel`);
  });

  test('a wrong request is a JSON error', async () => {
    const error = await failureOf(anthropic.messages.stream(ask('')).finalMessage());
    expect([error.status, codeIn(error.error, 'anthropic')]).toEqual([400, 'missing_input']);
  });
});

describe('idempotency', () => {
  const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

  test('the same key and body is the same run, in JSON and as a stream', async () => {
    const first = await create(ask('Once'), withKey('m1'));
    const { data, response } = await anthropic.messages.create(ask('Once'), withKey('m1')).withResponse();
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(data).toEqual(first);
    const streamed = await anthropic.messages.stream(ask('Once'), withKey('m1')).finalMessage();
    expect((streamed as unknown as Reply).response_id).toBe(first.response_id);
    const inBody = await create(ask('Once', { idempotency_key: 'm1' }));
    expect(inBody.response_id).toBe(first.response_id);
  });

  test('the space of keys is shared with responses', async () => {
    await create(ask('Twice'), withKey('m2'));
    const other = await service.client.create({ input: 'Twice' }, { 'idempotency-key': 'm2' });
    expect(other.json.error.code).toBe('idempotency_conflict');
    const error = await failureOf(create(ask('Thrice'), withKey('m2')));
    expect(error).toBeInstanceOf(Anthropic.UnprocessableEntityError);
    expect(codeIn(error.error, 'anthropic')).toBe('idempotency_conflict');
    const mismatch = await failureOf(create(ask('Twice', { idempotency_key: 'm3' }), withKey('m2')));
    expect(codeIn(mismatch.error, 'anthropic')).toBe('idempotency_key_mismatch');
  });
});

describe('errors are in the envelope', () => {
  test.each([
    ['no messages', { messages: [] }, 'invalid_request'],
    ['messages of another kind', { messages: 'hello' }, 'invalid_request'],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 'invalid_request'],
    ['content of another kind', { messages: [{ role: 'user', content: 7 }] }, 'invalid_request'],
    ['a block without a type', { messages: [{ role: 'user', content: [{}] }] }, 'invalid_request'],
    ['no text', { messages: [{ role: 'user', content: [] }] }, 'missing_input'],
    ['only the assistant speaks', { messages: [{ role: 'assistant', content: 'x' }] }, 'missing_input'],
    ['an unknown runner', { routing: 'nobody' }, 'invalid_routing'],
    ['routing of another kind', { routing: 7 }, 'invalid_routing'],
    ['an unusable schema', { output_schema: 7 }, 'invalid_output_schema'],
    ['normalize without a schema', { normalize: true }, 'missing_output_schema'],
    ['an unsafe target', { url: 'http://127.0.0.1:1/' }, 'unsafe_url'],
  ])('%s', async (_name, fields, code) => {
    const error = await failureOf(create(ask('Say hello', fields)));
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(error.type).toBe('invalid_request_error');
    expect(codeIn(error.error, 'anthropic')).toBe(code);
  });

  test.each([
    ['no text', { messages: [{ role: 'user', content: [] }] }, 'messages'],
    ['an unsafe target in the text', { messages: ask('See http://127.0.0.1:1/').messages }, 'messages'],
    ['an unsafe target', { url: 'http://127.0.0.1:1/' }, 'url'],
    ['an unusable format', { output_config: { format: { type: 'xml' } } }, 'output_config.format'],
  ])('%s is reported with the field names of that API', async (_name, fields, param) => {
    const error = await failureOf(create(ask('Say hello', fields)));
    expect(error.error).toMatchObject({ error: { param, message: expect.stringContaining(`\`${param}\``) } });
  });

  test('a wrong key, a large body, no credits', async () => {
    const wrong = await failureOf(clientWith({ apiKey: 'svc_wrong' }).messages.create(ask('x')));
    expect([wrong.constructor.name, wrong.type]).toEqual(['AuthenticationError', 'authentication_error']);
    const large = await failureOf(create(ask('x'.repeat(1_200_000))));
    expect([large.status, large.type]).toEqual([413, 'request_too_large']);
    const poor = await addWorkspace(service, 0);
    const broke = await failureOf(clientWith({ apiKey: poor.key }).messages.create(ask('x')));
    expect([broke.status, broke.type]).toEqual([402, 'billing_error']);
  });

  test('a missing endpoint of that style is a 404 of that style', async () => {
    const error = await failureOf(anthropic.messages.countTokens({ model: 'svc', messages: [] }));
    expect(error).toBeInstanceOf(Anthropic.NotFoundError);
    expect(codeIn(error.error, 'anthropic')).toBe('not_found');
  });
});
