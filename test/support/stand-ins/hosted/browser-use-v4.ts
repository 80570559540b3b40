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
  tells: ['live_view'],
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
    'GET /api/v4/runs/:id/events': ({ reply, params }) =>
      reply(200, {
        events: [
          { runId: params.id, id: 1, ts: '', type: 'run.created', data: null },
          { runId: params.id, id: 2, ts: '', type: 'browser.ready', data: { live_view_url: LIVE_VIEW } },
        ],
        nextAfter: 2,
        hasMore: false,
      }),
    'POST /api/v4/runs/:id/cancel': ({ stop }) => stop(({ id }) => ({ id, status: 'cancelled' })),
  },
};
