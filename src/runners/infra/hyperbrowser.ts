import { z } from 'zod';
import type { BrowserProvider } from './browser-provider.ts';

/** Its sessions carry no mark of ours: one whose answer never came is left to its timeout. */
export const hyperbrowser: BrowserProvider = {
  baseUrl: 'https://api.hyperbrowser.ai',
  domains: ['hyperbrowser.ai'],
  headers: (apiKey) => ({ 'x-api-key': apiKey }),

  open: ({ seconds }) => ({
    path: '/api/session',
    body: {
      timeoutMinutes: Math.ceil(seconds / 60),
      enableWebRecording: false,
      enableVideoWebRecording: false,
      screen: { width: 1280, height: 800 },
    },
  }),

  opened(json) {
    const session = Session.safeParse(json).data;
    return session ? { reference: session.id, cdpUrl: session.wsEndpoint, cdpHeaders: {} } : null;
  },

  close: (reference) => ({ method: 'PUT', path: `/api/session/${reference}/stop` }),

  find: async () => null,
};

const Session = z.object({ id: z.string().regex(/^[\w-]{1,128}$/), wsEndpoint: z.string() });
