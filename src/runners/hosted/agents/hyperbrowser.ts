import { z } from 'zod';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, itemsOf, text } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { schemaNote, secretsNote, taskText } from '../task-text.ts';

export const states = {
  pending: 'running',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies TaskStates;

/**
 * Hyperbrowser's seven agents share one wire; the row's option `agent` names the one. Only its Browser Use takes an output
 * schema and secrets.
 */
export const provider: HostedProvider = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),

  async start(task, api) {
    const { agent, ...options } = task.options;
    const isBrowserUse = agent === 'browser-use';
    const { credential, outputSchema } = task;
    const login = credential && loginValues(credential);
    const body = {
      task: taskText(
        task,
        isBrowserUse ? null : schemaNote(task),
        credential && secretsNote(['username', 'password']),
      ),
      ...options,
      ...(isBrowserUse && outputSchema && { outputModelSchema: outputSchema }),
      ...(login && {
        sensitiveData: { username: login.username, password: login.password },
        // A recording would show it typed.
        sessionOptions: { enableWebRecording: false, enableVideoWebRecording: false },
      }),
    };
    const undo = ({ jobId }: z.infer<typeof Created>) => stop(`${agent}.${jobId}`, api);
    const made = await api.post(`/api/task/${agent}`, body, Created, { undo });
    api.session({ id: made.jobId, liveViewUrl: made.liveUrl });
    return { reference: `${agent}.${made.jobId}` };
  },

  async poll(reference, api) {
    const view = await api.get(taskPath(reference), View);
    const state = api.stateOf(states, view.status);
    const taken = view.data?.steps ?? [];
    const steps = taken.map(stepOf);
    // HyperAgent is priced by the step.
    const costUnits = reference.startsWith('hyper-agent.') ? view.metadata?.numTaskStepsCompleted : undefined;
    const facts = { steps, costUnits };
    const output = view.data?.finalResult;
    // `completed` means ended; check the last step for the result.
    if (state === 'done')
      return { state, output, isAchieved: lastWord(taken.at(-1)) !== false, reason: output, ...facts };
    if (state === 'failed') return { state, reason: view.error, ...facts };
    if (state === 'stopped') return { state, ...facts };
    // Null until the browser has started.
    if (view.liveUrl) api.session({ id: reference.split('.')[1] ?? '', liveViewUrl: view.liveUrl });
    return { state: 'running', said: view.status, steps };
  },

  stop,
};

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  return api.end('PUT', `${taskPath(reference)}/stop`);
}

export const Created = z.object({ jobId: id, liveUrl: text });
/** The goal is in one of two fields at Browser Use, in others at HyperAgent; the other agents return model messages. */
const goal = z.object({ next_goal: text }).nullish().catch(null);
const success = z.boolean().nullish().catch(null);
const Step = z
  .object({
    model_output: z.object({ next_goal: text, current_state: goal }).nullish().catch(null),
    agentOutput: z.object({ nextGoal: text, thoughts: text }).nullish().catch(null),
    state: z.object({ url: text }).nullish().catch(null),
    result: z
      .array(z.object({ is_done: success, success }).catch({}))
      .nullish()
      .catch(null),
  })
  .catch({});
export const View = z.object({
  status: z.string(),
  data: z
    .object({ finalResult: anything, steps: itemsOf(Step) })
    .nullish()
    .catch(null),
  metadata: z.object({ numTaskStepsCompleted: anything }).nullish().catch(null),
  error: text,
  liveUrl: text,
});

function stepOf({ model_output: said, agentOutput, state }: z.infer<typeof Step>) {
  const stated = said?.next_goal ?? said?.current_state?.next_goal;
  const detail = stated ?? agentOutput?.nextGoal ?? agentOutput?.thoughts ?? null;
  return { action: 'step', detail, url: state?.url ?? null };
}

/** The success flag of the last step; null where the agent has none. */
function lastWord(step: z.infer<typeof Step> | undefined): boolean | null {
  const end = step?.result?.findLast(({ is_done }) => is_done);
  return end?.success ?? null;
}

function taskPath(reference: string): string {
  const [agent = '', job = ''] = reference.split('.');
  return `/api/task/${encodeURIComponent(agent)}/${encodeURIComponent(job)}`;
}
