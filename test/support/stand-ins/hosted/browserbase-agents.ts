import type { StandIn } from '../../hosted-adapter-suite.ts';
import { inSchema, LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'RUNNING',
  asking: 'RUNNING',
  done: 'COMPLETED',
  unsuccessful: 'FAILED',
  failed: 'FAILED',
  stopped: 'STOPPED',
};

/** From the types of @browserbasehq/sdk 2.21.0. */
export const standIn: StandIn = {
  key: 'x-bb-api-key',
  tells: ['live_view', 'steps'],
  routes: {
    'POST /v1/agents/runs': ({ begin, body }) =>
      begin({ text: body.task, schema: body.resultSchema }, ({ id }) => ({
        runId: id,
        status: 'PENDING',
        task: body.task,
        createdAt: '',
        updatedAt: '',
      })),
    'GET /v1/agents/runs/:id': ({ look }) =>
      look((task) => ({
        runId: task.id,
        status: STATES[task.state],
        task: task.text,
        createdAt: '',
        updatedAt: '',
        sessionId: 'session-1',
        ...(task.state === 'done' && { result: inSchema(task, 'resultSchema') }),
        ...(STATES[task.state] === 'FAILED' && {
          cause: { code: 'agent_failed', message: 'it did not work' },
        }),
      })),
    'GET /v1/agents/runs/:id/messages': ({ reply, params, tasks }) => {
      const steps = tasks.find(({ id }) => id === params.id)?.steps ?? [];
      const content = steps.map((toolName) => ({ type: 'tool-call', toolName }));
      reply(200, {
        data: [{ id: 'm', createdAt: '', message: { role: 'assistant', content } }],
        nextSince: null,
      });
    },
    'GET /v1/sessions/:session/debug': ({ reply }) => reply(200, { debuggerFullscreenUrl: LIVE_VIEW }),
    'POST /v1/agents/runs/:id/stop': ({ stop }) => stop(({ id }) => ({ runId: id })),
  },
};
