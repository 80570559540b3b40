import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({ id, cdpUrl: text, liveUrl: text });

/** A created browser outlives its connection; its address may be one that tells the WebSocket. */
export const source: BrowserSource = {
  domains: ['browser-use.com'],
  headers: (account) => ({ 'X-Browser-Use-API-Key': secretOf(account) }),

  open: ({ attemptId, seconds, options }) => ({
    path: '/api/v4/browsers',
    body: {
      timeout: Math.ceil(seconds / 60),
      enableRecording: false,
      browserScreenWidth: 1280,
      browserScreenHeight: 800,
      metadata: { attempt_id: attemptId },
      ...options.body,
    },
  }),

  opened: readerOf(Session, (session) => ({
    reference: session.id,
    cdpUrl: session.cdpUrl ?? '',
    liveViewUrl: session.liveUrl || null,
  })),

  again: (reference) => `/api/v4/browsers/${reference}`,
  close: (reference) => ({
    method: 'PATCH',
    path: `/api/v4/browsers/${reference}`,
    body: { action: 'stop' },
  }),

  spent: {
    read(json) {
      const { browserCost, proxyCost } = readAs(Cost, json) ?? {};
      const costs = [browserCost, proxyCost].filter((cost) => cost != null).map(Number);
      return costs.length === 0 ? {} : { costUsd: costs.reduce((sum, cost) => sum + cost, 0) };
    },
  },
};

/** Dollars as text. */
export const Cost = z.object({ browserCost: text, proxyCost: text });
