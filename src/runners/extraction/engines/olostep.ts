import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

const Answer = z.object({
  id: anything,
  result: z.object({
    html_content: text,
    markdown_content: text,
    html_hosted_url: text,
    markdown_hosted_url: text,
    page_metadata: z.object({ status_code: number }).nullish().catch(null),
  }),
});

/** Olostep's scrapes. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/scrapes',
    body: { url_to_scrape: url, formats: ['html', 'markdown'], ...options },
  }),
  read: answerReader(Answer, ({ result: page }) => {
    const { html_content: html, markdown_content: markdown, page_metadata: metadata } = page;
    const httpStatus = metadata?.status_code;
    // A page that is too large for the answer is kept elsewhere.
    const [url, as] = page.html_hosted_url
      ? ([page.html_hosted_url, 'html'] as const)
      : ([page.markdown_hosted_url, 'text'] as const);
    if (!html && !markdown && url) return { state: 'elsewhere', url, as, httpStatus };
    return { state: 'done', html, text: markdown, httpStatus };
  }),
};
