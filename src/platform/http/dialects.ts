import { STATUS_CODES } from 'node:http';
import { type ApiError, errorType, requestErrors } from '../../errors.ts';

/** Whose clients a route speaks to: which envelope its errors wear, and which header may bring the key. */
export type Dialect =
  | 'svc'
  | 'anthropic'
  | 'browserbase'
  | 'browser-use'
  | 'skyvern'
  | 'firecrawl'
  | 'hyperbrowser';

interface DialectFacts {
  /** Where the official client puts the key, besides `authorization` and `x-api-key`. */
  keyHeader?: string;
  errorBody(facts: ErrorMembers, requestId: string | null): Record<string, unknown>;
}

export const dialects: Record<Dialect, DialectFacts> = {
  svc: { errorBody: ({ status: _, ...error }) => ({ error }) },
  anthropic: {
    errorBody: ({ type, message, code, param, remediation }, requestId) => ({
      type: 'error',
      error: { type, message, code, param, remediation },
      request_id: requestId,
    }),
  },
  browserbase: {
    keyHeader: 'x-bb-api-key',
    errorBody: ({ status, message, code }) => ({
      statusCode: status,
      error: STATUS_CODES[status] ?? 'Error',
      message,
      code,
    }),
  },
  'browser-use': {
    keyHeader: 'x-browser-use-api-key',
    errorBody: ({ message, code }) => ({ detail: message, code }),
  },
  skyvern: { errorBody: ({ message, code }) => ({ detail: message, code }) },
  firecrawl: { errorBody: ({ message, code }) => ({ success: false, error: message, code }) },
  hyperbrowser: { errorBody: ({ message, code }) => ({ message, code }) },
};

/** What can be said about an error, by the names of our own envelope. */
type ErrorMembers = ReturnType<typeof membersOf>;

export function membersOf(known: ApiError) {
  const facts = requestErrors[known.code];
  const { param, hint, claimUrl } = known.details;
  return {
    status: facts.status,
    message: known.message,
    type: errorType(known.code),
    code: known.code,
    param: param ?? null,
    ...(hint === undefined ? {} : { hint }),
    remediation: facts.remediation,
    ...(claimUrl === undefined ? {} : { claim_url: claimUrl }),
  };
}
