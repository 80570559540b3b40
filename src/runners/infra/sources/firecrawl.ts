import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const source: BrowserSource = {
  domains: ['firecrawl.dev'],
  headers: bearer,
  open: ({ seconds, options }) => ({
    path: '/v2/browser',
    body: { ttl: seconds, activityTtl: 300, ...options.body },
  }),

  opened(json) {
    const session = readAs(Session, json);
    return session
      ? { reference: session.id, cdpUrl: session.cdpUrl ?? '', liveViewUrl: session.liveViewUrl }
      : null;
  },

  close: (reference) => ({ method: 'DELETE', path: `/v2/browser/${reference}` }),
};

export const Session = z.object({ id, cdpUrl: text, liveViewUrl: text });
