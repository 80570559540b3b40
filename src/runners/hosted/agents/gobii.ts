import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type { TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { secretsNote, taskText } from '../task-text.ts';

export const states = {
  pending: 'running',
  in_progress: 'running',
  assigned: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const satisfies TaskStates;

/** Gobii's Browser Use tasks, in its cloud or on a server of one's own. */
export const provider = plainAgent({
  headers: (account) => ({ 'X-Api-Key': secretOf(account) }),

  create: (task) => ({
    path: '/api/v1/tasks/browser-use/',
    body: {
      prompt: taskText(task, task.credential && secretsNote(['x_username', 'x_password'])),
      ...task.options,
      ...(task.outputSchema && { output_schema: task.outputSchema }),
      ...(task.credential && { secrets: secrets(task.credential) }),
    },
  }),
  created: z.object({ id }).transform((made) => ({ reference: made.id })),

  // The state alone; the result is under `result/`.
  view: (reference) => `/api/v1/tasks/browser-use/${encodeURIComponent(reference)}/result/`,
  shape: z.object({
    status: z.string(),
    result: anything,
    error_message: text,
    credits_cost: anything,
  }),
  read({ status, result, error_message: reason }, _reference, api) {
    const state = api.stateOf(states, status);
    if (state === 'done') return { state, output: result };
    if (state === 'failed') return { state, reason };
    return state === 'stopped' ? { state } : { state: 'running', said: status };
  },

  stop: (reference) => ['POST', `/api/v1/tasks/browser-use/${encodeURIComponent(reference)}/cancel/`],
});

/** Usable on the stated site only. */
function secrets(credential: AttemptCredential) {
  const { username, password } = loginValues(credential);
  return { [`https://${credential.domain}`]: { x_username: username, x_password: password } };
}
