import type { StreamEvent } from '../platform/http/sse.ts';
import type { ResponseObject } from '../runs/views/render.ts';
import { messageOf, saidBy, stopReason, usageOf } from './messages.ts';

/**
 * The run's events as that style has them. A stream must end with `message_stop`: a run that waits for its owner, or
 * outlasts the request, pauses the turn and is read on under `response_id`.
 */
export async function* messageEvents(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent> {
  let last: ResponseObject | null = null;
  let isOpen = false;
  for await (const event of events) {
    const response = event.response as ResponseObject | undefined;
    if (response) last = response;
    if (event.type === 'response.created' && response) {
      yield { type: 'message_start', message: { ...messageOf(response), content: [] } };
      yield { type: 'ping' };
    }
    if (event.type === 'response.output_text.delta') {
      if (!isOpen) yield BLOCK_START;
      isOpen = true;
      yield deltaOf(String(event.delta));
    }
    if (response?.status === 'requires_action') break;
  }
  if (!last) return;
  const rest = isOpen ? '' : saidBy(last);
  if (rest !== '') yield* [BLOCK_START, deltaOf(rest)];
  if (isOpen || rest !== '') yield { type: 'content_block_stop', index: 0 };
  const delta = { stop_reason: stopReason(last) ?? 'pause_turn', stop_sequence: null };
  yield { type: 'message_delta', delta, usage: usageOf(last), svc: last.svc };
  yield { type: 'message_stop' };
}

const BLOCK_START = {
  type: 'content_block_start',
  index: 0,
  content_block: { type: 'text', text: '' },
};

function deltaOf(text: string): StreamEvent {
  return { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
}
