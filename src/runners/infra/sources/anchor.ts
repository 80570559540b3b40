import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, number, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({
  data: z.object({ id, cdp_url: text, live_view_url: text }),
});

export const source: BrowserSource = {
  domains: ['anchorbrowser.io'],
  headers: (account) => ({ 'anchor-api-key': secretOf(account) }),

  open: ({ attemptId, seconds, options }) => ({
    path: '/v1/sessions',
    body: {
      session: {
        timeout: { max_duration: Math.ceil(seconds / 60), idle_timeout: 5 },
        recording: { active: false },
        tags: [attemptId],
        ...options.session,
      },
      browser: { viewport: { width: 1280, height: 800 }, ...options.browser },
    },
  }),

  opened: readerOf(Session, ({ data: session }) => ({
    reference: session.id,
    cdpUrl: session.cdp_url ?? '',
    liveViewUrl: session.live_view_url,
  })),

  close: (reference) => ({ method: 'DELETE', path: `/v1/sessions/${reference}` }),

  // A credit is a dollar.
  spent: {
    look: (reference) => `/v1/sessions/${reference}`,
    read: (json) => ({ costUsd: readAs(Used, json)?.data?.credits_used }),
  },
};

export const Used = z.object({ data: z.object({ credits_used: number }).nullish().catch(null) });
