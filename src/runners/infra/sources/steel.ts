import { createHash } from 'node:crypto';
import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, number, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({
  id,
  websocketUrl: text,
  sessionViewerUrl: text,
});

/** Steel's cloud, or a server of one's own. We choose the session's id, so it is known before the call is answered. */
export const source: BrowserSource = {
  domains: ['steel.dev'],
  headers: (account) => ({ 'steel-api-key': secretOf(account) }),

  open: ({ attemptId, seconds, options }) => ({
    path: '/v1/sessions',
    body: {
      sessionId: idOf(attemptId),
      timeout: seconds * 1_000,
      dimensions: { width: 1280, height: 800 },
      ...options.body,
    },
  }),

  opened: readerOf(Session, (session, { account }) => {
    const address = URL.parse(session.websocketUrl ?? '');
    address?.searchParams.set('apiKey', secretOf(account));
    return { reference: session.id, cdpUrl: address?.href ?? '', liveViewUrl: session.sessionViewerUrl };
  }),

  close: (reference) => ({ method: 'POST', path: `/v1/sessions/${reference}/release` }),
  find: async (attemptId) => idOf(attemptId),

  // Its credits are dollars; a server of one's own counts none.
  spent: {
    look: (reference) => `/v1/sessions/${reference}`,
    read: (json) => ({ costUsd: readAs(Used, json)?.creditsUsed }),
  },
};

const Used = z.object({ creditsUsed: number });

/** A UUID (of version 8, the one for ids made by rules of one's own) that belongs to the attempt alone. */
function idOf(attemptId: string): string {
  const hex = createHash('sha256').update(attemptId).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
