import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type { ProviderApi, TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { schemaNote, secretsNote, taskText } from '../task-text.ts';

export const states = {
  queued: 'running',
  dispatching: 'running',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'stopped',
} as const satisfies TaskStates;

export const Events = z.object({
  events: z.array(
    z.object({
      type: z.string(),
      data: z.object({ live_view_url: text, name: text, tool: text }).nullish().catch(null),
    }),
  ),
  nextAfter: z.number().nullish().catch(null),
  hasMore: z.boolean().nullish().catch(null),
});
const MAX_PAGES = 10;

export const View = z.object({
  status: z.string(),
  result: anything,
  error: text,
  totalCostUsd: anything,
  sessionId: text,
});

/** Browser Use Cloud, API v4: a run without start URL or schema, but with a spending limit and secrets bound to sites. */
export const provider = plainAgent({
  headers: (account) => ({ 'X-Browser-Use-API-Key': secretOf(account) }),

  create: (task) => ({
    path: '/api/v4/runs',
    body: {
      task: taskText(task, schemaNote(task), task.credential && secretsNote(['username', 'password'])),
      ...task.options,
      ...(task.maxCostUsd !== null && { maxCostUsd: task.maxCostUsd }),
      ...(task.credential && { secretBindings: bindings(task.credential) }),
    },
  }),
  created: z
    .object({ id, sessionId: text })
    .transform((run) => ({ reference: run.id, session: run.sessionId ? { id: run.sessionId } : null })),

  view: (reference) => `/api/v4/runs/${encodeURIComponent(reference)}`,
  shape: View,
  async read({ status, result, error, totalCostUsd: costUsd, sessionId }, reference, api) {
    const state = api.stateOf(states, status);
    const events = await eventsOf(reference, api);
    const liveViewUrl = events.find(({ type }) => type === 'browser.ready')?.data?.live_view_url;
    if (sessionId && liveViewUrl && state === 'running') api.session({ id: sessionId, liveViewUrl });
    // Names alone: arguments may be typed text.
    const steps = events
      .filter(({ type }) => /^(?:tool|action|run\.step)\b/.test(type))
      .map(({ type, data }) => ({ action: data?.name ?? data?.tool ?? type }));
    if (state === 'done') return { state, output: result, costUsd, steps };
    if (state === 'failed') return { state, reason: error, costUsd, steps };
    if (state === 'stopped') return { state, costUsd, steps };
    return { state: 'running', said: `${status}, event ${events.length}`, steps };
  },

  stop: (reference) => ['POST', `/api/v4/runs/${encodeURIComponent(reference)}/cancel`],
});

async function eventsOf(reference: string, api: ProviderApi) {
  const events: z.infer<typeof Events>['events'] = [];
  let after: number | null | undefined = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query: Record<string, string> = after ? { after: String(after) } : {};
    const listed = await api.maybe(`/api/v4/runs/${encodeURIComponent(reference)}/events`, Events, query);
    events.push(...(listed?.events ?? []));
    if (!listed?.hasMore || !listed.nextAfter) break;
    after = listed.nextAfter;
  }
  return events;
}

/** Their server types the value on the allowed sites; the agent never reads it. */
function bindings(credential: AttemptCredential) {
  const { username, password } = loginValues(credential);
  const allowedDomains = [credential.domain];
  return Object.entries({ username, password }).map(([alias, value]) => ({
    alias,
    source: { type: 'inline' as const, value },
    allowedDomains,
  }));
}
