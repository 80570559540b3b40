import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const source: BrowserSource = {
  domains: ['surfsky.io'],
  headers: (account) => ({ 'X-Cloud-Api-Token': secretOf(account) }),
  open: ({ seconds, options }) => ({
    path: '/profiles/one_time',
    body: { browser_settings: { inactive_kill_timeout: seconds }, ...options.body },
  }),

  opened(json) {
    const session = readAs(Session, json);
    return session ? { reference: session.internal_uuid, cdpUrl: session.ws_url ?? '' } : null;
  },

  close: (reference) => ({ method: 'POST', path: `/profiles/${reference}/stop` }),
};

const Session = z.object({ internal_uuid: id, ws_url: text });
