import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type {
  Ended,
  HostedProvider,
  HostedTask,
  Running,
  TaskState,
  TaskStates,
} from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

/** The words for a task; a batch is `processing`, `completed` or `failed`. */
export const states = {
  pending: 'running',
  processing: 'running',
  running: 'running',
  success: 'done',
  completed: 'done',
  blocked: 'failed',
  captcha_failed: 'failed',
  timeout: 'timed_out',
  error: 'failed',
  loop: 'failed',
  no_target: 'failed',
  failed: 'failed',
} as const satisfies TaskStates;

/** Two generations of their reference: the newer path first. */
const PATHS = ['/api/v1/browser-agent', '/api/v1/browser-agents'] as const;

const Created = z.object({ id });
const Result = z.object({ status: z.string(), data: anything, error: text, creditsUsed: anything });
const View = z.object({ status: z.string(), results: z.array(Result).catch([]) });

/** pre.dev works in batches; ours have one task. Blocks and captchas have separate result codes; failed tasks are free. */
export const provider: HostedProvider = {
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',

  async start(task, api) {
    const [newer, older] = PATHS;
    const more = { idempotencyKey: task.attemptId, olderPath: older };
    const made = await api.post(newer, bodyOf(task), Created, more);
    api.session({ id: made.id });
    return { reference: made.id };
  },

  async poll(reference, api) {
    const [newer, older] = PATHS.map((path) => `${path}/${encodeURIComponent(reference)}`);
    const view = (await api.find(newer ?? '', View)) ?? (await api.get(older ?? '', View));
    const [result] = view.results;
    const state = api.stateOf(states, result?.status ?? view.status);
    return endOf(state, result) ?? { state: 'running', said: result?.status ?? view.status };
  },
};

function bodyOf(task: HostedTask): object {
  const one = {
    url: task.url,
    instruction: taskText(task),
    ...task.options,
    ...(task.outputSchema && { output: task.outputSchema }),
    ...(task.successCriteria && { successCondition: task.successCriteria }),
  };
  return { async: true, tasks: [one] };
}

function endOf(state: TaskState, result: z.infer<typeof Result> | undefined): Ended | Running | null {
  const reason = result?.error ?? result?.status ?? null;
  if (state === 'done' && result) return { state, output: result.data, costUnits: result.creditsUsed };
  if (state === 'timed_out') return { state: 'failed', code: 'timeout', reason, costUsd: 0 };
  if (state !== 'failed') return null;
  const isBlocked = /^(?:BLOCKED|CAPTCHA_FAILED)$/i.test(result?.status ?? '');
  return { state, reason, costUsd: 0, ...(isBlocked && { code: 'blocked' as const }) };
}
