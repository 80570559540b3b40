import { secretOf } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** ZenRows answers with the page itself. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'GET',
    path: '/v1/',
    query: { apikey: secretOf(account), url, ...options.query },
    textAnswer: true,
  }),
  read: ({ text: html, headers }) => ({ state: 'done', html, finalUrl: headers['zr-final-url'] }),
};
