import type { StandIn } from '../../hosted-adapter-suite.ts';
import { word } from '../provider-script.ts';

const STATES = {
  running: 'running',
  asking: 'waiting',
  done: 'succeeded',
  unsuccessful: 'failed',
  failed: 'failed',
  stopped: 'cancelled',
};

/** The wire of docs/guides/own-agents.md. */
export const standIn: StandIn = {
  key: 'authorization',
  reportsCost: 'usd',
  tells: ['steps'],
  routes: {
    'POST /tasks': ({ begin, body }) =>
      begin(
        { text: body.task, schema: body.output_schema, attemptId: body.attempt_id },
        ({ id }) => ({ id }),
        201,
      ),
    'GET /tasks/:id': ({ look }) =>
      look(({ id, text, state, output, cost, steps }) => ({
        id,
        status: STATES[state],
        output: state === 'done' ? output : null,
        error: STATES[state] === 'failed' ? 'it did not work' : null,
        steps: steps.map((action) => ({ action })),
        cost_usd: cost === null ? null : Number(cost),
        question: state === 'asking' ? { kind: 'text', prompt: word(text, 'ask') } : null,
      })),
    'POST /tasks/:id/input': ({ answer, body }) => answer(body.answer),
    'POST /tasks/:id/cancel': ({ stop }) => stop(),
  },
};
