import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Olostep's scrapes. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/scrapes',
    body: { url_to_scrape: url, formats: ['html', 'markdown'], ...options },
  }),
  read({ json }) {
    const page = Answer.safeParse(json).data?.result;
    if (!page) return null;
    const { html_content: html, markdown_content: markdown, page_metadata: metadata } = page;
    return { state: 'done', html, text: markdown, httpStatus: metadata?.status_code };
  },
};

const text = z.string().nullish().catch(null);
const Answer = z.object({
  id: anything,
  result: z.object({
    html_content: text,
    markdown_content: text,
    page_metadata: z
      .object({ status_code: z.number().nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
});
