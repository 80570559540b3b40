import { z } from 'zod';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi } from '../hosted-provider.ts';
import { schemaNote, secretsNote, taskText } from '../task-text.ts';

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
    const steps = view.data?.steps.map(stepOf);
    // HyperAgent is priced by the step.
    const costUnits = reference.startsWith('hyper-agent.') ? view.metadata?.numTaskStepsCompleted : undefined;
    const facts = { steps, costUnits };
    if (view.status === 'completed') return { state: 'done', output: view.data?.finalResult, ...facts };
    if (view.status === 'failed') return { state: 'failed', reason: view.error, ...facts };
    if (view.status === 'stopped') return { state: 'stopped', ...facts };
    return { state: 'running', said: view.status, steps };
  },

  stop,
};

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  return api.end('PUT', `${taskPath(reference)}/stop`);
}

const text = z.string().nullish().catch(null);
const Created = z.object({ jobId: id, liveUrl: text });
/** Browser Use tells its goals in one of two places, HyperAgent in another; the others have messages of their model. */
const goal = z.object({ next_goal: text });
const Step = z
  .object({
    model_output: goal
      .extend({ current_state: goal.nullish().catch(null) })
      .nullish()
      .catch(null),
    agentOutput: z.object({ nextGoal: text }).nullish().catch(null),
    state: z.object({ url: text }).nullish().catch(null),
  })
  .catch({});
const View = z.object({
  status: z.string(),
  data: z.object({ finalResult: anything, steps: z.array(Step).catch([]) }).nullish(),
  metadata: z.object({ numTaskStepsCompleted: anything }).nullish().catch(null),
  error: text,
});

function stepOf({ model_output: said, agentOutput, state }: z.infer<typeof Step>) {
  const detail = said?.next_goal ?? said?.current_state?.next_goal ?? agentOutput?.nextGoal ?? null;
  return { action: 'step', detail, url: state?.url ?? null };
}

function taskPath(reference: string): string {
  const [agent = '', job = ''] = reference.split('.');
  return `/api/task/${encodeURIComponent(agent)}/${encodeURIComponent(job)}`;
}
