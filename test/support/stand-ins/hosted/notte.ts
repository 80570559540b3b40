import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

/** From the types of notte-sdk 0.0.3. A session is closed with its agent. */
export const standIn: StandIn = {
  key: 'authorization',
  tells: ['live_view', 'recording'],
  routes: {
    'POST /sessions/start': ({ reply }) =>
      reply(200, { session_id: 'session-1', status: 'active', viewer_url: LIVE_VIEW }),
    'DELETE /sessions/:session/stop': ({ reply }) =>
      reply(200, { session_id: 'session-1', status: 'closed' }),
    'GET /sessions/:session/replay': ({ reply, fileUrl }) => reply(200, { mp4_url: fileUrl, expires_at: '' }),
    'POST /vaults/create': ({ reply }) => reply(200, { vault_id: 'vault-1', name: '', created_at: '' }),
    'POST /vaults/:vault/credentials': ({ reply }) => reply(200, { status: 'success' }),
    'DELETE /vaults/:vault': ({ reply }) => reply(200, { status: 'success' }),
    'POST /agents/start': ({ begin, body }) =>
      begin({ text: body.task, schema: body.response_format }, ({ id }) => ({
        agent_id: id,
        session_id: body.session_id,
        status: 'active',
      })),
    'GET /agents/:id': ({ look }) =>
      look(({ id, state, output }) => ({
        agent_id: id,
        status: state === 'running' || state === 'asking' ? 'active' : 'closed',
        success: state === 'stopped' ? null : state === 'done',
        answer: state === 'done' ? output : state === 'stopped' ? null : 'it did not work',
        steps: [],
      })),
    'DELETE /agents/:id/stop': ({ stop }) => stop(({ id }) => ({ agent_id: id, status: 'closed' })),
  },
};
