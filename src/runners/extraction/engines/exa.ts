import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Exa's contents: a page that failed is a row of `statuses`, in a 200. The option `summary` has its model answer. */
export const engine: ExtractionEngine = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),
  request({ url, prompt, schema, options }) {
    const { summary, ...body } = options;
    const asked = summary
      ? { summary: { query: prompt, ...(schema && { schema }) } }
      : { text: { includeHtmlTags: true } };
    return {
      method: 'POST',
      path: '/contents',
      body: { urls: [url], livecrawl: 'always', ...asked, ...body },
    };
  },
  read({ json }, { options }) {
    const read = Answer.safeParse(json).data;
    if (!read) return null;
    const [page] = read.results;
    const [row] = read.statuses ?? [];
    const costUsd = read.costDollars?.total;
    if (!page || row?.status === 'error') {
      const { tag, httpStatusCode: httpStatus } = row?.error ?? {};
      return { state: 'failed', code: 'site_failed', reason: tag, httpStatus, costUsd };
    }
    const shared = { state: 'done' as const, finalUrl: page.url, title: page.title, costUsd };
    return options.summary ? { ...shared, output: page.summary } : { ...shared, html: page.text };
  },
};

const text = z.string().nullish().catch(null);
const Answer = z.object({
  results: z.array(z.object({ url: text, title: text, text, summary: anything })),
  statuses: z
    .array(
      z.object({
        status: z.string(),
        error: z
          .object({ tag: text, httpStatusCode: z.number().nullish().catch(null) })
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
  costDollars: z.object({ total: anything }).nullish().catch(null),
});
