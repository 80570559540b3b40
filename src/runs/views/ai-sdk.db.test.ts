import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type LanguageModel, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../../test/support/test-app.ts';

// The Vercel AI SDK repeats a call that it takes for lost, and each repetition would be a run of its own.

let service: TestApp;
let models: Record<string, LanguageModel>;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only')] });
  const options = { baseURL: `${service.app.url}/v1`, apiKey: TEST_KEY };
  models = {
    openai: createOpenAI(options).responses('svc'),
    anthropic: createAnthropic(options)('svc'),
    compatible: createOpenAICompatible({ ...options, name: 'switchyard' })('switchyard'),
  };
});
afterAll(() => service[Symbol.asyncDispose]());

const modelOf = (name: string): LanguageModel => models[name] ?? name;
const runsOf = async (word: string) => (await service.client.get(`/v1/runs?q=${word}`)).json.data.length;

describe.each(['openai', 'anthropic', 'compatible'])('@ai-sdk through %s', (name) => {
  test('generates the answer', async () => {
    const { text } = await generateText({ model: modelOf(name), prompt: 'Say hello' });
    expect(text).toBe('Forty-two for: Say hello');
  });

  test('streams the answer', async () => {
    const { textStream } = streamText({ model: modelOf(name), prompt: 'Say hello' });
    let text = '';
    for await (const part of textStream) text += part;
    expect(text).toBe('Forty-two for: Say hello');
  });

  test.each(['generateText', 'streamText'])('%s makes one run of a failed task', async (call) => {
    const word = `${name}${call}`;
    const ask = { model: modelOf(name), prompt: `Try ${word} [[fail=runner:nope:It did not work]]` };
    if (call === 'generateText') await generateText(ask).catch(() => undefined);
    else await streamText({ ...ask, onError: () => undefined }).consumeStream();
    expect(await runsOf(word)).toBe(1);
  });
});
