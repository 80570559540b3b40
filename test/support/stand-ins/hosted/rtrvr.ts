import type { StandIn } from '../../hosted-adapter-suite.ts';

/** From the vendor's reference: the answer comes with the call. */
export const standIn: StandIn = {
  key: 'authorization',
  isOneCall: true,
  routes: {
    'POST /agent': ({ begin, body }) =>
      begin({ text: body.input, schema: body.schema }, ({ state, output, text }) => {
        if (text.includes('[[garbage=shape]]')) return { hello: 'world' };
        if (state !== 'done') return { success: false, status: 'failed', error: 'it did not work' };
        return { success: true, status: 'success', result: { text: output } };
      }),
  },
};
