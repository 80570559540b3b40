import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type { TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { schemaNote, taskText } from '../task-text.ts';

export const states = {
  queued: 'running',
  pending: 'running',
  running: 'running',
  paused: 'running',
  idle: 'done',
  completed: 'done',
  failed: 'failed',
  timed_out: 'timed_out',
  interrupted: 'stopped',
} as const satisfies TaskStates;

/** H's web surfers. A session ends at its first answer, and states separately whether the task was achieved, or blocked. */
export const provider = plainAgent({
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',

  create: (task) => ({
    path: '/api/v2/sessions',
    // A native schema requires an inline agent; the schema in the prompt works as well.
    body: { messages: taskText(task, schemaNote(task)), idle_timeout_s: null, queue: true, ...task.options },
  }),
  created: z.object({ id, agent_view_url: text }).transform((made) => ({
    reference: made.id,
    // The same page shows it live, and again afterwards.
    session: { id: made.id, liveViewUrl: made.agent_view_url, replayUrl: made.agent_view_url },
  })),

  // The answer is in the changes; `/status` has the state alone.
  view: (reference) =>
    `/api/v2/sessions/${encodeURIComponent(reference)}/changes?from_index=0&include_events=false`,
  shape: z.object({
    status: z.string(),
    answer: anything,
    outcome: text,
    error: text,
    error_code: text,
    metrics: z.object({ total_cost: anything, steps: anything }).nullish().catch(null),
  }),
  read({ status, answer, outcome, error: reason, error_code, metrics }, _reference, api) {
    const costUsd = metrics?.total_cost;
    switch (api.stateOf(states, status)) {
      case 'done':
        if (outcome === 'blocked') return { state: 'failed', code: 'blocked', reason, costUsd };
        return {
          state: 'done',
          output: wordsOf(answer),
          isAchieved: outcome !== 'infeasible',
          ...(outcome === 'partial' && { partly: 'The agent reports that it did a part of the task.' }),
          reason,
          costUsd,
        };
      case 'failed':
        return error_code === 'internal' || error_code === 'environment_error'
          ? { state: 'failed', code: 'provider_failed', reason, costUsd }
          : { state: 'failed', reason: reason ?? error_code, costUsd };
      case 'timed_out':
        return { state: 'failed', code: 'timeout', reason, costUsd };
      case 'stopped':
        return { state: 'stopped', costUsd };
      default:
        return { state: 'running', said: `${status}, step ${metrics?.steps ?? 0}` };
    }
  },

  stop: (reference) => ['DELETE', `/api/v2/sessions/${encodeURIComponent(reference)}`],
});

/** An answer is text, an object of ours, or a list of parts with text. */
function wordsOf(answer: unknown): unknown {
  const parts = z
    .array(z.object({ text: z.string() }))
    .min(1)
    .safeParse(answer).data;
  return parts ? parts.map((part) => part.text).join('\n') : answer;
}
