import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { anything } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Scrapfly's scrape. The code of the error tells a failed protection bypass. */
export const engine: ExtractionEngine = {
  request: ({ url, account, options }) => ({
    method: 'GET',
    path: '/scrape',
    query: { key: secretOf(account), url, ...options.query },
  }),
  read({ json }) {
    const read = Answer.safeParse(json).data;
    if (!read) return null;
    const { content, url: finalUrl, status_code: httpStatus, error } = read.result;
    const costUnits = read.context?.cost?.total;
    if (error) return { ...failureOf(error), finalUrl, httpStatus, costUnits };
    return { state: 'done', html: content, finalUrl, httpStatus, costUnits };
  },
  refused({ json }) {
    const error = Failure.safeParse(json).data;
    return error?.code?.startsWith('ERR::ASP') ? failureOf(error) : null;
  },
};

const Failure = z.object({ code: z.string().nullish(), message: z.string().nullish() });

function failureOf({ code, message: reason }: z.infer<typeof Failure>) {
  const isBlocked = code?.startsWith('ERR::ASP');
  return isBlocked
    ? ({ state: 'failed', code: 'blocked', reason } as const)
    : ({ state: 'failed', reason } as const);
}

const text = z.string().nullish().catch(null);
const Answer = z.object({
  result: z.object({
    content: text,
    url: text,
    status_code: z.number().nullish().catch(null),
    error: Failure.nullish().catch(null),
  }),
  context: z.object({ cost: z.object({ total: anything }).nullish().catch(null) }).nullish(),
});
