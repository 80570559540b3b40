import type { StandIn } from '../../hosted-adapter-suite.ts';

const STATES = {
  running: 'PENDING',
  asking: 'PENDING',
  done: 'SUCCESS',
  unsuccessful: 'LOOP',
  failed: 'ERROR',
  stopped: 'ERROR',
};

/** From the vendor's reference. */
export const standIn: StandIn = {
  key: 'authorization',
  reportsCost: 'units',
  cannotStop: true,
  routes: {
    'POST /api/v1/browser-agent': ({ begin, body }) => {
      const [task] = body.tasks as Array<Record<string, unknown>>;
      return begin({ text: task?.instruction, schema: task?.output }, ({ id }) => ({
        id,
        status: 'processing',
      }));
    },
    'GET /api/v1/browser-agent/:id': ({ look }) =>
      look(({ id, state, output, cost }) => ({
        id,
        status: state === 'running' ? 'processing' : 'completed',
        results: [
          {
            status: STATES[state],
            data: output,
            error: STATES[state] === 'ERROR' ? 'it did not work' : null,
            creditsUsed: cost === null ? null : Number(cost),
          },
        ],
      })),
  },
};
