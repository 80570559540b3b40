import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, id, link, text } from '../../wire/shapes.ts';
import type { TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

export const states = {
  waiting: 'running',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const satisfies TaskStates;

const taskPath = (reference: string) => `/api/v1/task/${encodeURIComponent(reference)}`;
const Downloads = z.object({ r: z.object({ downloads_url: link }) });

/** Smooth by Circlemind: all fields are below `r`. */
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

  view: taskPath,
  shape: z.object({
    r: z.object({
      status: z.string(),
      output: anything,
      credits_used: anything,
      live_url: text,
      recording_url: text,
      events: z.array(z.object({ name: text }).catch({})).catch([]),
    }),
  }),
  async read(
    { r: { status, output, credits_used: costUnits, live_url, recording_url, events } },
    reference,
    api,
  ) {
    api.session({ id: reference, liveViewUrl: live_url, replayUrl: recording_url });
    const state = api.stateOf(states, status);
    const steps = events.map(({ name }) => ({ action: name ?? 'step' }));
    if (state === 'running') return { state, said: status, steps };
    if (state === 'stopped') return { state, costUnits, steps };
    // The download URL is returned on request only, after the end of the task.
    const late = await api.maybe(taskPath(reference), Downloads, { downloads: 'true' });
    const url = late?.r.downloads_url;
    const files = url ? [{ kind: 'download' as const, name: 'downloads.zip', url }] : [];
    if (state === 'done') return { state, output, costUnits, files, steps };
    const reason = typeof output === 'string' ? output : null;
    return { state: 'failed', reason, costUnits, files, steps };
  },

  stop: (reference) => ['DELETE', taskPath(reference)],
});
