import { secretOf } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** ScraperAPI answers with the page itself; cost and source stand in headers. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'GET',
    path: '/',
    query: { api_key: secretOf(account), url, ...options.query },
    textAnswer: true,
  }),
  read: ({ text: html, headers }) => ({
    state: 'done',
    html,
    finalUrl: headers['sa-final-url'],
    httpStatus: Number(headers['sa-statuscode']) || null,
    costUnits: headers['sa-credit-cost'],
  }),
};
