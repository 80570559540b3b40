import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'RUNNING',
  asking: 'RUNNING',
  done: 'COMPLETED',
  unsuccessful: 'COMPLETED',
  failed: 'FAILED',
  stopped: 'CANCELLED',
};

/** From the types of @tiny-fish/sdk 0.0.9; a missed goal is told as the vendor's page on runs shows it. */
export const standIn: StandIn = {
  key: 'x-api-key',
  reportsCost: 'units',
  tells: ['live_view'],
  routes: {
    'POST /v1/automation/run-async': ({ begin, body }) =>
      begin({ text: body.goal, schema: body.output_schema }, ({ id }) => ({ run_id: id, error: null })),
    'GET /v1/runs/:id': ({ look }) =>
      look(({ id, state, output, cost }) => ({
        run_id: id,
        status: STATES[state],
        result:
          { done: output, unsuccessful: { status: 'failure', reason: 'no such thing' } }[state as string] ??
          null,
        num_of_steps: cost === null ? null : Number(cost),
        streaming_url: LIVE_VIEW,
        error: STATES[state] === 'FAILED' ? { message: 'it did not work', category: 'AGENT_FAILURE' } : null,
      })),
    'POST /v1/runs/:id/cancel': ({ stop }) => stop(({ id }) => ({ run_id: id, status: 'CANCELLED' })),
  },
};
