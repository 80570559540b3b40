import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI } from '@langchain/openai';
import { APICallError, generateText, Output, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// Clients of language models, with only their address and key changed.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = `svc_${'m'.repeat(40)}`;
const PRICE = /58[.,]00/;
let database: TestDatabase;
let folder: string;
let service: ServiceProcess;
let shop: string;
let question: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'switchyard-clients-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SVC_API_KEY: KEY,
  });
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
  question = `What does the camp kettle cost? ${shop}/products/fernfall-camp-kettle`;
});
afterAll(async () => {
  await service.end('SIGKILL');
  await database[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const priced = z.object({ name: z.string(), price: z.number() });

describe('Anthropic', () => {
  const client = (apiKey = KEY) => new Anthropic({ apiKey, baseURL: `${service.url}/api`, maxRetries: 0 });
  const params = () => ({
    model: 'svc',
    max_tokens: 1_000,
    messages: [{ role: 'user' as const, content: question }],
  });

  test('creates and streams', async () => {
    const message = await client().messages.create(params());
    expect(JSON.stringify(message.content)).toMatch(PRICE);
    const streamed = await client().messages.stream(params()).finalMessage();
    expect(streamed).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] });
    expect(JSON.stringify(streamed.content)).toMatch(PRICE);
  });

  test('reads our errors', async () => {
    await expect(client('svc_wrong').messages.create(params())).rejects.toBeInstanceOf(
      Anthropic.AuthenticationError,
    );
  });
});

describe('Vercel AI SDK', () => {
  const model = (apiKey = KEY) => createOpenAI({ baseURL: `${service.url}/v1`, apiKey }).responses('svc');

  test('generates text', async () => {
    const { text, usage, finishReason } = await generateText({ model: model(), prompt: question });
    expect(text).toMatch(PRICE);
    expect(usage.totalTokens).toBeGreaterThan(0);
    expect(finishReason).toBe('stop');
  });

  test('streams text', async () => {
    const { textStream } = streamText({ model: model(), prompt: question });
    let text = '';
    for await (const delta of textStream) text += delta;
    expect(text).toMatch(PRICE);
  });

  test('generates an object', async () => {
    const output = Output.object({ schema: priced });
    const made = await generateText({ model: model(), prompt: question, output });
    expect(made.output).toMatchObject({ price: 58, name: expect.stringContaining('Kettle') });
  });

  test('reads why a run failed', async () => {
    const call = generateText({ model: model(), prompt: `Read ${shop}/no-such-page`, maxRetries: 0 });
    await expect(call).rejects.toThrow('HTTP 404');
  });

  test('reads our errors', async () => {
    const call = generateText({ model: model('svc_wrong'), prompt: question, maxRetries: 0 });
    const error = await call.catch((reason: unknown) => reason);
    expect(APICallError.isInstance(error) && error.statusCode).toBe(401);
  });
});

describe('LangChain', () => {
  const model = (apiKey = KEY) =>
    new ChatOpenAI({
      model: 'svc',
      apiKey,
      useResponsesApi: true,
      maxRetries: 0,
      configuration: { baseURL: `${service.url}/v1` },
    });

  test('answers and streams', async () => {
    expect((await model().invoke(question)).text).toMatch(PRICE);
    let text = '';
    for await (const chunk of await model().stream(question)) text += chunk.text;
    expect(text).toMatch(PRICE);
  });

  test('answers in a schema', async () => {
    const asked = model().withStructuredOutput(priced, { method: 'jsonSchema' });
    expect(await asked.invoke(question)).toMatchObject({ price: 58 });
  });

  test('reads our errors', async () => {
    await expect(model('svc_wrong').invoke(question)).rejects.toThrow(/401|key/);
  });
});
