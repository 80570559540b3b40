import { STATUS_CODES } from 'node:http';
import { type ApiError, errorType, requestErrors } from '../../errors.ts';

/** The clients that a route speaks to: the envelope of its errors, and the header of the key. */
export type Dialect =
  | 'svc'
  | 'anthropic'
  | 'browserbase'
  | 'browser-use'
  | 'skyvern'
  | 'firecrawl'
  | 'hyperbrowser';

interface DialectFacts {
  /** The official client's header for the key, besides `authorization` and `x-api-key`. */
  keyHeader?: string;
  errorBody(facts: ErrorMembers, requestId: string | null): Record<string, unknown>;
}

export const dialects: Record<Dialect, DialectFacts> = {
  svc: { errorBody: ({ status: _, ...error }) => ({ error }) },
  anthropic: {
    errorBody: ({ type, message, code, param, remediation, claim_url, doc_url }, requestId) => ({
      type: 'error',
      error: { type, message, code, param, remediation, claim_url, doc_url },
      request_id: requestId,
    }),
  },
  browserbase: {
    keyHeader: 'x-bb-api-key',
    errorBody: ({ status, message, code, claim_url, doc_url }) => ({
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message,
      code,
      claim_url,
      doc_url,
    }),
  },
  'browser-use': {
    keyHeader: 'x-browser-use-api-key',
    errorBody: ({ message, code, claim_url, doc_url }) => ({ detail: message, code, claim_url, doc_url }),
  },
  skyvern: {
    errorBody: ({ message, code, claim_url, doc_url }) => ({ detail: message, code, claim_url, doc_url }),
  },
  firecrawl: {
    errorBody: ({ message, code, claim_url, doc_url }) => ({
      success: false,
      error: message,
      code,
      claim_url,
      doc_url,
    }),
  },
  hyperbrowser: {
    errorBody: ({ message, code, claim_url, doc_url }) => ({ message, code, claim_url, doc_url }),
  },
};

/** Facts about an error, by the names of our own envelope. */
type ErrorMembers = ReturnType<typeof membersOf>;

/** `origin` is the address of the service; without it the link is relative. */
export function membersOf(known: ApiError, origin = '') {
  const facts = requestErrors[known.code];
  const { param, hint, claimUrl, priceUsd, remediation = facts.remediation } = known.details;
  return {
    status: facts.status,
    message: known.message,
    type: errorType(known.code),
    code: known.code,
    param: param ?? null,
    ...(hint === undefined ? {} : { hint }),
    remediation,
    doc_url: `${origin}/docs/errors#${known.code}`,
    /** Absent but for `account_unclaimed`. */
    claim_url: claimUrl,
    /** Absent but for `confirmation_required`. */
    price_usd: priceUsd,
  };
}
