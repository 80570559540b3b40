import { bearer } from '../../wire/account-of.ts';
import type { BrowserSource } from '../browser-source.ts';

/** Any browser whose debugging protocol can be reached: an http address that tells where, or the WebSocket itself. */
export const source: BrowserSource = {
  domains: [],
  address: ({ baseUrl, account }) => ({ cdpUrl: baseUrl, cdpHeaders: bearer(account) }),
};
