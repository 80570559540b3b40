import { secretOf } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** The page from a browser of Browserless, or of a server of one's own. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'POST',
    path: '/chromium/content',
    query: {
      ...(account.secrets.api_key && { token: secretOf(account) }),
      ...options.query,
    },
    body: { url },
    textAnswer: true,
  }),
  read: ({ text: html }) => ({ state: 'done', html }),
};
