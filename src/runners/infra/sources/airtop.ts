import { z } from 'zod';
import { bearer, secretOf } from '../../wire/account-of.ts';
import { meaningOfState, readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

/** The values of `status` in its reference of sessions. */
const states = {
  awaitingCapacity: 'starting',
  initializing: 'starting',
  running: 'running',
  ended: 'over',
  completed: 'over',
  cancelled: 'over',
} as const;

export const Session = z.object({
  data: z.object({ id, status: text, cdpWsUrl: text }),
});

/** The WebSocket wants the key as a header. A session takes up to a minute to run. */
export const source: BrowserSource = {
  domains: ['airtop.ai'],
  headers: bearer,

  open: ({ seconds, options }) => ({
    path: '/api/v1/sessions',
    body: {
      configuration: {
        timeoutMinutes: Math.ceil(seconds / 60),
        record: false,
        ...options.configuration,
      },
    },
  }),

  opened: readerOf(Session, ({ data: session }, { account }) => {
    const state = session.status ? meaningOfState(states, session.status) : 'starting';
    const cdpHeaders = { Authorization: `Bearer ${secretOf(account)}` };
    const cdpUrl = state === 'running' ? (session.cdpWsUrl ?? '') : '';
    return { reference: session.id, cdpUrl, cdpHeaders, isOver: state === 'over' };
  }),

  again: (reference) => `/api/v1/sessions/${reference}`,
  close: (reference) => ({ method: 'DELETE', path: `/api/v1/sessions/${reference}` }),
};
