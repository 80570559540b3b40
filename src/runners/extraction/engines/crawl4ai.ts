import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

const Answer = z.object({ markdown: z.string() });

/** A server of crawl4ai. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({ method: 'POST', path: '/md', body: { url, f: 'raw', ...options } }),
  read: answerReader(Answer, (page) => ({ state: 'done', text: page.markdown })),
};
