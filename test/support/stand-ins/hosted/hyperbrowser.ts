import type { StandIn } from '../../hosted-adapter-suite.ts';

const AGENT = '/api/task/:agent';
const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'completed',
  failed: 'failed',
  stopped: 'stopped',
};

/** From the types of @hyperbrowser/sdk 0.92.6. */
export const standIn: StandIn = {
  key: 'x-api-key',
  cannotMiss: true,
  routes: {
    [`POST ${AGENT}`]: ({ begin, body }) =>
      begin({ text: body.task, schema: body.outputModelSchema }, ({ id }) => ({ jobId: id, liveUrl: null })),
    [`GET ${AGENT}/:id`]: ({ look }) =>
      look(({ id, state, output }) => ({
        jobId: id,
        status: STATES[state],
        data: { steps: [], finalResult: output },
        error: state === 'failed' ? 'it did not work' : null,
        liveUrl: null,
      })),
    [`PUT ${AGENT}/:id/stop`]: ({ stop }) => stop(() => ({ success: true })),
  },
};
