import type { StandIn } from '../../hosted-adapter-suite.ts';

const STATES = {
  running: 'processing',
  asking: 'processing',
  done: 'completed',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'failed',
};

/** From the SDK repository of AI Studio. */
export const standIn: StandIn = {
  key: 'x-api-key',
  cannotStop: true,
  routes: {
    'POST /browser-agent/run': ({ begin, body }) =>
      begin({ text: body.user_prompt, schema: body.openapi_schema }, ({ id }) => ({ run_id: id })),
    'GET /browser-agent/run/data': ({ look, query }) =>
      look(
        ({ id, state, output }) => ({
          run_id: id,
          status: STATES[state],
          data: state === 'done' ? output : null,
          message: STATES[state] === 'failed' ? 'it did not work' : null,
        }),
        query.run_id,
      ),
  },
};
