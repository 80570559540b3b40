import { expect, test } from 'vitest';
import { askOf, generatedOf } from './stagehand-model.ts';

const { signal } = new AbortController();
const tool = { type: 'function', name: 'done', description: 'Ends.', inputSchema: { type: 'object' } };

test('a conversation keeps its order; pictures of tools follow as a message of their own', () => {
  const ask = askOf(
    {
      prompt: [
        { role: 'system', content: 'Be good.' },
        { role: 'user', content: [{ type: 'text', text: 'Go' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'screenshot', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'screenshot',
              output: {
                type: 'content',
                value: [
                  { type: 'text', text: 'seen' },
                  { type: 'media', data: 'aGk=', mediaType: 'image/png' },
                ],
              },
            },
          ],
        },
      ],
    },
    signal,
  );
  expect(ask.system).toBe('Be good.');
  expect(ask.messages).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: 'Go' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1' }] },
    { role: 'tool', content: [{ output: { value: 'seen\n(a picture, below)' } }] },
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png' }] },
  ]);
});

test('an address in place of a picture is dropped, not fetched', () => {
  const file = { type: 'file', mediaType: 'image/png', data: 'http://127.0.0.1/secret.png' };
  const ask = askOf({ prompt: [{ role: 'user', content: [file] }] }, signal);
  expect(JSON.stringify(ask.messages)).not.toContain('127.0.0.1');
});

test.each([
  [{ type: 'auto' }, ['act', 'done'], false],
  [{ type: 'required' }, ['act', 'done'], true],
  [{ type: 'tool', toolName: 'done' }, ['done'], true],
  [{ type: 'none' }, [], false],
])('the choice %j offers %j', (toolChoice, names, mustCall) => {
  const ask = askOf({ tools: [{ ...tool, name: 'act' }, tool], toolChoice }, signal);
  expect(Object.keys(ask.tools ?? {})).toEqual(names);
  expect(ask.mustCall).toBe(mustCall);
});

test('JSON is asked for with its schema, and comes back clean', () => {
  const schema = { type: 'object' };
  expect(askOf({ responseFormat: { type: 'json', schema } }, signal).json).toEqual(schema);
  const reply = {
    ok: true,
    text: '```{"a":1}```',
    json: { a: 1 },
    calls: [],
    message: { role: 'assistant', content: '' },
    costMicroUsd: 1,
    usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0 },
  } as const;
  expect(generatedOf({ ...reply, calls: [] })).toMatchObject({
    content: [{ type: 'text', text: '{"a":1}' }],
    finishReason: 'stop',
  });
});
