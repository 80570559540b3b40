import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

const Failure = z
  .object({ message: z.string().nullish(), category: z.string().nullish() })
  .nullish()
  .catch(null);

/** TinyFish: needs a URL, and says of a failure whether it was the system's or the agent's. */
export const provider = plainAgent({
  headers: (account) => ({ 'X-API-Key': secretOf(account) }),

  create: (task) => ({
    path: '/v1/automation/run-async',
    body: {
      goal: taskText(task),
      url: task.url,
      ...task.options,
      ...(task.outputSchema && { output_schema: task.outputSchema }),
    },
  }),
  created: z.object({ run_id: id }).transform((run) => ({ reference: run.run_id })),

  view: (reference) => `/v1/runs/${encodeURIComponent(reference)}`,
  shape: z.object({
    status: z.string(),
    result: anything,
    error: Failure,
    num_of_steps: z.number().nullish().catch(null),
    streaming_url: z.string().nullish().catch(null),
  }),
  read({ status, result, error, num_of_steps: costUnits, streaming_url: liveViewUrl }, reference, api) {
    if (liveViewUrl) api.session({ id: reference, liveViewUrl });
    const reason = error?.message ?? null;
    // Completed runs are billed by the step.
    if (status === 'COMPLETED') return { state: 'done', output: result, costUnits };
    if (status === 'CANCELLED') return { state: 'stopped', costUsd: 0 };
    if (status !== 'FAILED') return { state: 'running', said: `${status}, step ${costUnits ?? 0}` };
    return error?.category === 'SYSTEM_FAILURE'
      ? { state: 'failed', code: 'provider_failed', reason, costUsd: 0 }
      : { state: 'failed', reason, costUsd: 0 };
  },

  stop: (reference) => ['POST', `/v1/runs/${encodeURIComponent(reference)}/cancel`],
});
