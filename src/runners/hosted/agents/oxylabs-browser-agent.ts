import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type { TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

export const states = {
  pending: 'running',
  processing: 'running',
  completed: 'done',
  success: 'done',
  failed: 'failed',
  error: 'failed',
} as const satisfies TaskStates;

/** The browser agent of Oxylabs AI Studio. It cannot be stopped. */
export const provider = plainAgent({
  headers: (account) => ({ 'x-api-key': secretOf(account) }),

  create: (task) => ({
    path: '/browser-agent/run',
    body: {
      user_prompt: taskText(task),
      url: task.url,
      output_format: task.outputSchema ? 'json' : 'markdown',
      ...task.options,
      ...(task.outputSchema && { openapi_schema: task.outputSchema }),
    },
  }),
  created: z.object({ run_id: id }).transform((made) => ({ reference: made.run_id })),

  view: (reference) => `/browser-agent/run/data?run_id=${encodeURIComponent(reference)}`,
  shape: z.object({ status: z.string(), data: anything, message: text, error_code: text }),
  read({ status, data, message, error_code }, _reference, api) {
    const state = api.stateOf(states, status);
    if (state === 'done') return { state, output: data };
    if (state === 'failed') return { state, reason: message ?? error_code };
    return { state: 'running', said: status };
  },
});
