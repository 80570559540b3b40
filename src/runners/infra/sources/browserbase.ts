import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs, readerOf } from '../../wire/exchange.ts';
import { id, text } from '../../wire/shapes.ts';
import type { BrowserSource } from '../browser-source.ts';

export const Session = z.object({ id, connectUrl: text, region: text });

/** A session ends with its connection, on request, or by its timeout. */
export const source: BrowserSource = {
  domains: ['browserbase.com'],
  headers: (account) => ({ 'x-bb-api-key': secretOf(account) }),

  open: ({ attemptId, seconds, account, options }) => ({
    path: '/v1/sessions',
    body: {
      ...(account.secrets.project_id ? { projectId: secretOf(account, 'project_id') } : {}),
      timeout: seconds,
      userMetadata: { attempt: attemptId },
      ...options.body,
      browserSettings: {
        recordSession: false,
        logSession: false,
        viewport: { width: 1280, height: 800 },
        ...options.browserSettings,
      },
    },
  }),

  opened: readerOf(Session, (session) => {
    return { reference: session.id, cdpUrl: session.connectUrl ?? '', region: session.region ?? undefined };
  }),

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
    const sessions = readAs(z.array(Session), json);
    return sessions && (sessions[0]?.id ?? null);
  },
};
