import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { responseObject } from '../schema.ts';
import { runEvent } from '../schema-events.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('first'), scriptedRunner('second')] });
});
afterAll(() => service[Symbol.asyncDispose]());

const ANSWERED = [
  'response.created',
  'response.in_progress',
  'response.output_item.added',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.content_part.done',
  'response.output_item.done',
  'response.completed',
];
const create = (body: object, headers?: Record<string, string>) =>
  readEvents(service.client, '/v1/responses', { body: { stream: true, ...body }, headers });
const follow = (id: string, query = '') =>
  readEvents(service.client, `/v1/responses/${id}?stream=true${query}`);
const typesOf = (read: { events: Array<{ type: string }> }) => read.events.map((event) => event.type);

test('a run that answers streams the official order with numbers from 0', async () => {
  const read = await create({ input: 'Say something' });
  expect(read.status).toBe(200);
  expect(read.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(read.headers.get('cache-control')).toBe('private, no-store, no-transform');
  expect(typesOf(read)).toEqual(ANSWERED);
  for (const event of read.events) expect(runEvent.parse(event)).toEqual(event);
  expect(read.events.map((event) => event.sequence_number)).toEqual(read.events.map((_, index) => index));
});

test('whole objects in the stream are those of the contract and keep one id', async () => {
  const { events } = await create({ input: 'Say something', metadata: { a: 'b' } });
  const responses = events
    .filter((event) => 'response' in event)
    .map((event) => responseObject.parse(event.response));
  expect(new Set(responses.map((response) => response.id)).size).toBe(1);
  expect(responses[0]).toMatchObject({
    status: 'in_progress',
    output: [],
    output_text: '',
    metadata: { a: 'b' },
  });
  const last = responses.at(-1);
  expect((await service.client.get(`/v1/responses/${last?.id}`)).json).toEqual(last);
});

test('deltas join to the final text, with any characters', async () => {
  const text = `${'🎈'.repeat(3_001)} end`;
  const { events } = await create({ input: `Say [[output=${JSON.stringify(text)}]]` });
  const deltas = events.filter((event) => event.type === 'response.output_text.delta');
  expect(deltas.length).toBeGreaterThan(1);
  expect(deltas.every((event) => event.delta.isWellFormed())).toBe(true);
  expect(deltas.map((event) => event.delta).join('')).toBe(text);
  expect(events.at(-1).response.output_text).toBe(text);
  const ids = events.map((event) => event.item_id ?? event.item?.id).filter(Boolean);
  expect(new Set(ids)).toEqual(new Set([events.at(-1).response.output[0].id]));
});

test('a failed run ends its stream with response.failed and the error on the object', async () => {
  const read = await create({ input: 'Try [[fail=runner:nope:It did not work]]', routing: 'first' });
  expect(typesOf(read)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.output_item.done',
    'response.failed',
  ]);
  expect(read.events.at(-2).item).toMatchObject({ status: 'incomplete', content: [] });
  expect(read.events.at(-1).response).toMatchObject({
    status: 'failed',
    output: [],
    error: { code: 'run_failed' },
  });
  expect(read.events.every((event) => !('error' in event))).toBe(true);
});

test('a cancelled run ends its open stream with response.failed and the truth on the object', async () => {
  const { json } = await service.client.create({ input: 'Hang [[hang]]', background: true });
  const following = follow(json.id);
  await service.client.post(`/v1/responses/${json.id}/cancel`);
  const { events } = await following;
  expect(events.at(-1)).toMatchObject({
    type: 'response.failed',
    response: { status: 'cancelled', error: { code: 'run_cancelled' } },
  });
});

test('stream wins over background', async () => {
  const read = await create({ input: 'Say something', background: true });
  expect(read.status).toBe(200);
  expect(typesOf(read)).toEqual(ANSWERED);
  expect(read.events.at(-1).response.background).toBe(true);
});

test('stream wins over a preference for an asynchronous answer', async () => {
  const read = await create({ input: 'Say something' }, { prefer: 'respond-async' });
  expect(typesOf(read)).toEqual(ANSWERED);
});

test('a run that takes longer than a second tells its progress before its answer', async () => {
  const live = await create({ input: 'Slow [[after=1300]]' });
  const types = typesOf(live);
  expect(types.slice(0, 3)).toEqual(['response.created', 'response.in_progress', 'response.in_progress']);
  expect(types.slice(3)).toEqual(ANSWERED.slice(2));
  expect(live.events[2].response.svc.progress).toMatchObject({ attempts_started: 1, attempts_finished: 0 });
  expect((await follow(live.events[0].response.id)).lines).toEqual(live.lines);
});

test('two readings of a finished run are the same bytes', async () => {
  const live = await create({ input: 'Say something', routing: ['first', 'second'] });
  const id = live.events[0].response.id;
  expect((await follow(id)).lines).toEqual(live.lines);
  expect((await follow(id)).lines).toEqual(live.lines);
});

test('starting_after leaves out exactly the events up to its number', async () => {
  const { lines, events } = await create({ input: 'Say something' });
  const id = events[0].response.id;
  for (const after of [-1, 0, 1, 2, 4, 7]) {
    expect((await follow(id, `&starting_after=${after}`)).lines).toEqual(lines.slice(after + 1));
  }
  expect((await follow(id, '&starting_after=8')).lines).toEqual([]);
});

test('a stream goes on after the event that `Last-Event-ID` names', async () => {
  const { json } = await service.client.create({ input: 'Say something' });
  const path = `/v1/responses/${json.id}?stream=true`;
  const read = async (headers: Record<string, string>, query = '') => {
    const authorization = `Bearer ${service.client.key}`;
    const answer = await fetch(`${service.client.url}/api${path}${query}`, {
      headers: { authorization, ...headers },
    });
    return [...(await answer.text()).matchAll(/^id: (.*)$/gm)].map(([, id]) => Number(id));
  };
  const ids = await read({});
  expect(ids).toEqual(ids.map((_, at) => at));
  expect(ids.length).toBeGreaterThan(3);
  expect(await read({ 'last-event-id': '1' })).toEqual(ids.slice(2));
  expect(await read({ 'last-event-id': '2' }, '&starting_after=0')).toEqual(ids.slice(3));
  expect(await read({ 'last-event-id': '' })).toEqual(ids);
  const wrong = await service.client.get(path, { 'last-event-id': 'x' });
  expect([wrong.status, wrong.json.error.param]).toEqual([400, 'last-event-id']);
});

test.each(['nonsense', '1.5', '', '1e3', '-2', ' 1', '9'.repeat(30)])(
  'starting_after=%s is refused',
  async (after) => {
    const { json } = await service.client.create({ input: 'Say something' });
    for (const stream of ['&stream=true', '']) {
      const path = `/v1/responses/${json.id}?starting_after=${encodeURIComponent(after)}${stream}`;
      const refused = await service.client.get(path);
      expect([refused.status, refused.json.error.param]).toEqual([400, 'starting_after']);
    }
  },
);

test('a query parameter that is repeated is named', async () => {
  for (const path of ['/v1/runs?limit=1&limit=2', '/v1/events?starting_after=a&starting_after=b']) {
    const { status, json } = await service.client.get(path);
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('must be given once')]);
  }
});

test('a reader that joins a running run sees it from the beginning to its end', async () => {
  const { json } = await service.client.create({ input: 'Slow [[after=400]]', background: true });
  const [one, other] = await Promise.all([follow(json.id), follow(json.id)]);
  expect(typesOf(one)).toEqual(ANSWERED);
  expect(other.lines).toEqual(one.lines);
});

test('a reader who leaves does not end the run', async () => {
  const read = await readEvents(service.client, '/v1/responses', {
    body: { input: 'Slow [[after=300]]', stream: true },
    atMost: 1,
  });
  expect(await service.client.untilOver(read.events[0].response.id)).toMatchObject({ status: 'completed' });
});

test('an idempotent replay streams the original events', async () => {
  const body = { input: 'Say something', idempotency_key: 'streamed' };
  const original = await create(body);
  const replay = await create(body);
  expect(replay.lines).toEqual(original.lines);
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.headers.get('idempotency-key')).toBe('streamed');
  const plain = await service.client.create({ input: 'Say something', idempotency_key: 'streamed' });
  expect(plain.json.id).toBe(original.events[0].response.id);
});

test('an unknown id is a JSON 404 even when a stream was asked for', async () => {
  const { status, json } = await service.client.get(`/v1/responses/resp_${'0'.repeat(32)}?stream=true`);
  expect(status).toBe(404);
  expect(json.error.code).toBe('response_not_found');
});

test('a refused create is a JSON error even when a stream was asked for', async () => {
  const { status, json } = await service.client.create({ stream: true });
  expect(status).toBe(400);
  expect(json.error.code).toBe('missing_input');
});

test('each stream ends with [DONE]', async () => {
  for (const task of ['Say something', 'Try [[fail=runner:nope:It did not work]]']) {
    const response = await fetch(`${service.client.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ input: task, stream: true }),
    });
    expect(await response.text()).toMatch(/\n\ndata: \[DONE\]\n\n$/);
  }
});
