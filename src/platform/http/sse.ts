import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { ifAborted, mayBeClosed } from '../failure.ts';
import type { Log } from '../log.ts';
import { type Dialect, membersOf } from './dialects.ts';
import { causeOf, renderError, toApiError } from './render-error.ts';

/** An event without a type has no `event:` line. */
export interface StreamEvent {
  type?: string;
  [field: string]: unknown;
}

/** The end of a stream in the OpenAI API. */
export const DONE: StreamEvent = Object.freeze({ type: '[DONE]' });

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
};

// Soon, so that the client knows that it is connected; then from time to time.
const FIRST_WORD_MS = 100;
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';
const MAX_STALL_MS = 30_000;

/**
 * Turns events into a byte stream. Nothing is produced faster than the client reads, so a slow reader costs one
 * event of memory; the events themselves are in the database. A client that reads nothing for 30 seconds is let go.
 */
export function eventStream(
  events: AsyncIterator<StreamEvent>,
  clock: Clock,
  log: Log,
  origin: string,
  dialect: Dialect = 'svc',
): Readable {
  return new EventStream(events, { clock, log, dialect, origin });
}

class EventStream extends Readable {
  readonly #events: AsyncIterator<StreamEvent>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #dialect: Dialect;
  readonly #origin: string;
  readonly #timers = new Set<AbortController>();
  #next: Promise<IteratorResult<StreamEvent>> | null = null;
  #stall: AbortController | null = null;
  #lastSequence = -1;
  #isOver = false;
  #hasSpoken = false;

  constructor(
    events: AsyncIterator<StreamEvent>,
    { clock, log, dialect, origin }: { clock: Clock; log: Log; dialect: Dialect; origin: string },
  ) {
    super({ highWaterMark: 1 });
    this.#events = events;
    this.#clock = clock;
    this.#log = log;
    this.#dialect = dialect;
    this.#origin = origin;
  }

  override _read(): void {
    this.#stall?.abort();
    void this.#produce();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    for (const timer of this.#timers) timer.abort();
    Promise.resolve(this.#events.return?.()).catch(mayBeClosed);
    done(error);
  }

  async #produce(): Promise<void> {
    const frame = this.#isOver ? null : await this.#frame();
    if (this.destroyed) return;
    this.push(frame);
    if (this.readableLength > 0) this.#watchStall();
  }

  async #frame(): Promise<string | null> {
    this.#next ??= this.#events.next();
    const timer = this.#timer();
    try {
      const silenceMs = this.#hasSpoken ? KEEP_ALIVE_MS : FIRST_WORD_MS;
      this.#hasSpoken = true;
      const winner = await Promise.race([this.#next, this.#elapsed(silenceMs, timer).then(() => null)]);
      if (winner === null) return KEEP_ALIVE;
      this.#next = null;
      if (winner.done) return null;
      const { sequence_number: sequence } = winner.value;
      if (typeof sequence === 'number') this.#lastSequence = sequence;
      return frameOf(winner.value);
    } catch (error) {
      this.#isOver = true;
      this.#log.error(causeOf(error), 'event stream failed');
      return frameOf(this.#failure(error));
    } finally {
      timer.abort();
      this.#timers.delete(timer);
    }
  }

  /** The service itself failed: the official clients want the facts both flat and nested. */
  #failure(error: unknown): StreamEvent {
    if (this.#dialect !== 'svc')
      return { type: 'error', ...renderError(error, this.#dialect, null, this.#origin).body };
    const { type, code, message, param, doc_url } = membersOf(toApiError(error), this.#origin);
    return {
      type: 'error',
      sequence_number: this.#lastSequence + 1,
      code,
      message,
      param,
      error: { type, code, message, param, doc_url },
    };
  }

  #watchStall(): void {
    const timer = this.#timer();
    this.#stall = timer;
    void this.#elapsed(MAX_STALL_MS, timer).then((isUp) => {
      this.#timers.delete(timer);
      if (!isUp) return;
      this.#log.info('event stream closed: the client read too slowly');
      this.destroy();
    });
  }

  #timer(): AbortController {
    const timer = new AbortController();
    this.#timers.add(timer);
    return timer;
  }

  #elapsed(ms: number, timer: AbortController): Promise<boolean> {
    return this.#clock
      .sleep(ms, timer.signal)
      .then(() => true)
      .catch(ifAborted(false));
  }
}

function frameOf(event: StreamEvent): string {
  if (event === DONE) return 'data: [DONE]\n\n';
  const name = event.type === undefined ? '' : `event: ${event.type}\n`;
  return `${idOf(event)}${name}data: ${JSON.stringify(event)}\n\n`;
}

/** A client that lost its connection sends it back as `Last-Event-ID`. A failure has none: its number is that of the next event. */
function idOf({ type, sequence_number: sequence, created_at: time }: StreamEvent): string {
  const id = type === 'error' ? undefined : (sequence ?? time);
  return typeof id === 'number' || typeof id === 'string' ? `id: ${id}\n` : '';
}
