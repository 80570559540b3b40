import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';

// The requests of the official client, with only its base URL and key changed.

let service: TestApp;
let openai: OpenAI;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only'), scriptedRunner('other')] });
  openai = new OpenAI({ apiKey: TEST_KEY, baseURL: `${service.app.url}/v1`, maxRetries: 0 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Reply = OpenAI.ChatCompletion & { response_id: string; svc: { status: string; runner: string } };

const user = (content: string) => ({ role: 'user' as const, content });
const ask = (content: string, more: object = {}): Params => ({
  model: 'switchyard',
  messages: [user(content)],
  ...more,
});
const create = async (params: Params) => (await openai.chat.completions.create(params)) as Reply;
const contentOf = ({ choices: [choice] }: OpenAI.ChatCompletion) => choice?.message.content;

async function chunksOf(params: Params) {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of await openai.chat.completions.create({ ...params, stream: true }))
    chunks.push(chunk);
  return { chunks, text: chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('') };
}

describe('a completion', () => {
  test('names the members that have no effect, and those that nobody knows', async () => {
    const params = ask('Say hello', { temperature: 0.2, max_cost: 1, stop: ['x'], n: 1, user: null });
    const { svc } = (await create(params)) as unknown as {
      svc: { warnings: { code: string; param: string }[] };
    };
    expect(svc.warnings.map(({ code, param }) => [code, param]).toSorted()).toEqual([
      ['ignored_parameter', 'stop'],
      ['ignored_parameter', 'temperature'],
      ['unknown_parameter', 'max_cost'],
    ]);
  });

  test('is the answer, with the run beside it', async () => {
    const completion = await create(ask('Say hello'));
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: 'switchyard',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: 'Forty-two for: Say hello' },
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 6, total_tokens: 9 },
      svc: { status: 'succeeded' },
    });
    const { json } = await service.client.get(`/v1/responses/${completion.response_id}`);
    expect(contentOf(completion)).toBe(json.output_text);
  });

  test('of the last user message, with the system message and earlier turns as instructions', async () => {
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      user('Hello'),
      { role: 'assistant' as const, content: 'Hi' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Read https://1.1.1.1/a' }] },
    ];
    const completion = await create({ model: 'switchyard', messages });
    const { json } = await service.client.get(`/v1/responses/${completion.response_id}`);
    expect(json.svc.url).toBe('https://1.1.1.1/a');
    expect(json.instructions).toContain('Be brief.');
    expect(json.instructions).toContain('assistant: Hi');
  });

  test('in the requested schema', async () => {
    const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    const format = { type: 'json_schema' as const, json_schema: { name: 'price', schema } };
    const completion = await create(ask('Say [[output={"price":58}]]', { response_format: format }));
    expect(JSON.parse(contentOf(completion) ?? '')).toEqual({ price: 58 });
  });

  test('of a failed run has the reason, and its run is billed once', async () => {
    const completion = await create(
      ask('Try [[fail=runner:nope:It did not work]]', { metadata: { only: 'once' } }),
    );
    expect(completion.svc.status).toBe('failed');
    expect(contentOf(completion)).not.toBe('');
    expect((await service.client.get('/v1/runs?tag=only%3Donce')).json.data).toHaveLength(1);
  });

  test.each([
    [{ model: 'switchyard/other' }, 'other'],
    [{ model: 'switchyard/other', routing: 'only' }, 'only'],
  ])('of the runner in the name of the model, unless routing names another: %j', async (more, runner) => {
    expect((await create(ask('Say hello', more))).svc.runner).toBe(runner);
  });
});

test('the models are listed', async () => {
  const names = [];
  for await (const { id } of await openai.models.list()) names.push(id);
  expect(names).toEqual(['svc', 'switchyard', 'switchyard/learning', 'switchyard/only', 'switchyard/other']);
});

test.each([
  [{ messages: [] }, 'messages'],
  [{ max_cost_usd: -1 }, 'max_cost_usd'],
  [{ n: 2 }, 'n'],
  [{ logprobs: true }, 'logprobs'],
  [{ model: 'switchyard/nobody' }, 'routing'],
])('a wrong request has the shape of OpenAI: %j', async (more, param) => {
  const error = await openai.chat.completions.create(ask('Say hello', more)).catch((reason) => reason);
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error.param).toBe(param);
});

test('a wrong key is the client’s own error', async () => {
  const stranger = new OpenAI({ apiKey: 'svc_wrong', baseURL: `${service.app.url}/v1`, maxRetries: 0 });
  await expect(stranger.chat.completions.create(ask('Say hello'))).rejects.toBeInstanceOf(
    OpenAI.AuthenticationError,
  );
});

describe('a stream', () => {
  test('joins to the same text, with one finish reason and the usage at the end', async () => {
    const { chunks, text } = await chunksOf(ask('Say hello', { stream_options: { include_usage: true } }));
    expect(text).toBe('Forty-two for: Say hello');
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 9 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('ends with [DONE] and names no events', async () => {
    const response = await fetch(`${service.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(ask('Say hello', { stream: true })),
    });
    const body = await response.text();
    expect(body).toMatch(/data: \[DONE\]\n\n$/);
    expect(body).not.toMatch(/^event:/m);
  });

  test('of a failed run has the reason as text', async () => {
    const { chunks, text } = await chunksOf(ask('Try [[fail=runner:nope:It did not work]]'));
    expect(text).not.toBe('');
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });
});
