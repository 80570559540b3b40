import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, number, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({
  session_id: id,
  cdp_ws_url: text,
  browser_live_view_url: text,
});

/**
 * A browser outlives its connection until it is deleted, or was idle for the time given. It has a name that we choose, and
 * can be deleted by it.
 */
export const source: BrowserSource = {
  domains: ['onkernel.com', 'kernel.sh'],
  headers: bearer,

  open: ({ attemptId, seconds, options }) => ({
    path: '/browsers',
    body: {
      name: nameOf(attemptId),
      headless: true,
      timeout_seconds: seconds,
      viewport: { width: 1280, height: 800 },
      ...options.body,
    },
  }),

  opened: readerOf(Session, (session) => {
    const { session_id: reference, cdp_ws_url, browser_live_view_url: liveViewUrl } = session;
    return { reference, cdpUrl: cdp_ws_url ?? '', liveViewUrl };
  }),

  close: (reference) => ({ method: 'DELETE', path: `/browsers/${reference}` }),
  find: async (attemptId) => nameOf(attemptId),

  // It charges the time in which the browser was active.
  spent: {
    look: (reference) => `/browsers/${reference}?include_deleted=true`,
    read: (json) => ({ activeMs: readAs(Used, json)?.usage?.uptime_ms }),
  },
};

export const Used = z.object({ usage: z.object({ uptime_ms: number }).nullish().catch(null) });

function nameOf(attemptId: string): string {
  return `switchyard-${attemptId.toLowerCase().replaceAll('_', '-')}`;
}
