import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, itemsOf, listOf, number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

export const Answer = z.object({
  results: listOf(z.object({ url: text, title: text, text, summary: anything })),
  statuses: itemsOf(
    z.object({
      status: text,
      error: z.object({ tag: text, httpStatusCode: number }).nullish().catch(null),
    }),
  ),
  costDollars: z.object({ total: anything }).nullish().catch(null),
});

/** Exa's contents: a page that failed is a row of `statuses`, in a 200. The option `summary` has its model answer. */
export const engine: ExtractionEngine = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),
  request({ url, prompt, schema, options }) {
    const { summary, ...body } = options;
    const asked = summary
      ? { summary: { query: prompt, ...(schema && { schema }) } }
      : { text: { includeHtmlTags: true, verbosity: 'full' } };
    return {
      method: 'POST',
      path: '/contents',
      body: { urls: [url], maxAgeHours: 0, ...asked, ...body },
    };
  },
  read: answerReader(Answer, (read, { options }) => {
    const [page] = read.results;
    const [row] = read.statuses;
    const costUsd = read.costDollars?.total;
    if (row?.status === 'error') {
      const { tag, httpStatusCode: httpStatus } = row?.error ?? {};
      return { state: 'failed', code: 'site_failed', reason: tag, httpStatus, costUsd };
    }
    if (!page) return null;
    const shared = { state: 'done' as const, finalUrl: page.url, title: page.title, costUsd };
    return options.summary ? { ...shared, output: page.summary } : { ...shared, html: page.text };
  }),
};
