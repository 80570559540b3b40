import { z } from 'zod';
import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { id } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

/** Selenium Grid 4: a WebDriver session, debugged through the Grid itself. The Grid's own timeout ends unused ones. */
export const source: BrowserSource = {
  domains: [],
  // Without the character set the Grid answers 500.
  headers: (account) => ({
    'content-type': 'application/json; charset=utf-8',
    ...(account.secrets.username && basicAuth(secretOf(account, 'username'), secretOf(account, 'password'))),
  }),

  open: () => ({
    path: '/session',
    timeoutMs: 120_000,
    body: {
      capabilities: {
        alwaysMatch: {
          browserName: 'chrome',
          'goog:chromeOptions': { args: ['--headless=new', '--window-size=1280,800'] },
        },
      },
    },
  }),

  opened(json, { baseUrl }) {
    const session = readAs(Session, json)?.value.sessionId;
    if (!session) return null;
    // The Grid's name for its own host holds only inside.
    const url = new URL(baseUrl.replace(/^http/, 'ws'));
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/session/${session}/se/cdp`;
    return { reference: session, cdpUrl: url.href };
  },

  close: (reference) => ({ method: 'DELETE', path: `/session/${reference}` }),
};

const Session = z.object({ value: z.object({ sessionId: id }) });
