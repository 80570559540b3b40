import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { anything, number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** The vendor's default: two days. */
const CACHED_MS = 172_800_000;

/**
 * Firecrawl's scrape. With the option `json` its model answers, with `cached` it may reuse a stored page, which is faster and fails
 * less often.
 */
export const engine: ExtractionEngine = {
  headers: bearer,
  request({ url, prompt, schema, options }) {
    const { json, cached, ...body } = options;
    const answer = { type: 'json', prompt, ...(schema && { schema }) };
    return {
      method: 'POST',
      path: '/v2/scrape',
      body: {
        url,
        formats: json ? [answer] : ['rawHtml'],
        onlyMainContent: false,
        maxAge: cached ? CACHED_MS : 0,
        storeInCache: false,
        proxy: 'basic',
        ...body,
      },
    };
  },
  read({ json }) {
    const read = readAs(Answer, json);
    if (!read) return null;
    if (read.success === false) return { state: 'failed', reason: read.error };
    if (!read.data) return null;
    const { rawHtml: html, json: output, metadata } = read.data;
    return {
      state: 'done',
      html,
      output,
      finalUrl: metadata?.url,
      httpStatus: metadata?.statusCode,
      title: metadata?.title,
      costUnits: metadata?.creditsUsed,
    };
  },
};

export const Answer = z.object({
  success: z.boolean().nullish().catch(null),
  error: text,
  data: z
    .object({
      rawHtml: text,
      json: anything,
      metadata: z
        .object({
          url: text,
          statusCode: number,
          title: text,
          creditsUsed: anything,
        })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});
