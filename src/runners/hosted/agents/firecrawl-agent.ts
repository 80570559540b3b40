import { z } from 'zod';
import type { EndCode } from '../../codes.ts';
import { bearer } from '../../wire/account-of.ts';
import { anything, id, itemsOf, text } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import type { TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

export const states = {
  processing: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const satisfies TaskStates;

export const Trace = z.object({
  events: itemsOf(
    z.object({
      type: z.string(),
      toolName: text,
      message: text,
      error: z.object({ code: text }).nullish().catch(null),
    }),
  ),
});
/** Error codes of the trace. */
const FAULTS: Partial<Record<string, EndCode>> = {
  refused: 'blocked',
  credit_limit_reached: 'provider_quota',
  internal: 'provider_failed',
};

export const View = z.object({
  status: z.string(),
  data: anything,
  message: anything,
  error: text,
  creditsUsed: anything,
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
  created: z.object({ id }).transform((made) => ({ reference: made.id })),

  view: (reference) => `/v2/agent/${encodeURIComponent(reference)}`,
  shape: View,
  async read({ status, data, message, error, creditsUsed: costUnits }, reference, api) {
    const trace = await api.maybe(`/v2/agent/${encodeURIComponent(reference)}/trace`, Trace);
    const steps = trace?.events.flatMap(({ type, toolName, message: detail }) => {
      if (type === 'tool_call.started') return [{ action: toolName ?? 'tool' }];
      return type === 'progress.reported' ? [{ action: 'step', detail }] : [];
    });
    const state = api.stateOf(states, status);
    if (state === 'done') return { state, output: freeAnswer(data ?? message), costUnits, steps };
    if (state === 'stopped') return { state, costUnits, steps };
    if (state !== 'failed') return { state: 'running', said: status, steps };
    const code = FAULTS[trace?.events.findLast((event) => event.error)?.error?.code ?? ''];
    return { state, reason: error, costUnits, steps, ...(code && { code }) };
  },

  stop: (reference) => ['DELETE', `/v2/agent/${encodeURIComponent(reference)}`],
});
