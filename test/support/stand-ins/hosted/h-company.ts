import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'completed',
  failed: 'failed',
  stopped: 'interrupted',
};

/** From the OpenAPI document of hcompai/hai-agents-ts (2026-11): the status has no answer, the changes have it. */
export const standIn: StandIn = {
  key: 'authorization',
  reportsCost: 'usd',
  tells: ['live_view', 'replay'],
  routes: {
    'POST /api/v2/sessions': ({ begin, body }) =>
      begin({ text: body.messages }, ({ id }) => ({ id, agent_view_url: LIVE_VIEW }), 201),
    'GET /api/v2/sessions/:id/status': ({ look }) =>
      look(({ state }) => ({ status: STATES[state], steps: 1 })),
    'GET /api/v2/sessions/:id/changes': ({ look, query, reply }) => {
      if (query.from_index !== '0' || query.include_events !== 'false')
        return reply(422, { detail: 'from_index' });
      return look(({ state, output, cost }) => ({
        status: STATES[state],
        new_events: [],
        answer: output,
        outcome: state === 'unsuccessful' ? 'infeasible' : 'success',
        error: state === 'failed' ? 'it did not work' : null,
        error_code: state === 'failed' ? 'no_answer' : null,
        metrics: { steps: 1, total_cost: cost === null ? null : Number(cost) },
      }));
    },
    'DELETE /api/v2/sessions/:id': ({ stop }) => stop(),
  },
};
