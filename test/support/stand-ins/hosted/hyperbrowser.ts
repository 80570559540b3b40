import type { StandIn } from '../../hosted-adapter-suite.ts';
import { LIVE_VIEW } from '../stand-in.ts';

const AGENT = '/api/task/:agent';
const STATES = {
  running: 'running',
  asking: 'running',
  done: 'completed',
  unsuccessful: 'completed',
  failed: 'failed',
  stopped: 'stopped',
};

/** From the types of @hyperbrowser/sdk 0.92.6. */
export const standIn: StandIn = {
  key: 'x-api-key',
  tells: ['live_view', 'steps'],
  routes: {
    [`POST ${AGENT}`]: ({ begin, body }) =>
      begin({ text: body.task, schema: body.outputModelSchema }, ({ id }) => ({
        jobId: id,
        // The browser is not there yet.
        liveUrl: null,
      })),
    [`GET ${AGENT}/:id`]: ({ look }) =>
      look(({ id, state, output, steps }) => ({
        jobId: id,
        status: STATES[state],
        data: {
          steps: steps.map((next_goal, at) => ({
            model_output: { next_goal, action: [] },
            result:
              at === steps.length - 1 && STATES[state] === 'completed'
                ? [{ is_done: true, success: state === 'done', extracted_content: output }]
                : [{ is_done: false }],
            state: { url: 'https://shop.example/', title: '', tabs: [], interacted_element: [] },
          })),
          finalResult: output,
        },
        error: state === 'failed' ? 'it did not work' : null,
        liveUrl: LIVE_VIEW,
      })),
    [`GET ${AGENT}/:id/status`]: ({ look }) => look(({ state }) => ({ status: STATES[state] })),
    [`PUT ${AGENT}/:id/stop`]: ({ stop }) => stop(() => ({ success: true })),
  },
};
