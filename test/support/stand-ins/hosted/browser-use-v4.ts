import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'completed',
  failed: 'failed',
  stopped: 'cancelled',
};

/** From the types of browser-use-sdk 3.11.3, and for the live view from the vendor's FAQ. */
export const standIn: StandIn = {
  key: 'x-browser-use-api-key',
  reportsCost: 'usd',
  cannotMiss: true,
  tells: ['live_view', 'steps'],
  routes: {
    'POST /api/v4/runs': ({ begin, body }) =>
      begin({ text: body.task }, ({ id }) => ({ id, status: 'queued', sessionId: id, eventsUrl: '' }), 202),
    'GET /api/v4/runs/:id': ({ look }) =>
      look(({ id, state, output, cost }) => ({
        id,
        status: STATES[state],
        result: state === 'done' ? output : null,
        error: state === 'failed' ? 'it did not work' : null,
        totalCostUsd: cost,
        sessionId: id,
      })),
    'GET /api/v4/runs/:id/status': ({ look }) => look(({ state }) => ({ status: STATES[state] })),
    // Two events a page.
    'GET /api/v4/runs/:id/events': ({ reply, params, query, tasks }) => {
      const steps = tasks.find(({ id }) => id === params.id)?.steps ?? [];
      const all = [
        { type: 'run.created', data: {} },
        { type: 'browser.ready', data: { live_view_url: LIVE_VIEW } },
        ...steps.map((name) => ({ type: 'tool.call', data: { name, arguments: { text: 'typed value' } } })),
      ].map((event, at) => ({ runId: params.id, id: at + 1, ts: '2026-01-01T00:00:00Z', ...event }));
      const from = Number(query.after ?? 0);
      const events = all.slice(from, from + 2);
      reply(200, { events, nextAfter: events.at(-1)?.id ?? null, hasMore: from + 2 < all.length });
    },
    'POST /api/v4/runs/:id/cancel': ({ stop }) => stop(({ id }) => ({ id, status: 'cancelled' })),
  },
};
