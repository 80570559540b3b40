import type { StandIn } from '../../hosted-adapter-suite.ts';
import { inSchema, LIVE_VIEW } from '../stand-in.ts';

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
      look((task) => ({
        run_id: task.id,
        status: STATES[task.state],
        goal: task.text,
        created_at: '2026-01-01T00:00:00Z',
        started_at: null,
        finished_at: null,
        browser_config: null,
        // Always an object.
        result:
          task.state === 'done'
            ? inSchema(task, 'output_schema')
            : task.state === 'unsuccessful'
              ? { status: 'failure', reason: 'no such thing' }
              : null,
        num_of_steps: task.cost === null ? null : Number(task.cost),
        streaming_url: LIVE_VIEW,
        error:
          STATES[task.state] === 'FAILED'
            ? { message: 'it did not work', category: 'AGENT_FAILURE', retry_after: null }
            : null,
      })),
    'POST /v1/runs/:id/cancel': ({ stop }) => stop(({ id }) => ({ run_id: id, status: 'CANCELLED' })),
  },
};
