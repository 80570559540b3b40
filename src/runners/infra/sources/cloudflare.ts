import { z } from 'zod';
import type { ProviderAccount } from '../../contract.ts';
import { secretOf } from '../../wire/account-of.ts';
import { readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

const IDLE_MS = '600000';

export const Session = z.object({ sessionId: id, webSocketDebuggerUrl: text });

/** Cloudflare's Browser Rendering. It says of itself that it is a bot, and ends after ten silent minutes. */
export const source: BrowserSource = {
  domains: ['cloudflare.com', 'browser.run'],
  headers,

  open: ({ account }) => ({ path: browsers(account), query: { keep_alive: IDLE_MS } }),

  opened: readerOf(Session, (session, { account }) => ({
    reference: session.sessionId,
    cdpUrl: session.webSocketDebuggerUrl ?? '',
    cdpHeaders: headers(account),
  })),

  close: (reference, account) => ({ method: 'DELETE', path: `${browsers(account)}/${reference}` }),
};

function headers(account: ProviderAccount): Record<string, string> {
  return { Authorization: `Bearer ${secretOf(account)}` };
}

function browsers(account: ProviderAccount): string {
  return `/accounts/${encodeURIComponent(secretOf(account, 'account_id'))}/browser-rendering/devtools/browser`;
}
