import { ApiError } from '../errors.ts';
import { DatabaseAway } from '../platform/db.ts';
import type { Answer } from '../platform/http/route.ts';
import { eventStream, STREAM_HEADERS } from '../platform/http/sse.ts';
import type { RunsContext } from './context.ts';
import type { Created } from './create.ts';
import { renderResponse } from './render.ts';
import { isTerminal, type Run } from './run.ts';
import { loadRun } from './store.ts';
import { runEvents } from './stream.ts';

// Streams are kept alive by comments, so they may last to the socket ceiling of the contract.
const STREAM_MS = 420_000;

/** The three ways of waiting for one and the same run. */
export async function answerCreated(
  ctx: RunsContext,
  created: Created,
  mode: 'sync' | 'background' | 'stream',
  signal: AbortSignal,
): Promise<Answer> {
  const headers = replayHeaders(created);
  if (mode === 'stream')
    return { ...answerStream(ctx, created.run, -1, signal), headers: { ...STREAM_HEADERS, ...headers } };
  // A replay waits for nothing and answers with the present state: 200 or 202, whatever the original answered.
  const isWaitedFor = mode === 'sync' && !created.isReplay;
  const run = isWaitedFor ? await waitUntilOver(ctx, created.run, signal) : created.run;
  const body = renderResponse(run);
  if (isWaitedFor && isTransportFailure(run))
    return { status: 502, headers: { ...headers, ...failureHeaders(run) }, body };
  return { status: isTerminal(run) ? 200 : 202, headers, body };
}

export function answerStream(ctx: RunsContext, run: Run, after: number, signal: AbortSignal): Answer {
  const events = runEvents(ctx, run, after, { signal, waitMs: STREAM_MS });
  return { status: 200, headers: STREAM_HEADERS, stream: eventStream(events, ctx.clock, ctx.log) };
}

/** With the database away the run still exists: an error would make clients send it again. */
async function look(ctx: RunsContext, run: Run): Promise<Run | null | 'away'> {
  try {
    return await loadRun(ctx.db, run.workspaceId, run.id);
  } catch (error) {
    if (error instanceof DatabaseAway) return 'away';
    throw error;
  }
}

/** Until the run is over, or waits for its owner: who made it cannot answer a question that is kept back with its id. */
async function waitUntilOver(ctx: RunsContext, created: Run, signal: AbortSignal): Promise<Run> {
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

/** Every attempt failed before it reached a site: the connection, or the provider itself. */
function isTransportFailure(run: Run): boolean {
  return (
    run.status === 'failed' &&
    run.outcome?.error?.code === 'run_failed' &&
    run.attempts.length > 0 &&
    run.attempts.every((attempt) => attempt.fault === 'platform')
  );
}

/** Clients resend a 502 by themselves and lose the body: this run exists and is billed. */
function failureHeaders(run: Run): Record<string, string> {
  return { 'x-should-retry': 'false', location: `/api/v1/responses/${run.id}` };
}

function replayHeaders(created: Created): Record<string, string> {
  if (created.idempotencyKey === null) return {};
  const key = /^[\x20-\x7e]*$/.test(created.idempotencyKey)
    ? created.idempotencyKey
    : encodeURIComponent(created.idempotencyKey);
  return { 'idempotency-key': key, ...(created.isReplay ? { 'idempotent-replayed': 'true' } : {}) };
}
