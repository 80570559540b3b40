import { expect, test } from 'vitest';
import { type LlmMessage, toolResult } from '../../platform/llm-messages.ts';
import { Conversation } from './conversation.ts';

const picture = new Uint8Array([1, 2, 3]);

function round(id: string, result: string): LlmMessage[] {
  const call = { type: 'tool-call' as const, toolCallId: id, toolName: 'read_page', input: {} };
  return [{ role: 'assistant', content: [call] }, toolResult({ id, name: 'read_page' }, result)];
}

function talkOf(rounds: number): LlmMessage[] {
  const talk = new Conversation('the task', { text: 'view 0', picture });
  for (let index = 1; index <= rounds; index += 1)
    talk.add(round(`call ${index}`, `${index} ${'x'.repeat(5_000)}`), { text: `view ${index}`, picture });
  return talk.messages();
}

test('it begins with the task and the page', () => {
  expect(talkOf(0)).toMatchObject([
    { role: 'user', content: 'the task' },
    { role: 'user', content: [{ text: 'view 0' }, { type: 'file' }] },
  ]);
});

test('only the newest view is whole and has its picture; older results are cut', () => {
  const said = talkOf(6);
  const text = JSON.stringify(said);
  expect(text.match(/view \d+/g)).toEqual(['view 6']);
  expect(text.match(/"type":"file"/g)).toHaveLength(1);
  const lengths = said
    .filter(({ role }) => role === 'tool')
    .map((message) => JSON.stringify(message).length > 4_000);
  expect(lengths).toEqual([false, false, false, true, true, true]);
});

test('however long it gets, the task stays, it is bounded, and every result has its call', () => {
  const said = talkOf(200);
  expect(said[0]).toMatchObject({ content: 'the task' });
  expect(JSON.stringify(said).length).toBeLessThan(120_000);
  const calls = [
    ...JSON.stringify(said.filter(({ role }) => role === 'assistant')).matchAll(/call \d+/g),
  ].map(String);
  const results = [...JSON.stringify(said.filter(({ role }) => role === 'tool')).matchAll(/call \d+/g)].map(
    String,
  );
  expect(results).toEqual(calls);
});
