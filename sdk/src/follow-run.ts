import {
  ConnectionError,
  connectionError,
  errorOfEvent,
  RateLimitError,
  ServiceError,
  SwitchyardError,
  unexpectedAnswer,
} from './errors.ts';
import { eventFrames } from './event-frames.ts';
import type { CreateRun, RunEvent } from './generated/client.schemas.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A run to make, or one that exists; `after` is the number of the last event that is known. */
export type Followed =
  | { create: CreateRun; idempotencyKey: string }
  | { id: string; after?: number | undefined };

/** Every event of a run except the report of a broken stream, which is handled here. */
export type FollowedEvent = Exclude<RunEvent, { type: 'error' }>;

const EVENTS = 'text/event-stream';
const IDLE_MS = 50_000;
// With full jitter about ten seconds in all: longer than a restart of the service takes.
const BREAKS_IN_A_ROW = 8;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * The events of a run to its end. A stream that breaks is continued after the last event that came, so that none is
 * lost and none comes twice; while nothing came, the create is sent again with the same key and makes no second run.
 */
export async function* followRun(
  transport: Transport,
  followed: Followed,
  options: CallOptions & { onResponse?: ((response: Response) => void) | undefined } = {},
): AsyncGenerator<FollowedEvent> {
  let id = 'id' in followed ? followed.id : null;
  let last = ('id' in followed ? followed.after : undefined) ?? -1;
  let isReached = false;
  for (let breaks = 0; ; ) {
    let failure: unknown = new Error('it ended early');
    try {
      const response = await openStream(transport, followed, id, last, options);
      isReached = true;
      options.onResponse?.(response);
      for await (const event of eventsOf(response)) {
        if (event.type === 'error') throw errorOfEvent(event);
        breaks = 0;
        if (event.sequence_number <= last) continue;
        last = event.sequence_number;
        if ('response' in event) id = event.response.id;
        yield event;
        if (event.type === 'response.completed' || event.type === 'response.failed') return;
      }
      // A finished run sends no event after its last one.
      const isAtStart = 'id' in followed && followed.after === last;
      if (isAtStart && (await isDone(transport, followed.id, options))) return;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isReached || !isPassing(error)) throw error;
      failure = error;
    }
    breaks += 1;
    transport.logger.info(`the stream of ${id ?? 'a new run'} broke after event ${last}: ${failure}`);
    if (breaks > BREAKS_IN_A_ROW)
      throw failure instanceof SwitchyardError ? failure : connectionError(transport.baseUrl, failure);
    if (breaks > 1) await pause(breaks, options.signal);
  }
}

async function openStream(
  transport: Transport,
  followed: Followed,
  id: string | null,
  last: number,
  options: CallOptions,
): Promise<Response> {
  const response = await (id === null && 'create' in followed
    ? transport.open('runs.create', createArgs(followed), options, EVENTS)
    : transport.open('runs.get', { path: { id: id ?? '' }, query: after(last) }, options, EVENTS));
  if (response.headers.get('content-type')?.includes(EVENTS)) return response;
  throw unexpectedAnswer(response.url, 'answered without an event stream', response);
}

function createArgs({ create, idempotencyKey }: Extract<Followed, { create: CreateRun }>) {
  return { body: { ...create, stream: true }, headers: { 'Idempotency-Key': idempotencyKey } };
}

function after(last: number) {
  return { stream: true, ...(last >= 0 && { starting_after: last }) };
}

function eventsOf({ body }: Response): AsyncGenerator<RunEvent> {
  return eventFrames(body ?? new ReadableStream(), IDLE_MS) as AsyncGenerator<RunEvent>;
}

async function isDone(transport: Transport, id: string, options: CallOptions): Promise<boolean> {
  try {
    const { status } = await transport.call('runs.get', { path: { id } }, options);
    return status !== 'in_progress' && status !== 'requires_action';
  } catch (error) {
    if (isPassing(error)) return false;
    throw error;
  }
}

/** Errors that deserve another try; a refusal of the service does not. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof SwitchyardError)) return true;
  return [ConnectionError, ServiceError, RateLimitError].some((Class) => error instanceof Class);
}

async function pause(breaks: number, signal: AbortSignal | undefined): Promise<void> {
  const ms = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** breaks);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
  signal?.throwIfAborted();
}
