import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

const Answer = z.object({
  data: z.object({ content: text, html: text, url: text, title: text, warning: text }),
});

/** Jina's reader; it works without a key, only slower. A page that failed comes as a 200 with a warning. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/',
    body: { url },
    headers: {
      accept: 'application/json',
      'X-Return-Format': 'html',
      'X-No-Cache': 'true',
      ...options.headers,
    },
  }),
  read: answerReader(Answer, ({ data: page }) => {
    const said = /returned error (\d{3})/i.exec(page.warning ?? '')?.[1];
    const shared = { finalUrl: page.url, title: page.title, httpStatus: said ? Number(said) : null };
    return { state: 'done', ...shared, html: page.html, text: page.content };
  }),
};
