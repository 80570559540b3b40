import { z } from 'zod';
import { bearer, secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

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

  opened(json, { account }) {
    const session = readAs(Session, json)?.data;
    if (!session) return null;
    const isRunning = session.status === 'running';
    const cdpHeaders = { Authorization: `Bearer ${secretOf(account)}` };
    return { reference: session.id, cdpUrl: isRunning ? (session.cdpWsUrl ?? '') : '', cdpHeaders };
  },

  again: (reference) => `/api/v1/sessions/${reference}`,
  close: (reference) => ({ method: 'DELETE', path: `/api/v1/sessions/${reference}` }),
};

export const Session = z.object({
  data: z.object({ id, status: text, cdpWsUrl: text }),
});
