import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Linkup's fetch. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/fetch',
    body: { url, includeRawHtml: true, renderJs: false, ...options },
  }),
  read({ json }) {
    const page = readAs(Answer, json);
    return page && (page.rawHtml ?? page.markdown) != null
      ? { state: 'done', html: page.rawHtml, text: page.markdown }
      : null;
  },
};

export const Answer = z.object({ markdown: text, rawHtml: text });
