import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'running',
  asking: 'waiting_for_input',
  done: 'finished',
  unsuccessful: 'error',
  failed: 'error',
  stopped: 'error',
};

/** From the vendor's reference: the task begins with its first message. */
export const standIn: StandIn = {
  key: 'authorization',
  tells: ['live_view', 'steps'],
  routes: {
    'POST /v1/sessions': ({ reply }) =>
      reply(200, { session_id: crypto.randomUUID(), vnc_url: LIVE_VIEW, status: 'ready' }),
    'POST /v1/sessions/:id/message': ({ begin, answer, body, params, tasks }) =>
      tasks.some(({ id }) => id === params.id)
        ? answer(body.message)
        : begin({ text: body.message, id: params.id }, () => ({ success: true })),
    'GET /v1/sessions/:id/status': ({ look }) => look(({ state }) => ({ status: STATES[state] })),
    'GET /v1/sessions/:id/messages': ({ reply, params, tasks }) => {
      const task = tasks.find(({ id }) => id === params.id);
      const types = { done: 'DONE', asking: 'QUESTION' } as Record<string, string>;
      const type = types[task?.state ?? ''] ?? 'ERROR';
      const said = { DONE: task?.output, QUESTION: { question: 'Enter the code' }, ERROR: 'it did not work' };
      const content = said[type as keyof typeof said];
      const thoughts = (task?.steps ?? []).map((content) => ({ type: 'THOUGHT', content }));
      reply(200, { messages: [...thoughts, { type, content }] });
    },
    'POST /v1/sessions/:id/cancel': ({ stop }) => stop(),
    'DELETE /v1/sessions/:id': ({ reply }) => reply(200, {}),
  },
};
