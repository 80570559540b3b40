import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

const Result = z.object({
  status: z.string(),
  data: anything,
  error: z.string().nullish().catch(null),
  creditsUsed: anything,
});

/** pre.dev takes and gives batches, here of one. Blocks and captchas are results of their own; failed tasks are free. */
export const provider = plainAgent({
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',

  create: (task) => ({
    path: '/api/v1/browser-agents',
    body: {
      async: true,
      tasks: [
        {
          url: task.url,
          instruction: taskText(task),
          ...task.options,
          ...(task.outputSchema && { output: task.outputSchema }),
          ...(task.successCriteria && { successCondition: task.successCriteria }),
        },
      ],
    },
  }),
  created: z.object({ id }).transform((made) => ({ reference: made.id })),

  view: (reference) => `/api/v1/browser-agents/${encodeURIComponent(reference)}`,
  shape: z.object({ status: z.string(), results: z.array(Result).catch([]) }),
  read({ status, results: [result] }) {
    const reason = result?.error ?? null;
    switch (result?.status) {
      case 'SUCCESS':
        return { state: 'done', output: result.data, costUnits: result.creditsUsed };
      case 'BLOCKED':
      case 'CAPTCHA_FAILED':
        return {
          state: 'failed',
          code: 'blocked',
          reason: reason ?? result.status,
          costUsd: 0,
        };
      case 'TIMEOUT':
        return { state: 'failed', code: 'timeout', reason, costUsd: 0 };
      case 'ERROR':
      case 'LOOP':
      case 'NO_TARGET':
        return { state: 'failed', reason: reason ?? result.status, costUsd: 0 };
    }
    if (status === 'failed') return { state: 'failed', reason, costUsd: 0 };
    return { state: 'running', said: result?.status ?? status };
  },
});
