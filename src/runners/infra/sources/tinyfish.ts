import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({ session_id: id, cdp_url: text });

/** Its browsers take half a minute to start, in the call that asks for one. */
export const source: BrowserSource = {
  domains: ['tinyfish.ai', 'tinyfish.io'],
  headers: (account) => ({ 'X-API-Key': secretOf(account) }),
  open: ({ seconds }) => ({ path: '/', body: { timeout_seconds: seconds }, timeoutMs: 60_000 }),

  opened: readerOf(Session, (session) => ({ reference: session.session_id, cdpUrl: session.cdp_url ?? '' })),

  close: (reference) => ({ method: 'DELETE', path: `/${reference}` }),
};
