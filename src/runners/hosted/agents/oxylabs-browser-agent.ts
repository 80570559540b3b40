import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

const text = z.string().nullish().catch(null);

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
  read({ status, data, message, error_code }) {
    if (status === 'completed' || status === 'success') return { state: 'done', output: data };
    if (status === 'failed' || status === 'error') return { state: 'failed', reason: message ?? error_code };
    return { state: 'running', said: status };
  },
});
