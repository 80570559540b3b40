import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

const text = z.string().nullish().catch(null);

/** Smooth by Circlemind: everything stands under `r`. */
export const provider = plainAgent({
  headers: (account) => ({ apikey: secretOf(account) }),

  create: (task) => ({
    path: '/api/v1/task',
    body: {
      task: taskText(task),
      url: task.url,
      metadata: { attempt_id: task.attemptId },
      ...task.options,
      ...(task.outputSchema && { response_model: task.outputSchema }),
    },
  }),
  created: z
    .object({ r: z.object({ id, live_url: text }) })
    .transform(({ r }) => ({ reference: r.id, session: { id: r.id, liveViewUrl: r.live_url } })),

  view: (reference) => `/api/v1/task/${encodeURIComponent(reference)}`,
  shape: z.object({
    r: z.object({
      status: z.string(),
      output: anything,
      credits_used: anything,
      live_url: text,
      recording_url: text,
      downloads_url: z.url().nullish().catch(null),
    }),
  }),
  read(
    { r: { status, output, credits_used: costUnits, live_url, recording_url, downloads_url: url } },
    reference,
    api,
  ) {
    api.session({ id: reference, liveViewUrl: live_url, replayUrl: recording_url });
    const files = url ? [{ kind: 'download' as const, name: 'downloads.zip', url }] : [];
    if (status === 'done') return { state: 'done', output, costUnits, files };
    if (status === 'failed')
      return { state: 'failed', reason: typeof output === 'string' ? output : null, costUnits, files };
    return status === 'cancelled' ? { state: 'stopped', costUnits } : { state: 'running', said: status };
  },

  stop: (reference) => ['DELETE', `/api/v1/task/${encodeURIComponent(reference)}`],
});
