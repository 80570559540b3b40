import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, text } from '../../wire/shapes.ts';
import type { HostedProvider } from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

const NINE_MINUTES = 9 * 60_000;

/** rtrvr answers in the call that asks, which takes minutes; a 200 can hold a failure. Only breaking off the call stops it. */
export const provider: HostedProvider = {
  headers: bearer,

  async start(task, api) {
    const body = {
      input: taskText(task),
      response: { verbosity: 'final' },
      ...task.options,
      ...(task.url !== null && { urls: [task.url] }),
      ...(task.outputSchema && { schema: task.outputSchema }),
    };
    const answer = await api.post('/agent', body, Answer, { timeoutMs: NINE_MINUTES });
    if (answer.trajectoryId) api.session({ id: answer.trajectoryId });
    if (answer.success === false || answer.status === 'failed')
      return { state: 'failed', reason: answer.error ?? answer.message };
    return { state: 'done', output: answer.result?.json ?? answer.result?.text ?? answer.output };
  },

  // The provider stores nothing to look at.
  poll: async () => ({ state: 'failed', code: 'provider_lost' }),
};

const Answer = z.object({
  success: z.boolean().nullish().catch(null),
  status: z.string(),
  result: z.object({ text: anything, json: anything }).nullish().catch(null),
  output: anything,
  error: text,
  trajectoryId: text,
  message: text,
});
