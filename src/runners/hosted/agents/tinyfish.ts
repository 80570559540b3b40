import { z } from 'zod';
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
/** Free answers tell a goal that was not reached so; answers in a schema of ours have no such place. */
const Missed = z.object({ status: z.literal('failure'), reason: text, error: text });
const CODES = new Map([
  ['SYSTEM_FAILURE', 'provider_failed'],
  ['BILLING_FAILURE', 'provider_quota'],
] as const);

/** Only completed runs are billed. */
function failed(error: z.infer<typeof Failure> | null | undefined): Ended {
  const code = CODES.get(error?.category as never);
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
  // A 200 without a run says why there is none.
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
