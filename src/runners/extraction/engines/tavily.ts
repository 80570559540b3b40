import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Tavily's extract; without a key in its keyless mode. A page that failed stands in `failed_results`, in a 200. */
export const engine: ExtractionEngine = {
  headers: (account) => (account.secrets.api_key ? bearer(account) : { 'X-Tavily-Access-Mode': 'keyless' }),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/extract',
    body: { urls: [url], format: 'markdown', include_usage: true, ...options },
  }),
  read({ json }) {
    const read = Answer.safeParse(json).data;
    if (!read) return null;
    const [page] = read.results;
    if (!page) {
      const reason = read.failed_results?.[0]?.error;
      return { state: 'failed', code: 'site_failed', reason, costUsd: 0 };
    }
    const { url: finalUrl, title, raw_content } = page;
    return { state: 'done', text: raw_content, finalUrl, title, costUnits: read.usage?.credits };
  },
  /** 432: the plan's limit is reached. 433: the limit of paying as you go. */
  refused({ status, json }) {
    if (status !== 432 && status !== 433) return null;
    return { state: 'failed', code: 'provider_quota', reason: json, costUsd: 0 };
  },
};

const text = z.string().nullish().catch(null);
const Answer = z.object({
  results: z.array(z.object({ url: text, title: text, raw_content: text })),
  failed_results: z.array(z.object({ error: text })).nullish(),
  usage: z.object({ credits: anything }).nullish().catch(null),
});
