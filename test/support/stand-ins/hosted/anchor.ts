import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'RUNNING',
  asking: 'RUNNING',
  done: 'COMPLETED',
  unsuccessful: 'FAILED',
  failed: 'FAILED',
  stopped: 'FAILED',
};

/** From the types of anchorbrowser 0.16.3 and the vendor's page on humans in the loop. Every task has the session of its number. */
export const standIn: StandIn = {
  key: 'anchor-api-key',
  reportsCost: 'units',
  tells: ['live_view', 'steps', 'file', 'recording'],
  keyedFiles: true,
  routes: {
    'POST /v1/sessions': ({ reply, tasks }) =>
      reply(200, { data: { id: `session-${tasks.length}`, live_view_url: LIVE_VIEW, cdp_url: 'wss://x' } }),
    'POST /v1/tools/perform-web-task': ({ begin, body }) =>
      begin({ text: body.prompt, schema: body.output_schema }, ({ id }) => ({ data: { workflow_id: id } })),
    'GET /v1/tools/perform-web-task/:id/status': ({ look }) =>
      look(({ state, output }) => ({
        data: {
          status: STATES[state],
          ...(STATES[state] === 'FAILED' && { error: 'it did not work' }),
          ...(state === 'done' && { result: output }),
        },
      })),
    'GET /v1/sessions/:session': ({ reply, params, tasks }) => {
      const task = tasks[Number(params.session?.slice(8))];
      // The cost is known once the session is closed.
      const credits_used = task?.cost && task.stops > 0 ? Number(task.cost) : null;
      const steps = (task?.steps ?? []).map((goal) => ({ action: 'click', goal }));
      reply(200, { data: { session_id: params.session, credits_used, steps } });
    },
    'GET /v1/sessions/:session/downloads': ({ reply, fileUrl }) =>
      reply(200, { data: { count: 1, items: [{ file_link: fileUrl, suggested_file_name: 'report.csv' }] } }),
    'GET /v1/sessions/:session/recordings': ({ reply, fileUrl }) =>
      reply(200, {
        data: { count: 1, items: [{ file_link: fileUrl, suggested_file_name: 'recording.mp4' }] },
      }),
    'GET /v1/sessions/:session/agent/requested-human-intervention': ({ reply, params, tasks }) => {
      const task = tasks[Number(params.session?.slice(8))];
      const requests = task?.state === 'asking' ? [{ id: 'ask-1', message: 'Enter the code' }] : [];
      reply(200, { data: { requests } });
    },
    'POST /v1/sessions/:session/agent/respond-to-human-intervention': ({ answer, body, params, tasks }) =>
      answer(body.response, {}, tasks[Number(params.session?.slice(8))]?.id),
    'DELETE /v1/sessions/:session': ({ stop, params, tasks }) =>
      stop(() => ({ data: {} }), tasks[Number(params.session?.slice(8))]?.id ?? 'none'),
  },
};
