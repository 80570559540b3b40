import type { StreamEvent } from '../../platform/http/sse.ts';
import type { ViewContext } from '../context.ts';
import { isTerminal, type Run } from '../run.ts';
import { appendProgressStatement, loadProgress, loadRun } from '../store.ts';
import { asCreated } from './past-states.ts';
import { messageId, messageItem, type ResponseObject, renderResponse, textPart } from './render.ts';

type NumberedEvent = StreamEvent & { sequence_number: number };

const DELTA_CHARS = 2_000;
// The first two events are rebuilt from the row; stored progress is numbered from 2.
const FIRST_PROGRESS = 2;

/**
 * A run's events after number `after`, live until the terminal one. Events are either stored (progress) or rebuilt
 * deterministically (the first from the request, the last from the finished row), so that a second read gives the same
 * numbers. Ends early with one snapshot when the request reaches its time limit.
 */
export async function* runEvents(
  ctx: ViewContext,
  created: Run,
  after: number,
  deadline: { signal: AbortSignal; waitMs: number },
): AsyncGenerator<NumberedEvent> {
  const endsAt = ctx.clock.mono() + deadline.waitMs;
  const start = renderResponse(asCreated(created), ctx.baseUrl());
  if (after < 0) yield { type: 'response.created', sequence_number: 0, response: start };
  if (after < 1) yield { type: 'response.in_progress', sequence_number: 1, response: start };

  let seen = Math.max(after, FIRST_PROGRESS - 1);
  for (;;) {
    const run = await loadRun(ctx.db, created.workspaceId, created.id);
    if (!run) return;
    for (const event of await loadProgress(ctx.db, run, seen)) {
      seen = event.sequence;
      yield progressEvent(event.sequence, event.response);
    }
    if (isTerminal(run)) {
      const last = FIRST_PROGRESS - 1 + run.progressEvents;
      if (seen < last) continue;
      yield* endingEvents(ctx, run, last + 1, after);
      return;
    }
    const leftMs = endsAt - ctx.clock.mono();
    if (deadline.signal.aborted) return;
    if (leftMs <= 0 || ctx.watch.isClosed) {
      yield* lastLook(ctx, run);
      return;
    }
    await ctx.watch.next(run.id, { progressEvents: seen - FIRST_PROGRESS + 1 }, leftMs, deadline.signal);
  }
}

function progressEvent(sequence: number, response: unknown): NumberedEvent {
  return { type: 'response.in_progress', sequence_number: sequence, response };
}

/** The request is over while the run continues: one last stored snapshot. */
async function* lastLook(ctx: ViewContext, run: Run): AsyncGenerator<NumberedEvent> {
  const response = renderResponse(run, ctx.baseUrl());
  const [row] = await ctx.db.query<{ sequence: number }>(appendProgressStatement(run, response));
  if (row) yield progressEvent(row.sequence, response);
}

function* endingEvents(ctx: ViewContext, run: Run, first: number, after: number): Generator<NumberedEvent> {
  const response = renderResponse(run, ctx.baseUrl());
  let sequence = first;
  for (const event of [...outputEvents(run, response), closingEvent(response)]) {
    if (sequence > after) yield { ...event, sequence_number: sequence };
    sequence += 1;
  }
}

function closingEvent(response: ResponseObject): StreamEvent {
  return { type: response.status === 'completed' ? 'response.completed' : 'response.failed', response };
}

function outputEvents(run: Run, response: ResponseObject): StreamEvent[] {
  if (response.output_text !== '') return answerEvents(run, response.output_text);
  return response.status === 'completed' ? [] : emptyItemEvents(run);
}

/** A client that has seen no item repeats the request when it fails, and the second run would be billed, too. */
function emptyItemEvents(run: Run): StreamEvent[] {
  const item = { ...messageItem(run.id, ''), content: [] };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item: { ...item, status: 'incomplete' } },
  ];
}

/** The order of the Responses API: item, part, deltas, then the matching `done` events. */
function answerEvents(run: Run, text: string): StreamEvent[] {
  const position = { item_id: messageId(run.id), output_index: 0, content_index: 0 };
  const item = messageItem(run.id, text);
  return [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...position, part: textPart('') },
    ...chunks(text).map((delta) => ({
      type: 'response.output_text.delta',
      ...position,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...position, text, logprobs: [] },
    { type: 'response.content_part.done', ...position, part: textPart(text) },
    { type: 'response.output_item.done', output_index: 0, item },
  ];
}

/** Equal pieces that never split a surrogate pair. */
function chunks(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + DELTA_CHARS);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
