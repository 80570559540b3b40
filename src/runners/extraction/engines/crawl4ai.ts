import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** A server of crawl4ai. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({ method: 'POST', path: '/md', body: { url, f: 'raw', ...options } }),
  read({ json }) {
    const page = readAs(Answer, json);
    return page ? { state: 'done', text: page.markdown } : null;
  },
};

const Answer = z.object({ markdown: z.string() });
