import { ApiError } from '../../errors.ts';
import { DatabaseAway } from '../../platform/db.ts';
import type { Dialect } from '../../platform/http/dialects.ts';
import type { Answer } from '../../platform/http/route.ts';
import { DONE, eventStream, STREAM_HEADERS, type StreamEvent } from '../../platform/http/sse.ts';
import type { ViewContext } from '../context.ts';
import { type Created, isTerminal, type Run } from '../run.ts';
import { loadRun } from '../store.ts';
import { messageItem, type ResponseObject, renderResponse } from './render.ts';
import { runEvents } from './stream.ts';

// Streams are kept alive by comments, so they may last to the socket ceiling of the contract.
const STREAM_MS = 420_000;

export interface AnswerOptions {
  /** Aborted when the client is gone. */
  signal: AbortSignal;
  format?: AnswerFormat;
}

/** The response format of another company's API. */
export interface AnswerFormat {
  dialect: Dialect;
  object(response: ResponseObject, status: number, run: Run): unknown;
  /** Absent where that API has no stream. */
  events?(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent>;
}

const DEFAULT_FORMAT: AnswerFormat = { dialect: 'svc', object: (response) => response, events: untilDone };

async function* untilDone(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent> {
  yield* events;
  yield DONE;
}

/** Sync, background and stream: three ways to wait for the same run. */
export async function answerCreated(
  ctx: ViewContext,
  created: Created,
  { mode, signal, format = DEFAULT_FORMAT }: AnswerOptions & { mode: 'sync' | 'background' | 'stream' },
): Promise<Answer> {
  const headers = replayHeaders(created);
  if (mode === 'stream')
    return {
      ...answerStream(ctx, created.run, { after: -1, signal, format }),
      status: created.run.isSweep && !isTerminal(created.run) ? 202 : 200,
      headers: { ...STREAM_HEADERS, ...headers },
    };
  // The replay of a key answers with the current state, 200 or 202; an official client's own repeat expects the answer.
  const isState = created.isReplay && created.idempotencyKey !== null;
  const isWaitedFor = mode === 'sync' && !isState && !created.run.isSweep;
  const run = isWaitedFor ? await waitUntilOver(ctx, created.run, signal) : created.run;
  const isLost = isWaitedFor && isTransportFailure(run);
  const status = isLost ? 502 : isTerminal(run) ? 200 : 202;
  const response = renderResponse(run, ctx.baseUrl());
  const body = format.object(isWaitedFor ? withItem(run, response) : response, status, run);
  return { status, headers: isLost ? { ...headers, ...failureHeaders(run) } : headers, body };
}

/** Agent frameworks take an answer without an item for an unfinished turn, and would create the next run. */
function withItem(run: Run, response: ResponseObject): ResponseObject {
  const isEmpty = response.output.length === 0 && response.status !== 'failed';
  return isEmpty ? { ...response, output: [messageItem(run.id, '')] } : response;
}

export function answerStream(
  ctx: ViewContext,
  run: Run,
  { after, signal, format = DEFAULT_FORMAT }: AnswerOptions & { after: number },
): Answer {
  const { dialect, events: convert } = format;
  const events = runEvents(ctx, run, after, { signal, waitMs: STREAM_MS });
  const stream = eventStream(convert ? convert(events) : events, ctx.clock, ctx.log, ctx.baseUrl(), dialect);
  return { status: 200, headers: STREAM_HEADERS, stream };
}

/** The run exists even while the database is away; an error would make clients create it again. */
async function look(ctx: ViewContext, run: Run): Promise<Run | null | 'away'> {
  try {
    return await loadRun(ctx.db, run.workspaceId, run.id);
  } catch (error) {
    if (error instanceof DatabaseAway) return 'away';
    throw error;
  }
}

/** Waits until the run is over or asks its owner, who needs the id to answer. */
export async function waitUntilOver(ctx: ViewContext, created: Run, signal: AbortSignal): Promise<Run> {
  const endsAt = ctx.clock.mono() + ctx.syncWaitMs;
  let run = created;
  for (;;) {
    const leftMs = endsAt - ctx.clock.mono();
    const isPaused = run.status === 'needs_human';
    if (isTerminal(run) || isPaused || leftMs <= 0 || signal.aborted || ctx.watch.isClosed) return run;
    const ended = await ctx.watch.next(run.id, { progressEvents: run.progressEvents }, leftMs, signal);
    const found = ended ?? (await look(ctx, run));
    if (found === 'away') return run;
    if (!found) throw new ApiError('response_not_found', 'The response was deleted while it was waited for.');
    run = found;
  }
}

/** Every attempt failed on the platform side: the connection, or the provider itself. */
function isTransportFailure(run: Run): boolean {
  return (
    run.status === 'failed' &&
    run.outcome?.error?.code === 'run_failed' &&
    run.attempts.length > 0 &&
    run.attempts.every((attempt) => attempt.fault === 'platform')
  );
}

/** Clients retry a 502 and drop its body, but this run exists and is billed. */
function failureHeaders(run: Run): Record<string, string> {
  return { 'x-should-retry': 'false', location: `/api/v1/responses/${run.id}` };
}

function replayHeaders({ idempotencyKey, isReplay }: Created): Record<string, string> {
  const isPrintable = /^[\x20-\x7e]*$/.test(idempotencyKey ?? '');
  return {
    ...(idempotencyKey !== null && {
      'idempotency-key': isPrintable ? idempotencyKey : encodeURIComponent(idempotencyKey),
    }),
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  };
}
