import type { StandIn } from '../../hosted-adapter-suite.ts';
import { inSchema } from '../stand-in.ts';

const STATES = {
  running: 'processing',
  asking: 'processing',
  done: 'completed',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'failed',
};

/** From the types of @mendable/firecrawl-js 4.42.0. */
export const standIn: StandIn = {
  key: 'authorization',
  reportsCost: 'units',
  tells: ['steps'],
  routes: {
    'POST /v2/agent': ({ begin, body }) =>
      begin({ text: body.prompt, schema: body.schema }, ({ id }) => ({ success: true, id })),
    'GET /v2/agent/:id': ({ look }) =>
      look((task) => ({
        success: true,
        status: STATES[task.state],
        data: task.state === 'done' ? inSchema(task, 'schema') : null,
        error: STATES[task.state] === 'failed' ? 'it did not work' : undefined,
        creditsUsed: task.cost === null ? undefined : Number(task.cost),
        expiresAt: '',
      })),
    'GET /v2/agent/:id/trace': ({ reply, params, tasks }) => {
      const steps = tasks.find(({ id }) => id === params.id)?.steps ?? [];
      const events = steps.map((message) => ({ type: 'progress.reported', phase: 'working', message }));
      reply(200, { success: true, events });
    },
    'DELETE /v2/agent/:id': ({ stop }) => stop(() => ({ success: true })),
  },
};
