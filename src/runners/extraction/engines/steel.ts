import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { number, text } from '../../wire/shapes.ts';
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
    const page = readAs(Answer, json);
    if (page?.content?.html == null) return null;
    const { urlSource: finalUrl, statusCode: httpStatus, title } = page.metadata ?? {};
    return { state: 'done', html: page.content?.html, finalUrl, httpStatus, title };
  },
};

export const Answer = z.object({
  content: z.object({ html: text }).nullish().catch(null),
  metadata: z.object({ urlSource: text, statusCode: number, title: text }).nullish().catch(null),
});
