import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { itemsOf, listOf, number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

export const Answer = z.object({
  results: listOf(
    z.object({
      url: text,
      title: text,
      full_content: text,
      excerpts: z.array(z.string()).nullish().catch(null),
    }),
  ),
  errors: itemsOf(z.object({ error_type: text, http_status_code: number })),
});

/** Parallel's extract. A page that failed is a row of `errors`, in a 200. With the option `cached` it may reuse a stored page of any age. */
export const engine: ExtractionEngine = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),
  request: ({ url, prompt, options: { cached } }) => ({
    method: 'POST',
    path: '/v1/extract',
    body: {
      urls: [url],
      advanced_settings: { full_content: true, ...(!cached && { fetch_policy: FRESH }) },
      ...(prompt && { objective: prompt }),
    },
  }),
  read: answerReader(Answer, (read) => {
    const [page] = read.results;
    if (!page) {
      const [error] = read.errors;
      const { error_type: reason, http_status_code: httpStatus } = error ?? {};
      return error ? { state: 'failed', code: 'site_failed', reason, httpStatus } : null;
    }
    const found = page.full_content ?? page.excerpts?.join('\n\n');
    return { state: 'done', text: found, finalUrl: page.url, title: page.title };
  }),
};

/** The shortest age that it accepts. */
const FRESH = { max_age_seconds: 600, disable_cache_fallback: true };
