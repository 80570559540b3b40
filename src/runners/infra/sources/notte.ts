import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({
  session_id: id,
  cdp_url: text,
  viewer_url: text,
});

export const source: BrowserSource = {
  domains: ['notte.cc'],
  headers: bearer,

  open: ({ seconds, options }) => ({
    path: '/sessions/start',
    body: {
      max_duration_minutes: Math.ceil(seconds / 60),
      idle_timeout_minutes: 5,
      viewport_width: 1280,
      viewport_height: 800,
      ...options.body,
    },
  }),

  opened: readerOf(Session, (session) => ({
    reference: session.session_id,
    cdpUrl: session.cdp_url ?? '',
    liveViewUrl: session.viewer_url,
  })),

  close: (reference) => ({ method: 'DELETE', path: `/sessions/${reference}/stop` }),
};
