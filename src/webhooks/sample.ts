import type { ResponseEvent } from './event.ts';

const STATUS = {
  'response.completed': { status: 'completed', run: 'succeeded' },
  'response.failed': { status: 'failed', run: 'failed' },
  'response.requires_action': { status: 'requires_action', run: 'needs_human' },
  'response.cancelled': { status: 'cancelled', run: 'cancelled' },
} as const satisfies Record<ResponseEvent, unknown>;

/** The data of a test event: a response object of an invented run. */
export function sampleResponse(type: ResponseEvent, runId: string, now: Date) {
  const { status, run } = STATUS[type];
  const text = status === 'completed' ? 'This is a test event; no run stands behind it.' : '';
  const action = { kind: 'otp', prompt: 'This is a test event; no run stands behind it.' };
  const error = {
    code: status === 'cancelled' ? 'run_cancelled' : 'run_failed',
    message: 'This is a test event; no run stands behind it.',
    remediation: 'Nothing to do.',
    type: 'run_error',
    param: null,
  };
  const isOver = status !== 'requires_action';
  return {
    id: runId,
    object: 'response',
    created_at: Math.floor(now.getTime() / 1_000),
    status,
    ...(isOver
      ? {}
      : {
          required_action: {
            type: 'submit_input',
            submit_input: { ...action, created_at: Math.floor(now.getTime() / 1_000) },
          },
        }),
    incomplete_details: null,
    error: status === 'failed' || status === 'cancelled' ? error : null,
    model: 'svc',
    confidence: isOver ? 1 : null,
    output:
      text === ''
        ? []
        : [
            {
              id: runId.replace('resp_', 'msg_'),
              type: 'message',
              role: 'assistant',
              status: 'completed',
              content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
            },
          ],
    output_text: text,
    usage: null,
    metadata: { test: 'true' },
    svc: {
      schema: 'svc.run/v1',
      id: runId,
      status: run,
      required_action: isOver ? null : action,
      output: text || null,
      answer: text || null,
      answer_present: text !== '',
    },
  };
}
