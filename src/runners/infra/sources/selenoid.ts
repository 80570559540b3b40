import { z } from 'zod';
import { readAs } from '../../wire/exchange.ts';
import { id } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

/** Selenoid: a WebDriver session whose debugging protocol is at the root of the same server. */
export const source: BrowserSource = {
  domains: [],
  open: () => ({
    path: '/wd/hub/session',
    timeoutMs: 120_000,
    body: {
      capabilities: { alwaysMatch: { browserName: 'chrome', 'selenoid:options': { sessionTimeout: '15m' } } },
    },
  }),

  opened(json, { baseUrl }) {
    const session = readAs(Session, json)?.value.sessionId;
    if (!session) return null;
    return {
      reference: session,
      cdpUrl: new URL(`/devtools/${session}/`, baseUrl.replace(/^http/, 'ws')).href,
    };
  },

  close: (reference) => ({ method: 'DELETE', path: `/wd/hub/session/${reference}` }),
};

const Session = z.object({ value: z.object({ sessionId: id }) });
