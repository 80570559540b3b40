import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi } from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

/**
 * An agent of your own, or a sidecar with one in it, under the wire described in docs/guides/own-agents.md: one address, and a
 * key where it wants one.
 */
export const provider: HostedProvider = {
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',

  async start(task, api) {
    const body = {
      task: taskText(task),
      url: task.url,
      output_schema: task.outputSchema,
      attempt_id: task.attemptId,
      max_cost_usd: task.maxCostUsd,
      ...task.options,
    };
    const undo = (made: z.infer<typeof Created>) => stop(made.id, api);
    const made = await api.post('/tasks', body, Created, { undo, idempotencyKey: task.attemptId });
    api.session({ id: made.id, liveViewUrl: made.live_view_url });
    return { reference: made.id };
  },

  async poll(reference, api) {
    const view = await api.get(taskPath(reference), View);
    const steps = view.steps?.map((step) => ({ ...step, action: step.action.slice(0, 80) }));
    const facts = { costUsd: view.cost_usd, finalUrl: view.final_url, steps };
    if (view.status === 'succeeded') return { state: 'done', output: view.output, ...facts };
    if (view.status === 'failed') return { state: 'failed', reason: view.error, ...facts };
    if (view.status === 'blocked') return { state: 'failed', code: 'blocked', reason: view.error, ...facts };
    if (view.status === 'cancelled') return { state: 'stopped', ...facts };
    if (view.status !== 'waiting' || !view.question) return { state: 'running', said: view.status, steps };
    const answer = ([value = '']: string[]) =>
      api.post(`${taskPath(reference)}/input`, { answer: value }, z.unknown());
    return { state: 'running', said: view.status, steps, asks: { questions: [view.question], answer } };
  },

  stop,
};

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  return api.end('POST', `${taskPath(reference)}/cancel`);
}

const text = z.string().nullish().catch(null);
const Created = z.object({ id, live_view_url: text });
const View = z.object({
  status: z.enum(['running', 'waiting', 'succeeded', 'failed', 'blocked', 'cancelled']),
  output: anything,
  error: text,
  cost_usd: anything,
  final_url: text,
  steps: z
    .array(z.object({ action: z.string(), url: z.string().nullable().catch(null) }))
    .nullish()
    .catch(null)
    .transform((steps) => steps ?? undefined),
  question: z
    .object({
      kind: z.enum(['otp', 'text', 'confirm']).catch('text'),
      prompt: z.string().regex(/\S/).catch('The agent asks a question.'),
    })
    .nullish()
    .catch(null),
});

function taskPath(reference: string): string {
  return `/tasks/${encodeURIComponent(reference)}`;
}
