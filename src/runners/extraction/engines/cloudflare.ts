import { z } from 'zod';
import { bearer, secretOf } from '../../wire/account-of.ts';
import { text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

export const Answer = z.object({
  success: z.boolean().nullish().catch(null),
  result: text,
  errors: z
    .array(z.object({ message: text }))
    .nullish()
    .catch(null),
});

/** Cloudflare's Browser Rendering: the page from a browser that says it is a bot. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, account, options }) => ({
    method: 'POST',
    path: `/accounts/${encodeURIComponent(secretOf(account, 'account_id'))}/browser-rendering/content`,
    body: { url, ...options },
  }),
  read: answerReader(Answer, (read) => {
    if (read.result != null) return { state: 'done', html: read.result };
    const reason = read.errors?.[0]?.message;
    return read.success === false ? { state: 'failed', code: 'site_failed', reason } : null;
  }),
};
