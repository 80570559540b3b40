import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'running',
  asking: 'running',
  done: 'done',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'cancelled',
};

/** From the models of the official SDK. */
export const standIn: StandIn = {
  key: 'apikey',
  reportsCost: 'units',
  tells: ['live_view', 'replay', 'steps', 'file'],
  routes: {
    'POST /api/v1/task': ({ begin, body }) =>
      begin({ text: body.task, schema: body.response_model }, ({ id }) => ({
        r: { id, status: 'waiting', live_url: LIVE_VIEW },
      })),
    'GET /api/v1/task/:id': ({ look, fileUrl, query }) =>
      look(({ id, state, output, cost, steps }) => ({
        r: {
          id,
          status: STATES[state],
          output: STATES[state] === 'failed' ? 'it did not work' : output,
          credits_used: cost === null ? null : Number(cost),
          events: steps.map((name, at) => ({ name, payload: {}, id: String(at), timestamp: at })),
          live_url: LIVE_VIEW,
          recording_url: LIVE_VIEW,
          ...(query.downloads === 'true' && { downloads_url: fileUrl }),
        },
      })),
    'DELETE /api/v1/task/:id': ({ stop }) => stop(() => ({ r: {} })),
  },
};
