import { z } from 'zod';
import type { BrowserProvider } from './browser-provider.ts';

/** A session ends with its connection, on request, or by its timeout. */
export const browserbase: BrowserProvider = {
  baseUrl: 'https://api.browserbase.com',
  domains: ['browserbase.com'],
  headers: (apiKey) => ({ 'x-bb-api-key': apiKey }),

  open: ({ attemptId, seconds, projectId }) => ({
    path: '/v1/sessions',
    body: {
      ...(projectId === null ? {} : { projectId }),
      timeout: seconds,
      browserSettings: { recordSession: false, logSession: false, viewport: { width: 1280, height: 800 } },
      userMetadata: { attempt: attemptId },
    },
  }),

  opened(json) {
    const session = Session.extend({ connectUrl: z.string() }).safeParse(json).data;
    return session ? { reference: session.id, cdpUrl: session.connectUrl, cdpHeaders: {} } : null;
  },

  close: (reference) => ({
    method: 'POST',
    path: `/v1/sessions/${reference}`,
    body: { status: 'REQUEST_RELEASE' },
  }),

  async find(attemptId, get) {
    const json = await get('/v1/sessions', {
      status: 'RUNNING',
      q: `user_metadata['attempt']:'${attemptId}'`,
    });
    const sessions = z.array(Session).safeParse(json).data;
    return sessions && (sessions[0]?.id ?? null);
  },
};

const Session = z.object({ id: z.string().regex(/^[\w-]{1,128}$/) });
