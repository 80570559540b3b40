import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { DatabaseAway } from '../db.ts';
import { createLog } from '../log.ts';
import { eventStream, type StreamEvent } from './sse.ts';

const log = createLog('silent');

test('each event is one frame, and the stream ends after the last', async () => {
  const stream = eventStream(generate([{ type: 'a', n: 1 }, { type: 'b' }]), manualClock().clock, log, '');
  expect((await stream.toArray()).join('')).toBe(
    'event: a\ndata: {"type":"a","n":1}\n\nevent: b\ndata: {"type":"b"}\n\n',
  );
});

test('a comment is sent soon, and whenever 15 seconds pass without an event', async () => {
  const { clock, pass } = manualClock();
  const stream = eventStream(never(), clock, log, '');
  const seen: string[] = [];
  stream.on('data', (chunk) => seen.push(String(chunk)));
  await turn();
  await pass(99);
  expect(seen).toEqual([]);
  await pass(1);
  await pass(14_999);
  expect(seen).toEqual([': keep-alive\n\n']);
  await pass(1);
  expect(seen).toEqual([': keep-alive\n\n', ': keep-alive\n\n']);
  stream.destroy();
});

test('a reader that never reads costs a few events of memory and is let go after 30 seconds', async () => {
  const { clock, pass } = manualClock();
  let produced = 0;
  const stream = eventStream(
    endless(() => (produced += 1)),
    clock,
    log,
    '',
  );
  const stuck = new Writable({ highWaterMark: 16_384, write: () => undefined });
  stream.pipe(stuck);
  await turn();
  await pass(29_999);
  expect(stream.destroyed).toBe(false);
  expect(produced * 1_000).toBeLessThan(32_000);
  await pass(1);
  expect(stream.destroyed).toBe(true);
});

test('a slow reader that keeps reading is not let go', async () => {
  const { clock, pass } = manualClock();
  const stream = eventStream(
    endless(() => undefined),
    clock,
    log,
    '',
  );
  let taken = 0;
  let release = () => undefined as unknown;
  stream.pipe(
    new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        taken += 1;
        release = done;
      },
    }),
  );
  for (let round = 0; round < 5; round += 1) {
    await turn();
    await pass(20_000);
    release();
  }
  expect(stream.destroyed).toBe(false);
  expect(taken).toBe(5);
  stream.destroy();
});

test('a client that goes away ends the source at once', async () => {
  const { clock } = manualClock();
  let ended = false;
  const source: AsyncIterator<StreamEvent> = {
    next: () => new Promise(() => undefined),
    async return() {
      ended = true;
      return { done: true, value: undefined };
    },
  };
  const stream = eventStream(source, clock, log, '');
  stream.pipe(new PassThrough());
  await turn();
  stream.destroy();
  await once(stream, 'close');
  expect(ended).toBe(true);
});

test('a failure of the service is told as an error event with the next number, and its cause is not', async () => {
  const lines: string[] = [];
  async function* failing(): AsyncGenerator<StreamEvent> {
    yield { type: 'response.created', sequence_number: 0 };
    throw new DatabaseAway('connection to 10.0.0.7 refused');
  }
  const stream = eventStream(
    failing(),
    manualClock().clock,
    createLog('info', { write: (line) => void lines.push(line) }),
    '',
  );
  const text = (await stream.toArray()).join('');
  const event = JSON.parse(text.split('data: ').at(-1) ?? '');
  expect(event).toMatchObject({
    type: 'error',
    sequence_number: 1,
    code: 'service_unavailable',
    param: null,
  });
  expect(event.error).toEqual({
    type: 'api_error',
    code: event.code,
    message: event.message,
    param: null,
    doc_url: expect.stringMatching(/\/docs\/errors#service_unavailable$/),
  });
  expect(text).not.toContain('10.0.0.7');
  expect(lines.join()).toContain('event stream failed');
});

async function* generate(events: StreamEvent[]): AsyncGenerator<StreamEvent> {
  yield* events;
}

function never(): AsyncIterator<StreamEvent> {
  return { next: () => new Promise(() => undefined) };
}

async function* endless(onEvent: () => unknown): AsyncGenerator<StreamEvent> {
  for (;;) {
    onEvent();
    yield { type: 'delta', text: 'x'.repeat(1_000) };
  }
}

/** A clock that moves only when the test says so. */
function manualClock(): { clock: Clock; pass(ms: number): Promise<void> } {
  let now = 0;
  const sleepers = new Set<{ at: number; wake(): void }>();
  const clock: Clock = {
    ...systemClock,
    now: () => new Date(now),
    mono: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
  };
  return {
    clock,
    async pass(ms) {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.at > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await turn();
      await turn();
    },
  };
}
