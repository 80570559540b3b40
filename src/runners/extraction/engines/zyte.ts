import { z } from 'zod';
import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { number, text } from '../../wire/shapes.ts';
import { answerReader, type ExtractionEngine } from '../extraction-engine.ts';

const Answer = z
  .object({ url: text, statusCode: number, browserHtml: text, httpResponseBody: text })
  .refine((read) => Boolean(read.browserHtml ?? read.httpResponseBody));

/** Zyte API: the page from a browser, or over plain HTTP with the option `http`. A ban is its own status, and free. */
export const engine: ExtractionEngine = {
  headers: (account) => basicAuth(secretOf(account), ''),
  request: ({ url, options }) => ({
    method: 'POST',
    path: '/v1/extract',
    body: options.http ? { url, httpResponseBody: true } : { url, browserHtml: true },
  }),
  read: answerReader(Answer, (read) => {
    const plain = read.httpResponseBody && Buffer.from(read.httpResponseBody, 'base64').toString();
    return {
      state: 'done',
      html: read.browserHtml ?? plain,
      finalUrl: read.url,
      httpStatus: read.statusCode,
    };
  }),
};
