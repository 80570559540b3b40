import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Steel's scrape, in its cloud or on a server of one's own. */
export const engine: ExtractionEngine = {
  headers: (account) => ({ 'steel-api-key': secretOf(account) }),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/scrape',
    body: { url, format: ['html'], ...options },
  }),
  read({ json }) {
    const page = Answer.safeParse(json).data;
    if (!page) return null;
    const { urlSource: finalUrl, statusCode: httpStatus, title } = page.metadata ?? {};
    return { state: 'done', html: page.content.html, finalUrl, httpStatus, title };
  },
};

const text = z.string().nullish().catch(null);
const Answer = z.object({
  content: z.object({ html: z.string() }),
  metadata: z
    .object({ urlSource: text, statusCode: z.number().nullish().catch(null), title: text })
    .nullish(),
});
