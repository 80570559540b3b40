import type { StandIn } from '../../hosted-adapter-suite.ts';

const TASK = '/api/v1/tasks/browser-use/:id';
const STATES = {
  running: 'in_progress',
  asking: 'in_progress',
  done: 'completed',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'cancelled',
};

/** From the OpenAPI document of the platform's repository (2026-08). */
export const standIn: StandIn = {
  key: 'x-api-key',
  routes: {
    'POST /api/v1/tasks/browser-use/': ({ begin, body }) =>
      begin({ text: body.prompt, schema: body.output_schema }, ({ id }) => ({ id, status: 'pending' }), 201),
    [`GET ${TASK}/result/`]: ({ look }) =>
      look(({ id, state, output }) => ({
        id,
        status: STATES[state],
        result: state === 'done' ? output : null,
        error_message: STATES[state] === 'failed' ? 'it did not work' : null,
      })),
    [`POST ${TASK}/cancel/`]: ({ stop }) => stop(() => ({ status: 'cancelled' })),
  },
};
