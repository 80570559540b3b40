import { z } from 'zod';
import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { listOf, number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Oxylabs' Web Scraper API, answered in the call. */
export const engine: ExtractionEngine = {
  headers: (account) => basicAuth(secretOf(account, 'username'), secretOf(account, 'password')),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/queries',
    body: { source: 'universal', url, ...options },
    timeoutMs: 180_000,
  }),
  read({ json }) {
    const page = readAs(Answer, json)?.results[0];
    return page?.content != null
      ? { state: 'done', html: page.content, finalUrl: page.url, httpStatus: page.status_code }
      : null;
  },
};

const Answer = z.object({
  results: listOf(z.object({ content: text, url: text, status_code: number })),
});
