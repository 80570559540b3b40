import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { anything, number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Firecrawl's scrape. The option `json` has its model answer; otherwise the page comes as it is. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request({ url, prompt, schema, options }) {
    const { json, ...body } = options;
    const answer = { type: 'json', prompt, ...(schema && { schema }) };
    return {
      method: 'POST',
      path: '/v2/scrape',
      body: {
        url,
        formats: json ? [answer] : ['rawHtml'],
        onlyMainContent: false,
        maxAge: 0,
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
