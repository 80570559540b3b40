import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { listOf, number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

const Answer = z
  .object({
    errorCode: number,
    error: text,
    title: text,
    objects: listOf(z.object({ html: text, text, resolvedPageUrl: text }))
      .nullish()
      .catch(null),
  })
  .refine((read) => Boolean(read.objects ?? read.errorCode));

/** Diffbot's analyze: typed objects of the page. Its errors come in a 200 and cost nothing. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'GET',
    path: '/v3/analyze',
    query: { token: secretOf(account), url, ...options.query },
  }),
  read: answerReader(Answer, (read) => {
    if (read.errorCode) {
      const { errorCode: httpStatus, error: reason } = read;
      return { state: 'failed', code: 'site_failed', reason, httpStatus, costUsd: 0 };
    }
    const page = read.objects?.[0];
    return {
      state: 'done',
      html: page?.html,
      text: page?.text,
      finalUrl: page?.resolvedPageUrl,
      title: read.title,
    };
  }),
};
