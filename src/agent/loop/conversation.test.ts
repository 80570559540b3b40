import { expect, test } from 'vitest';
import { type LlmMessage, toolResult } from '../../platform/llm-messages.ts';
import { Conversation } from './conversation.ts';

const picture = new Uint8Array([1, 2, 3]);

function round(id: string, result: string): LlmMessage[] {
  const call = { type: 'tool-call' as const, toolCallId: id, toolName: 'read', input: {} };
  return [{ role: 'assistant', content: [call] }, toolResult({ id, name: 'read' }, result)];
}

function requestsOf(rounds: number, budget: number): LlmMessage[][] {
  const talk = new Conversation('the task', budget);
  return Array.from({ length: rounds }, (_, index) => {
    talk.makeRoom();
    const said = index === 0 ? [] : round(`call ${index}`, `result ${index} ${'x'.repeat(2_000)}`);
    talk.add(said, { text: `view ${index} ${'y'.repeat(4_000)}`, title: `title ${index}`, picture: null });
    return talk.messages();
  });
}

/** Length of the common beginning of two requests. */
function common(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

test('it begins with the task, and only the newest view has its picture', () => {
  const talk = new Conversation('the task', 100_000);
  for (let index = 0; index < 5; index += 1)
    talk.add(index === 0 ? [] : round(`call ${index}`, ''), { text: 'view', title: '', picture });
  const last = talk.messages();
  expect(last[0]).toEqual({ role: 'user', content: 'the task' });
  const pictured = last.filter((message) => JSON.stringify(message).includes('"type":"file"'));
  expect(pictured).toEqual([last.at(-1)]);
});

test('at least nine tenths of twenty requests repeat the beginning of the request before', () => {
  const texts = requestsOf(20, 200_000).map((messages) => JSON.stringify(messages));
  const repeated = texts.slice(1).reduce((sum, text, index) => sum + common(texts[index] ?? '', text), 0);
  const all = texts.reduce((sum, text) => sum + text.length, 0);
  expect(repeated / all).toBeGreaterThan(0.9);
});

test('over the budget, earlier views and results are shortened once, and the next view has to be whole', () => {
  const talk = new Conversation('the task', 10_000);
  const wholes: boolean[] = [];
  const firsts = new Set<string>();
  for (let index = 0; index < 12; index += 1) {
    wholes.push(talk.makeRoom());
    const view = { text: `view ${index} ${'y'.repeat(3_000)}`, title: `title ${index}`, picture: null };
    talk.add(round(`call ${index}`, 'x'.repeat(2_000)), view);
    firsts.add(JSON.stringify(talk.messages()[3]));
  }
  expect(wholes.filter(Boolean).length).toBeGreaterThan(2);
  expect(wholes.filter((isWhole) => !isWhole).length).toBeGreaterThan(4);
  // The first view was whole, then shortened, and never changed again.
  expect(firsts.size).toBe(2);
  expect(JSON.stringify(talk.messages()).length).toBeLessThan(40_000);
});

test('every result follows its call', () => {
  const [said] = [requestsOf(30, 8_000).at(-1) ?? []];
  const ids = (role: string) =>
    said
      .filter((message) => message.role === role)
      .flatMap((message) => JSON.stringify(message).match(/call \d+/g));
  expect(ids('tool')).toEqual(ids('assistant'));
});
