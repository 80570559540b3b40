import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';

export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/**
 * Turns events into a byte stream. Nothing is produced faster than the client reads, so a slow reader costs one
 * event of memory; the events themselves are in the database.
 */
export function eventStream(events: AsyncIterator<StreamEvent>, clock: Clock): Readable {
  return Readable.from(frames(events, clock), { objectMode: true, highWaterMark: 1 });
}

async function* frames(events: AsyncIterator<StreamEvent>, clock: Clock): AsyncGenerator<string> {
  let next = events.next();
  try {
    for (;;) {
      const timer = new AbortController();
      const idle = clock.sleep(KEEP_ALIVE_MS, timer.signal).then(
        () => null,
        () => null,
      );
      const winner = await Promise.race([next, idle]);
      timer.abort();
      if (winner === null) {
        yield KEEP_ALIVE;
        continue;
      }
      if (winner.done) return;
      yield `event: ${winner.value.type}\ndata: ${JSON.stringify(winner.value)}\n\n`;
      next = events.next();
    }
  } finally {
    await events.return?.();
  }
}
