import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

/** Its browsers take half a minute to start, in the call that asks for one. */
export const source: BrowserSource = {
  domains: ['tinyfish.ai', 'tinyfish.io'],
  headers: (account) => ({ 'X-API-Key': secretOf(account) }),
  open: ({ seconds }) => ({ path: '/', body: { timeout_seconds: seconds }, timeoutMs: 60_000 }),

  opened(json) {
    const session = readAs(Session, json);
    return session ? { reference: session.session_id, cdpUrl: session.cdp_url ?? '' } : null;
  },

  close: (reference) => ({ method: 'DELETE', path: `/${reference}` }),
};

export const Session = z.object({ session_id: id, cdp_url: text });
