import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type LlmStandInOptions,
  type StandInAnswer,
  startLlmStandIn,
} from '../../test/support/stand-ins/llm.ts';
import { systemClock } from './clock.ts';
import { Llm, type LlmAsk } from './llm.ts';
import { toolResult, userMessage } from './llm-messages.ts';
import { createLog } from './log.ts';
import { Secret } from './secret.ts';

const KEY = 'sk-canary-0123456789abcdefghijkl';
const PICTURE = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
    'base64',
  ),
);

async function open(
  answers: StandInAnswer[],
  options: LlmStandInOptions & { timeoutMs?: number; longestWaitMs?: number } = {},
) {
  const { timeoutMs, longestWaitMs, ...rest } = options;
  const standIn = await startLlmStandIn(
    ({ index }) => answers[Math.min(index, answers.length - 1)] ?? { text: 'nothing' },
    { key: KEY, ...rest },
  );
  const lines: string[] = [];
  const llm = new Llm({
    settings: {
      baseUrl: standIn.url,
      apiKey: new Secret(KEY),
      model: 'stand-in-1',
      inputUsdPerMillion: 2,
      outputUsdPerMillion: 10,
    },
    clock: systemClock,
    log: createLog('trace', { write: (line) => lines.push(line) }),
    timeoutMs,
    longestWaitMs,
  });
  const ask = (more: Partial<LlmAsk> = {}) =>
    llm.ask({
      system: 'You are helpful.',
      messages: [userMessage('the canary question')],
      signal: new AbortController().signal,
      ...more,
    });
  return { standIn, llm, ask, lines, [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() };
}

test('an answer comes with its price', async () => {
  await using model = await open([{ text: 'Forty-two.', tokens: [1_000, 100] }]);
  expect(await model.ask()).toMatchObject({ ok: true, text: 'Forty-two.', calls: [], costMicroUsd: 3_000 });
  expect(JSON.parse(model.standIn.seen[0]?.body ?? '')).toMatchObject({ model: 'stand-in-1' });
});

test.each([
  [1e15, 1e15],
  [-1_000_000, -5],
])('a count of tokens that cannot be is not believed: %d and %d', async (input, output) => {
  await using model = await open([{ text: 'Forty-two', tokens: [input, output] }]);
  const reply = await model.ask();
  expect(reply.costMicroUsd).toBeGreaterThan(0);
  expect(reply.costMicroUsd).toBeLessThan(1_000);
});

test('tool calls come parsed, and the conversation goes on with their results', async () => {
  await using model = await open([{ calls: [{ name: 'click', input: { ref: 3 } }] }, { text: 'done' }]);
  const tools = { click: { description: 'Clicks.', input: z.object({ ref: z.int() }) } };
  const first = await model.ask({ tools, mustCall: true });
  if (!first.ok) throw new Error(first.message);
  expect(first.calls).toEqual([{ id: expect.any(String), name: 'click', input: { ref: 3 }, problem: null }]);
  const [call] = first.calls;
  if (!call) throw new Error('no call');
  await model.ask({ tools, messages: [userMessage('go'), first.message, toolResult(call, 'clicked')] });
  expect(JSON.parse(model.standIn.seen[0]?.body ?? '').tool_choice).toBe('required');
  const { messages } = JSON.parse(model.standIn.seen[1]?.body ?? '');
  expect(messages.slice(2)).toMatchObject([
    { role: 'assistant', tool_calls: [{ function: { name: 'click', arguments: '{"ref":3}' } }] },
    { role: 'tool', content: 'clicked' },
  ]);
});

test.each([
  [
    'broken arguments are mended',
    { name: 'click', input: "{'ref': 3,}" },
    { input: { ref: 3 }, problem: null },
  ],
  ['an unknown tool is named', { name: 'fly', input: {} }, { problem: 'there is no tool fly' }],
  [
    'wrong input is told',
    { name: 'click', input: { ref: 'x' } },
    { problem: expect.stringContaining('click') },
  ],
])('%s', async (_, call, expected) => {
  await using model = await open([{ calls: [call] }]);
  const reply = await model.ask({
    tools: { click: { description: 'Clicks.', input: z.object({ ref: z.int() }) } },
  });
  expect(reply).toMatchObject({ ok: true, calls: [expected] });
});

test('a call that a small model writes as text is a call', async () => {
  await using model = await open([
    { text: '<tool_call>\n{"name": "click", "arguments": {"ref": 7}}\n</tool_call>' },
  ]);
  const tools = { click: { description: 'Clicks.', input: z.object({ ref: z.int() }) } };
  expect(await model.ask({ tools })).toMatchObject({ calls: [{ name: 'click', input: { ref: 7 } }] });
});

const CLICK = { click: { description: 'Clicks.', input: z.object({ ref: z.int() }) } };

test.each([
  ['a list behind a mark', '[TOOL_CALLS] [{"name": "click", "arguments": {"ref": 7}}]'],
  ['the shape of the wire', '{"tool_calls": [{"function": {"name": "click", "arguments": {"ref": 7}}}]}'],
  ['arguments in a text', '{"name": "click", "arguments": "{\\"ref\\": 7}"}'],
])('a written call is a call: %s', async (_, text) => {
  await using model = await open([{ text }]);
  expect(await model.ask({ tools: CLICK })).toMatchObject({
    calls: [{ name: 'click', input: { ref: 7 }, problem: null }],
  });
});

test('a call that ran into the token limit is not mended into half of it', async () => {
  await using model = await open([{ calls: [{ name: 'click', input: '{"ref": 1' }], isCut: true }]);
  expect(await model.ask({ tools: CLICK })).toMatchObject({
    calls: [{ name: 'click', problem: expect.stringContaining('cut off') }],
  });
});

test('an endpoint that takes no choice of tools still gets the tools', async () => {
  await using model = await open([{ calls: [{ name: 'click', input: { ref: 7 } }] }], {
    refuses: ['choice'],
  });
  expect(await model.ask({ tools: CLICK, mustCall: true })).toMatchObject({ calls: [{ name: 'click' }] });
});

test('arguments as an object and counts in words are understood', async () => {
  const calls = [{ name: 'click', input: { ref: 7 } }];
  await using model = await open([
    { calls, hasLooseCalls: true, tokens: ['1000', '100'] },
    { text: 'Forty-two', tokens: ['many', 'few'] },
  ]);
  expect(await model.ask({ tools: CLICK })).toMatchObject({
    calls: [{ name: 'click', input: { ref: 7 }, problem: null }],
    costMicroUsd: 3_000,
  });
  const { costMicroUsd } = await model.ask();
  expect(costMicroUsd).toBeGreaterThan(0);
  expect(costMicroUsd).toBeLessThan(1_000);
});

test('a model without tools gets them in words and writes its calls', async () => {
  const written = { text: '{"name": "click", "arguments": {"ref": 7}}' };
  await using model = await open([written], { refuses: ['tools'] });
  const first = await model.ask({ tools: CLICK, mustCall: true });
  if (!first.ok) throw new Error(first.message);
  const [call] = first.calls;
  expect(call).toMatchObject({ name: 'click', input: { ref: 7 }, problem: null });
  if (!call) throw new Error('no call');
  const before = model.standIn.seen.length;
  await model.ask({
    tools: CLICK,
    messages: [userMessage('go'), first.message, toolResult(call, 'it moved')],
  });
  expect(model.standIn.seen).toHaveLength(before + 1);
  const { messages, ...rest } = JSON.parse(model.standIn.seen.at(-1)?.body ?? '');
  expect(rest).not.toHaveProperty('tools');
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(messages[0].content).toContain('- click: Clicks. Arguments: {"type":"object"');
  expect(messages[3].content).toBe('Result of click:\nit moved');
});

test.each([
  ['marked', '<think>The page says 12.</think>It costs 12.'],
  ['without the opening mark', 'The page says 12.\n</think>\n\nIt costs 12.'],
])('thoughts before the words are not part of them: %s', async (_, text) => {
  await using model = await open([{ text }]);
  const reply = await model.ask();
  expect(reply).toMatchObject({ text: 'It costs 12.' });
  expect(JSON.stringify(reply)).not.toContain('The page says');
});

test('a model that talks although it has to call is heard', async () => {
  await using model = await open([{ text: 'I would rather talk.' }]);
  const tools = { click: { description: 'Clicks.', input: z.object({ ref: z.int() }) } };
  expect(await model.ask({ tools, mustCall: true })).toMatchObject({
    ok: true,
    text: 'I would rather talk.',
    calls: [],
  });
});

test('JSON of a shape is asked for and read', async () => {
  await using model = await open([{ text: '```json\n{"price": 12,}\n```' }]);
  const json = { type: 'object', properties: { price: { type: 'number' } } };
  expect(await model.ask({ json })).toMatchObject({ ok: true, json: { price: 12 } });
  expect(JSON.parse(model.standIn.seen[0]?.body ?? '').response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { schema: json },
  });
});

test('JSON that ran into the token limit is not mended into half of it', async () => {
  await using model = await open([{ text: '{"items": [1, 2, 3', isCut: true }]);
  const reply = await model.ask({ json: { type: 'object' } });
  expect(reply).toMatchObject({ ok: true, json: undefined });
});

test.each([
  ['pictures', 'image_url'],
  ['schema', '"json_schema"'],
  ['json', 'response_format'],
  ['limit_name', 'max_tokens'],
  ['limit', '_tokens"'],
] as const)('an endpoint that refuses %s is not asked with them again', async (refused, word) => {
  await using model = await open([{ text: '{"a": 1}' }], { refuses: [refused] });
  const question = { messages: [userMessage('look', PICTURE)], json: { type: 'object' } };
  expect(await model.ask(question)).toMatchObject({ ok: true, json: { a: 1 } });
  const before = model.standIn.seen.length;
  expect(model.standIn.seen[0]?.body).toContain(word);
  expect(await model.ask(question)).toMatchObject({ ok: true });
  expect(model.standIn.seen).toHaveLength(before + 1);
  expect(model.standIn.seen.at(-1)?.body).not.toContain(word);
  expect(model.llm.canSee).toBe(refused !== 'pictures');
});

test.each([
  ['a limit', { fault: 429, headers: { 'retry-after': '0' } }],
  ['a failure', { fault: 503 }],
  ['a reset connection', { fault: 'drop' }],
  ['an answer that is no JSON', { fault: 'garbage' }],
] satisfies [string, StandInAnswer][])('%s is tried again', async (_, fault) => {
  await using model = await open([fault, { text: 'now' }]);
  expect(await model.ask()).toMatchObject({ ok: true, text: 'now' });
  expect(model.standIn.seen).toHaveLength(2);
});

test.each([
  ['model_failed', { fault: 500 }, 3],
  ['model_rate_limited', { fault: 429, headers: { 'retry-after': '3600' } }, 1],
  ['model_auth', { fault: 403 }, 1],
  ['model_auth', { fault: 402, words: 'Insufficient credits' }, 1],
  ['model_rejected', { fault: 404, words: 'The model `stand-in-1` does not exist' }, 1],
  ['model_rejected', { fault: 400, words: 'Bad request' }, 3],
  ['model_rejected', { fault: 400, words: "This model's maximum context length is 8192 tokens" }, 1],
] satisfies [string, StandInAnswer, number][])('%s ends after bounded tries', async (code, fault, tries) => {
  await using model = await open([fault]);
  const reply = await model.ask();
  expect(reply).toMatchObject({ ok: false, code, costMicroUsd: 0 });
  expect(model.standIn.seen).toHaveLength(tries);
});

test('a model that hangs is given up, and an aborted call is let go at once', async () => {
  await using model = await open([{ fault: 'hang' }], { timeoutMs: 100, longestWaitMs: 0 });
  expect(await model.ask()).toMatchObject({ ok: false, code: 'model_timeout' });
  const stop = new AbortController();
  const asking = model.ask({ signal: stop.signal });
  stop.abort();
  expect(await asking).toMatchObject({ ok: false, code: 'aborted' });
});

test('nothing listens: the setting to check is named', async () => {
  const model = await open([{ text: '' }], { longestWaitMs: 0 });
  await model.standIn[Symbol.asyncDispose]();
  const reply = await model.ask();
  expect(reply).toMatchObject({ ok: false, code: 'model_unreachable' });
  expect(!reply.ok && reply.message).toContain('LLM_BASE_URL');
});

test('neither the key nor the conversation is in a log or a message', async () => {
  const echo = `You sent ${KEY} and "the canary question"`;
  await using model = await open([
    { fault: 400, words: echo },
    { fault: 401, words: echo },
    { fault: 500, words: echo },
  ]);
  const replies = [await model.ask(), await model.ask(), await model.ask()];
  const told = JSON.stringify(replies) + model.lines.join('\n');
  expect(model.lines.length).toBeGreaterThan(2);
  expect(told).not.toContain('canary');
});
