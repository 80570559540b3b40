import { z } from 'zod';
import { bearer, secretOf } from '../../wire/account-of.ts';
import { readAs } from '../../wire/exchange.ts';
import { number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Bright Data's Web Unlocker, in the zone that the account names. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, account, options }) => ({
    method: 'POST',
    path: '/request',
    body: { zone: secretOf(account, 'zone'), url, format: 'json', ...options },
  }),
  read({ json }) {
    const read = readAs(Answer, json);
    return read?.body != null ? { state: 'done', html: read.body, httpStatus: read.status_code } : null;
  },
};

export const Answer = z.object({ status_code: number, body: text });
