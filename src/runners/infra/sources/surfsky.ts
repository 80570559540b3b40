import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

const Session = z.object({ internal_uuid: id, ws_url: text });

export const source: BrowserSource = {
  domains: ['surfsky.io'],
  headers: (account) => ({ 'X-Cloud-Api-Token': secretOf(account) }),
  open: ({ seconds, options }) => ({
    path: '/profiles/one_time',
    body: { browser_settings: { inactive_kill_timeout: seconds }, ...options.body },
  }),

  opened: readerOf(Session, (session) => ({
    reference: session.internal_uuid,
    cdpUrl: session.ws_url ?? '',
  })),

  close: (reference) => ({ method: 'POST', path: `/profiles/${reference}/stop` }),
};
