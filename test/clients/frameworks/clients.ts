import { randomUUID } from 'node:crypto';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenResponses } from '@ai-sdk/open-responses';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import Instructor from '@instructor-ai/instructor';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { generateText, type LanguageModel, Output, streamText } from 'ai';
import OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';

/** What the tests ask of every client. */
export interface Ask {
  /** The origin of the service. */
  url: string;
  key: string;
  prompt: string;
}

export interface TestedClient {
  /** The package whose version the table names. */
  package: string;
  text(ask: Ask): Promise<string>;
  stream(ask: Ask): Promise<string>;
  structured(ask: Ask): Promise<unknown>;
}

const answer = z.object({ price: z.number() });

async function joined(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

const openai = ({ url, key }: Ask) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key });

const openaiResponses: TestedClient = {
  package: 'openai',
  async text(ask) {
    return (await openai(ask).responses.create({ model: 'svc', input: ask.prompt })).output_text;
  },
  async stream(ask) {
    const events = await openai(ask).responses.create({ model: 'svc', input: ask.prompt, stream: true });
    let text = '';
    for await (const event of events) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      if (event.type === 'response.failed')
        throw new OpenAI.APIError(500, event.response.error ?? {}, '', undefined);
    }
    return text;
  },
  async structured(ask) {
    const format = zodTextFormat(answer, 'answer');
    return (await openai(ask).responses.parse({ model: 'svc', input: ask.prompt, text: { format } }))
      .output_parsed;
  },
};

const messagesOf = (prompt: string) => [{ role: 'user' as const, content: prompt }];

const openaiChat: TestedClient = {
  package: 'openai',
  async text(ask) {
    const done = await openai(ask).chat.completions.create({
      model: 'switchyard',
      messages: messagesOf(ask.prompt),
    });
    return done.choices[0]?.message.content ?? '';
  },
  async stream(ask) {
    const body = { model: 'switchyard', messages: messagesOf(ask.prompt), stream: true as const };
    let text = '';
    for await (const { choices } of await openai(ask).chat.completions.create(body))
      text += choices[0]?.delta.content ?? '';
    return text;
  },
  async structured(ask) {
    const schema = { name: 'answer', schema: z.toJSONSchema(answer) };
    const done = await openai(ask).chat.completions.parse({
      model: 'switchyard',
      messages: messagesOf(ask.prompt),
      response_format: { type: 'json_schema', json_schema: schema },
    });
    return JSON.parse(done.choices[0]?.message.content ?? '');
  },
};

const anthropic = ({ url, key }: Ask) => new Anthropic({ baseURL: url, apiKey: key });

const anthropicMessages: TestedClient = {
  package: '@anthropic-ai/sdk',
  async text(ask) {
    const body = { model: 'svc', max_tokens: 1_000, messages: messagesOf(ask.prompt) };
    const [block] = (await anthropic(ask).messages.create(body)).content;
    return block?.type === 'text' ? block.text : '';
  },
  async stream(ask) {
    const body = { model: 'svc', max_tokens: 1_000, messages: messagesOf(ask.prompt) };
    return anthropic(ask).messages.stream(body).finalText();
  },
  async structured(ask) {
    const done = await anthropic(ask).messages.parse({
      model: 'svc',
      max_tokens: 1_000,
      messages: messagesOf(ask.prompt),
      output_config: { format: zodOutputFormat(answer) },
    });
    return done.parsed_output;
  },
};

/** The AI SDK repeats a lost request without saying so: the key makes the repeat the same run. */
function aiSdk(name: string, modelOf: (ask: Ask) => LanguageModel): TestedClient {
  const call = (ask: Ask) => ({
    model: modelOf(ask),
    prompt: ask.prompt,
    headers: { 'Idempotency-Key': randomUUID() },
  });
  return {
    package: name,
    async text(ask) {
      return (await generateText(call(ask))).text;
    },
    async stream(ask) {
      let failure: unknown;
      const result = streamText({
        ...call(ask),
        onError: ({ error }) => {
          failure = error;
        },
      });
      const text = await joined(result.textStream);
      if (failure) throw failure;
      return text;
    },
    async structured(ask) {
      return (await generateText({ ...call(ask), output: Output.object({ schema: answer }) })).output;
    },
  };
}

const langchain = ({ url, key }: Ask) =>
  new ChatOpenAI({
    model: 'svc',
    apiKey: key,
    useResponsesApi: true,
    configuration: { baseURL: `${url}/v1`, defaultHeaders: { 'Idempotency-Key': randomUUID() } },
  });

const langchainResponses: TestedClient = {
  package: '@langchain/openai',
  async text(ask) {
    return (await langchain(ask).invoke(ask.prompt)).text;
  },
  async stream(ask) {
    let text = '';
    for await (const chunk of await langchain(ask).stream(ask.prompt)) text += chunk.text;
    return text;
  },
  async structured(ask) {
    return langchain(ask).withStructuredOutput(answer, { method: 'jsonSchema' }).invoke(ask.prompt);
  },
};

const llama = ({ url, key }: Ask) =>
  new LlamaOpenAI({ model: 'switchyard', apiKey: key, baseURL: `${url}/v1`, maxRetries: 2 });

const llamaChat: TestedClient = {
  package: '@llamaindex/openai',
  async text(ask) {
    return String((await llama(ask).chat({ messages: messagesOf(ask.prompt) })).message.content);
  },
  async stream(ask) {
    let text = '';
    for await (const { delta } of await llama(ask).chat({ messages: messagesOf(ask.prompt), stream: true }))
      text += delta;
    return text;
  },
  async structured(ask) {
    const json_schema = { name: 'answer', schema: z.toJSONSchema(answer) };
    const responseFormat = { type: 'json_schema', json_schema };
    const done = await llama(ask).chat({ messages: messagesOf(ask.prompt), responseFormat });
    return JSON.parse(String(done.message.content));
  },
};

const instructorChat: TestedClient = {
  ...openaiChat,
  package: '@instructor-ai/instructor',
  async structured(ask) {
    const client = Instructor({ client: openai(ask), mode: 'JSON_SCHEMA' });
    const { price } = await client.chat.completions.create({
      model: 'switchyard',
      messages: messagesOf(ask.prompt),
      response_model: { schema: answer, name: 'answer' },
    });
    return { price };
  },
};

const agentOf = (outputType?: typeof answer) =>
  new Agent({ name: 'Buyer', instructions: 'Answer.', model: 'svc', ...(outputType && { outputType }) });

const runnerOf = ({ url, key }: Ask) =>
  new Runner({
    modelProvider: new OpenAIProvider({ apiKey: key, baseURL: `${url}/v1`, useResponses: true }),
    tracingDisabled: true,
  });

const openaiAgents: TestedClient = {
  package: '@openai/agents',
  async text(ask) {
    return String((await runnerOf(ask).run(agentOf(), ask.prompt)).finalOutput);
  },
  async stream(ask) {
    const result = await runnerOf(ask).run(agentOf(), ask.prompt, { stream: true });
    const text = await joined(result.toTextStream());
    await result.completed;
    return text;
  },
  async structured(ask) {
    return (await runnerOf(ask).run(agentOf(answer), ask.prompt)).finalOutput;
  },
};

export const clients: Record<string, TestedClient> = {
  'OpenAI, Responses': openaiResponses,
  'OpenAI, Chat Completions': openaiChat,
  Anthropic: anthropicMessages,
  'Vercel AI SDK, OpenAI': aiSdk('@ai-sdk/openai', ({ url, key }) =>
    createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).responses('svc'),
  ),
  'Vercel AI SDK, OpenAI-compatible': aiSdk('@ai-sdk/openai-compatible', ({ url, key }) =>
    createOpenAICompatible({
      name: 'switchyard',
      baseURL: `${url}/v1`,
      apiKey: key,
      supportsStructuredOutputs: true,
    })('switchyard'),
  ),
  'Vercel AI SDK, Anthropic': aiSdk('@ai-sdk/anthropic', ({ url, key }) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey: key })('svc'),
  ),
  'Vercel AI SDK, Open Responses': aiSdk('@ai-sdk/open-responses', ({ url, key }) =>
    createOpenResponses({ name: 'switchyard', url: `${url}/v1/responses`, apiKey: key })('svc'),
  ),
  LangChain: langchainResponses,
  LlamaIndex: llamaChat,
  Instructor: instructorChat,
  'OpenAI Agents SDK': openaiAgents,
};
