import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, itemsOf, listOf, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

export const Answer = z.object({
  results: listOf(z.object({ url: text, title: text, raw_content: text })),
  failed_results: itemsOf(z.object({ error: text })),
  usage: z.object({ credits: anything }).nullish().catch(null),
});

/** Tavily's extract; without a key in its keyless mode. A page that failed stands in `failed_results`, in a 200. */
export const engine: ExtractionEngine = {
  headers: (account) => (account.secrets.api_key ? bearer(account) : { 'X-Tavily-Access-Mode': 'keyless' }),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/extract',
    body: { urls: [url], format: 'markdown', include_usage: true, ...options },
  }),
  read: answerReader(Answer, (read) => {
    const [page] = read.results;
    if (!page) {
      const [failure] = read.failed_results;
      return failure ? { state: 'failed', code: 'site_failed', reason: failure.error, costUsd: 0 } : null;
    }
    const { url: finalUrl, title, raw_content } = page;
    return { state: 'done', text: raw_content, finalUrl, title, costUnits: read.usage?.credits };
  }),
};
