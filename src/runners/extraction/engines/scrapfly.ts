import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything, number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

export const Answer = z.object({
  result: z.object({
    content: text,
    format: text,
    url: text,
    status_code: number,
    error: z.object({ message: text }).nullish().catch(null),
  }),
  context: z
    .object({ cost: z.object({ total: anything }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

/** Scrapfly's scrape. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'GET',
    path: '/scrape',
    query: { key: secretOf(account), url, ...options.query },
  }),
  read: answerReader(Answer, (read, { account }) => {
    const { content, format, url: finalUrl, status_code: httpStatus, error } = read.result;
    const costUnits = read.context?.cost?.total;
    const facts = { finalUrl, httpStatus, costUnits };
    if (error) return { state: 'failed', reason: error.message, ...facts };
    // Content above five megabytes stays in their store.
    if (content && (format === 'clob' || format === 'blob'))
      return { state: 'elsewhere', url: content, as: 'html', key: { key: secretOf(account) }, ...facts };
    return { state: 'done', html: content, ...facts };
  }),
};
