import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Linkup's fetch. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/fetch',
    body: { url, includeRawHtml: true, ...options },
  }),
  read({ json }) {
    const page = Answer.safeParse(json).data;
    return page ? { state: 'done', html: page.rawHtml, text: page.markdown } : null;
  },
};

const Answer = z.object({ markdown: z.string(), rawHtml: z.string().nullish().catch(null) });
