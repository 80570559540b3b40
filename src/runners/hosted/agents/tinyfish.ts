import { z } from 'zod';
import type { EndCode } from '../../codes.ts';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import { freeAnswer } from '../free-answer.ts';
import type { Ended, TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

export const states = {
  PENDING: 'running',
  RUNNING: 'running',
  COMPLETED: 'done',
  FAILED: 'failed',
  CANCELLED: 'stopped',
} as const satisfies TaskStates;

const Failure = z.object({ message: text, category: text });
/** How free answers report a missed goal; answers in a schema lack this field. */
const Missed = z.object({ status: z.literal('failure'), reason: text, error: text });
const CODES: Partial<Record<string, EndCode>> = {
  SYSTEM_FAILURE: 'provider_failed',
  BILLING_FAILURE: 'provider_quota',
};

/** Only completed runs are billed. */
function failed(error: z.infer<typeof Failure> | null | undefined): Ended {
  const code = CODES[error?.category ?? ''];
  return { state: 'failed', ...(code && { code }), reason: error?.message, costUsd: 0 };
}

export const View = z.object({
  status: z.string(),
  result: anything,
  output_schema: anything,
  error: Failure.nullish().catch(null),
  num_of_steps: anything,
  streaming_url: text,
});

/** TinyFish: needs a URL; its errors name the system or the agent as the cause. */
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
  // Status 200 without a run contains the reason.
  created: z.union([
    z.object({ run_id: id }).transform((run) => ({ reference: run.run_id })),
    z.object({ run_id: z.null().optional(), error: Failure }).transform(({ error }) => failed(error)),
  ]),

  view: (reference) => `/v1/runs/${encodeURIComponent(reference)}`,
  shape: View,
  read(view, reference, api) {
    const {
      status,
      result,
      output_schema,
      error,
      num_of_steps: costUnits,
      streaming_url: liveViewUrl,
    } = view;
    if (liveViewUrl) api.session({ id: reference, liveViewUrl });
    const state = api.stateOf(states, status);
    if (state === 'done') {
      const missed = output_schema ? undefined : Missed.safeParse(result).data;
      const reason = missed?.reason ?? missed?.error;
      return { state, output: freeAnswer(result), isAchieved: missed === undefined, reason, costUnits };
    }
    if (state === 'stopped') return { state, costUsd: 0 };
    return state === 'failed'
      ? failed(error)
      : { state: 'running', said: `${status}, step ${costUnits ?? 0}` };
  },

  stop: (reference) => ['POST', `/v1/runs/${encodeURIComponent(reference)}/cancel`],
});
