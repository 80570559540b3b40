import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { anything, listOf, number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Spider's scrape: an array even for one page, with an error of its own in a 200. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/scrape',
    body: { url, return_format: 'raw', request: 'http', proxy_enabled: false, cache: false, ...options },
  }),
  read({ json }) {
    const page = readAs(Answer, json)?.[0];
    if (!page) return null;
    const facts = { finalUrl: page.url, httpStatus: page.status, costUsd: page.costs?.total_cost };
    if (page.error) return { state: 'failed', code: 'site_failed', reason: page.error, ...facts };
    return { state: 'done', html: page.content, ...facts };
  },
};

export const Answer = listOf(
  z.object({
    content: text,
    url: text,
    status: number,
    error: text,
    costs: z.object({ total_cost: anything }).nullish().catch(null),
  }),
);
