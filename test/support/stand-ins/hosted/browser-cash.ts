import type { StandIn } from '../../hosted-adapter-suite.ts';

const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'failed',
};

/** From the vendor's reference. */
export const standIn: StandIn = {
  key: 'authorization',
  cannotStop: true,
  routes: {
    'POST /v1/task/create': ({ begin, body }) => begin({ text: body.prompt }, ({ id }) => ({ taskId: id })),
    'GET /v1/task/:id': ({ look }) =>
      look(({ id, state, output }) => ({
        taskId: id,
        status: STATES[state],
        result: output,
        ...(STATES[state] === 'failed' && { error: 'it did not work' }),
      })),
  },
};
