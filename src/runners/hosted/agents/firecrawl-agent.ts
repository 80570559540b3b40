import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

const text = z.string().nullish().catch(null);
const Trace = z.object({
  events: z.array(z.object({ type: z.string(), toolName: text, message: text })),
});

/** Firecrawl's agent: finds and reads, and fills nothing in. */
export const provider = plainAgent({
  headers: bearer,
  pollIntervalMs: 3_000,

  create: (task) => ({
    path: '/v2/agent',
    body: {
      prompt: taskText(task),
      schema: task.outputSchema ?? FREE_ANSWER,
      ...task.options,
      ...(task.url !== null && { urls: [task.url] }),
      ...(task.maxCostUnits !== null && { maxCredits: task.maxCostUnits }),
    },
  }),
  created: z.object({ success: z.literal(true), id }).transform((made) => ({ reference: made.id })),

  view: (reference) => `/v2/agent/${encodeURIComponent(reference)}`,
  shape: z.object({
    status: z.string(),
    data: anything,
    message: anything,
    error: z.string().nullish().catch(null),
    creditsUsed: anything,
  }),
  async read({ status, data, message, error, creditsUsed: costUnits }, reference, api) {
    if (!['completed', 'failed', 'cancelled'].includes(status)) return { state: 'running', said: status };
    const trace = await api.maybe(`/v2/agent/${encodeURIComponent(reference)}/trace`, Trace);
    const steps = trace?.events.flatMap(({ type, toolName, message: detail }) => {
      if (type === 'tool_call.started') return [{ action: toolName ?? 'tool' }];
      return type === 'progress.reported' ? [{ action: 'step', detail }] : [];
    });
    if (status === 'completed')
      return { state: 'done', output: freeAnswer(data ?? message), costUnits, steps };
    if (status === 'failed') return { state: 'failed', reason: error, costUnits, steps };
    return { state: 'stopped', costUnits, steps };
  },

  stop: (reference) => ['DELETE', `/v2/agent/${encodeURIComponent(reference)}`],
});
