import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({ id, cdpUrl: text, liveViewUrl: text });

export const source: BrowserSource = {
  domains: ['firecrawl.dev'],
  headers: bearer,
  open: ({ seconds, options }) => ({
    path: '/v2/browser',
    body: { ttl: seconds, activityTtl: 300, ...options.body },
  }),

  opened: readerOf(Session, (session) => ({
    reference: session.id,
    cdpUrl: session.cdpUrl ?? '',
    liveViewUrl: session.liveViewUrl,
  })),

  close: (reference) => ({ method: 'DELETE', path: `/v2/browser/${reference}` }),
};
