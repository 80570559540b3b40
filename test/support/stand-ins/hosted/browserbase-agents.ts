import type { StandIn } from '../../hosted-adapter-suite.ts';
import { word } from '../provider-script.ts';
import { inSchema, LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'RUNNING',
  asking: 'PAUSED',
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
    'GET /v1/agents/runs/:id/messages': ({ reply, params, query, tasks }) => {
      const task = tasks.find(({ id }) => id === params.id);
      const calls = (task?.steps ?? []).map((toolName) => ({ type: 'tool-call', toolName, input: {} }));
      const pause = {
        type: 'tool-call',
        toolName: 'pause',
        input: { message: word(task?.text ?? '', 'ask') },
      };
      const parts = task?.state === 'asking' ? [...calls, pause] : calls;
      const all = parts.map((part, at) => ({
        id: `m${at}`,
        createdAt: '2026-01-01T00:00:00Z',
        message: { role: 'assistant', content: [part] },
      }));
      // One at a time, unless all are asked for.
      const data = query.all === 'true' ? all : all.slice(0, 1);
      reply(200, { data, nextSince: data.length < all.length ? 'm0' : null });
    },
    'POST /v1/agents/runs/:id/resume': ({ answer, body }) =>
      answer((body.variables as { answer?: { value: string } } | undefined)?.answer?.value ?? body.task),
    'GET /v1/sessions/:session/debug': ({ reply }) => reply(200, { debuggerFullscreenUrl: LIVE_VIEW }),
    'POST /v1/agents/runs/:id/stop': ({ stop }) => stop(({ id }) => ({ runId: id })),
  },
};
