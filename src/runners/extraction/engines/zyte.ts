import { z } from 'zod';
import { basicAuth, secretOf } from '../../wire/account-of.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Zyte API: the page from a browser, or over plain HTTP with the option `http`. A ban is its own status, and free. */
export const engine: ExtractionEngine = {
  headers: (account) => basicAuth(secretOf(account), ''),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/extract',
    body: options.http ? { url, httpResponseBody: true } : { url, browserHtml: true },
  }),
  read({ json }) {
    const read = Answer.safeParse(json).data;
    if (!read) return null;
    const plain = read.httpResponseBody && Buffer.from(read.httpResponseBody, 'base64').toString();
    return {
      state: 'done',
      html: read.browserHtml ?? plain,
      finalUrl: read.url,
      httpStatus: read.statusCode,
    };
  },
  refused({ status, json }) {
    const reason = Problem.safeParse(json).data?.detail;
    if (status === 520 || status === 521) return { state: 'failed', code: 'blocked', reason, costUsd: 0 };
    if (status === 421) return { state: 'failed', code: 'site_unreachable', reason, costUsd: 0 };
    if (status === 451) return { state: 'failed', code: 'forbidden_domain', reason, costUsd: 0 };
    const isPoor = status === 403 && /account-suspended/.test(JSON.stringify(json));
    return isPoor ? { state: 'failed', code: 'provider_quota', reason, costUsd: 0 } : null;
  },
};

const text = z.string().nullish().catch(null);
const Answer = z
  .object({ url: text, statusCode: z.number().nullish(), browserHtml: text, httpResponseBody: text })
  .refine((read) => Boolean(read.browserHtml ?? read.httpResponseBody));
const Problem = z.object({ detail: text });
