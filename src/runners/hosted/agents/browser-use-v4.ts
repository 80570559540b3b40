import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { plainAgent } from '../plain-agent.ts';
import { schemaNote, secretsNote, taskText } from '../task-text.ts';

const text = z.string().nullish().catch(null);

/** The one event that matters: the browser is there, with its live view. */
const Events = z.object({
  events: z.array(
    z.object({ type: z.string(), data: z.object({ live_view_url: text }).nullish().catch(null) }),
  ),
});

/** Browser Use Cloud, API v4: a run without start URL or schema, but with a ceiling of its own and secrets bound to sites. */
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
  shape: z.object({
    status: z.string(),
    result: anything,
    error: text,
    totalCostUsd: anything,
    sessionId: text,
  }),
  async read({ status, result, error, totalCostUsd: costUsd, sessionId: session }, reference, api) {
    if (session && status === 'running') {
      const told = await api.maybe(`/api/v4/runs/${encodeURIComponent(reference)}/events`, Events);
      const ready = told?.events.find(({ type }) => type === 'browser.ready');
      if (ready) api.session({ id: session, liveViewUrl: ready.data?.live_view_url });
    }
    if (status === 'completed') return { state: 'done', output: result, costUsd };
    if (status === 'failed') return { state: 'failed', reason: error, costUsd };
    return status === 'cancelled' ? { state: 'stopped', costUsd } : { state: 'running', said: status };
  },

  stop: (reference) => ['POST', `/api/v4/runs/${encodeURIComponent(reference)}/cancel`],
});

/** Their server types the value on the allowed sites; the agent never reads it. */
function bindings(credential: AttemptCredential): object[] {
  const { username, password } = loginValues(credential);
  const allowedDomains = [credential.domain];
  return Object.entries({ username, password }).map(([alias, value]) => ({
    alias,
    source: { type: 'inline', value },
    allowedDomains,
  }));
}
