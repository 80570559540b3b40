import { bearer } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** ScrapingBee answers with the page itself; cost and source stand in headers. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'GET',
    path: '/api/v1/',
    query: { url, ...options.query },
    textAnswer: true,
  }),
  read: ({ text: html, headers }) => ({
    state: 'done',
    html,
    finalUrl: headers['spb-resolved-url'],
    httpStatus: Number(headers['spb-initial-status-code']) || null,
    costUnits: headers['spb-cost'] ?? headers['spb-auto-cost'],
  }),
};
