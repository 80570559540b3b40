import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { schemaNote, taskText } from '../task-text.ts';

const text = z.string().nullish().catch(null);

/** H's web surfers. A session ends at its first answer, and states separately whether the task was achieved, or blocked. */
export const provider = plainAgent({
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',

  create: (task) => ({
    path: '/api/v2/sessions',
    // An inline agent would be needed for a schema of its own; the words do as well.
    body: { messages: taskText(task, schemaNote(task)), idle_timeout_s: null, queue: true, ...task.options },
  }),
  created: z.object({ id, agent_view_url: text }).transform((made) => ({
    reference: made.id,
    // The same page shows it live, and again afterwards.
    session: { id: made.id, liveViewUrl: made.agent_view_url, replayUrl: made.agent_view_url },
  })),

  view: (reference) => `/api/v2/sessions/${encodeURIComponent(reference)}/status`,
  shape: z.object({
    status: z.string(),
    latest_answer: anything,
    outcome: text,
    error: text,
    error_code: text,
    steps: z.number().nullish().catch(null),
    metrics: z.object({ total_cost: anything }).nullish().catch(null),
  }),
  read({ status, latest_answer: output, outcome, error: reason, error_code, steps, metrics }) {
    const costUsd = metrics?.total_cost;
    switch (status) {
      case 'completed':
      case 'idle':
        return outcome === 'blocked'
          ? { state: 'failed', code: 'blocked', reason, costUsd }
          : { state: 'done', output, isAchieved: outcome !== 'infeasible', reason, costUsd };
      case 'failed':
        return error_code === 'internal' || error_code === 'environment_error'
          ? { state: 'failed', code: 'provider_failed', reason, costUsd }
          : { state: 'failed', reason: reason ?? error_code, costUsd };
      case 'timed_out':
        return { state: 'failed', code: 'timeout', reason, costUsd };
      case 'interrupted':
        return { state: 'stopped', costUsd };
      default:
        return { state: 'running', said: `${status}, step ${steps ?? 0}` };
    }
  },

  stop: (reference) => ['DELETE', `/api/v2/sessions/${encodeURIComponent(reference)}`],
});
