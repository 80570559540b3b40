import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { schemaNote, taskText } from '../task-text.ts';

/** browser.cash: a task in words, on machines of strangers. It cannot be stopped. */
export const provider = plainAgent({
  headers: bearer,

  create: (task) => ({
    path: '/v1/task/create',
    body: { prompt: taskText(task, schemaNote(task)), mode: 'text', agent: 'gemini', ...task.options },
  }),
  created: z.object({ taskId: id }).transform((made) => ({ reference: made.taskId })),

  view: (reference) => `/v1/task/${encodeURIComponent(reference)}`,
  shape: z.object({ status: z.string(), result: anything, error: z.string().nullish().catch(null) }),
  read({ status, result, error }) {
    if (status === 'completed') return { state: 'done', output: result };
    return status === 'failed' ? { state: 'failed', reason: error } : { state: 'running', said: status };
  },
});
