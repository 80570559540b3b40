import { z } from 'zod';
import type { BrowserProvider } from './browser-provider.ts';

/**
 * A browser outlives its connection until it is deleted, or was idle for the time given. It has a name that we choose, and
 * can be deleted by it.
 */
export const kernel: BrowserProvider = {
  baseUrl: 'https://api.onkernel.com',
  domains: ['onkernel.com', 'kernel.sh'],
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),

  open: ({ attemptId, seconds }) => ({
    path: '/browsers',
    body: {
      name: nameOf(attemptId),
      headless: true,
      timeout_seconds: seconds,
      viewport: { width: 1280, height: 800 },
    },
  }),

  opened(json) {
    const session = Session.safeParse(json).data;
    return session ? { reference: session.session_id, cdpUrl: session.cdp_ws_url, cdpHeaders: {} } : null;
  },

  close: (reference) => ({ method: 'DELETE', path: `/browsers/${reference}` }),

  find: async (attemptId) => nameOf(attemptId),
};

const Session = z.object({ session_id: z.string().regex(/^[\w-]{1,128}$/), cdp_ws_url: z.string() });

function nameOf(attemptId: string): string {
  return `switchyard-${attemptId.toLowerCase().replaceAll('_', '-')}`;
}
