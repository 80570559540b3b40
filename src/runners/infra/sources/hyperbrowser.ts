import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, number, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({
  id,
  status: text,
  wsEndpoint: text,
  liveUrl: text,
});

/** Its sessions carry no mark of ours: one whose answer never came is left to its timeout. */
export const source: BrowserSource = {
  domains: ['hyperbrowser.ai'],
  headers: (account) => ({ 'x-api-key': secretOf(account) }),

  open: ({ seconds, options }) => ({
    path: '/api/session',
    body: {
      timeoutMinutes: Math.ceil(seconds / 60),
      enableWebRecording: false,
      enableVideoWebRecording: false,
      screen: { width: 1280, height: 800 },
      ...options.body,
    },
  }),

  opened: readerOf(Session, (session) => {
    const { id: reference, wsEndpoint, liveUrl, status } = session;
    const isOver = status === 'closed' || status === 'error';
    return { reference, cdpUrl: wsEndpoint ?? '', liveViewUrl: liveUrl || null, isOver };
  }),

  again: (reference) => `/api/session/${reference}`,
  close: (reference) => ({ method: 'PUT', path: `/api/session/${reference}/stop` }),

  spent: {
    look: (reference) => `/api/session/${reference}`,
    read(json) {
      const credits = readAs(Used, json)?.creditsUsed;
      return credits == null ? {} : { costUsd: credits * USD_PER_CREDIT };
    },
  },
};

/** A hundred credits are an hour of a browser, at 0.10 USD. */
const USD_PER_CREDIT = 0.001;
export const Used = z.object({ creditsUsed: number });
