import type { StandIn } from '../../hosted-adapter-suite.ts';

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
  routes: {
    'POST /api/v1/task': ({ begin, body }) =>
      begin({ text: body.task, schema: body.response_model }, ({ id }) => ({
        r: { id, status: 'waiting', live_url: null },
      })),
    'GET /api/v1/task/:id': ({ look }) =>
      look(({ id, state, output, cost }) => ({
        r: {
          id,
          status: STATES[state],
          output,
          credits_used: cost === null ? null : Number(cost),
          events: [],
        },
      })),
    'DELETE /api/v1/task/:id': ({ stop }) => stop(() => ({ r: {} })),
  },
};
