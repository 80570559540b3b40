import { type ErrorCode, requestErrors } from '../../errors.ts';
import { EVERY_ROUTE, type Route } from './route.ts';

type Json = Record<string, unknown>;

export const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

/** The refusals of a route by status. Those of one or two codes are described once, under a name. */
export function errorAnswers(route: Route, named: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...EVERY_ROUTE.filter((code) => applies(code, route)), ...route.errors])) {
    const { status } = requestErrors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const answer = errorAnswer(codes, route);
      if (codes.length > 2) return [status, answer];
      const name = pascalCase(route.dialect ?? '') + codes.map(pascalCase).join('Or');
      named[name] = answer;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const ABOUT_KEYS = new Set<ErrorCode>(['invalid_api_key', 'account_unclaimed', 'limited_key']);
const ABOUT_BODIES = new Set<ErrorCode>(['invalid_json', 'payload_too_large', 'unsupported_media_type']);

function applies(code: ErrorCode, route: Route): boolean {
  if (ABOUT_KEYS.has(code)) return route.access !== 'public';
  return !ABOUT_BODIES.has(code) || route.method !== 'GET';
}

function errorAnswer(codes: ErrorCode[], { dialect = 'svc' }: Route): Json {
  const waits = codes.some((code) => requestErrors[code].retryAfter !== undefined);
  return {
    description: codes.map((name) => `\`${name}\`: ${requestErrors[name].when}`).join('; '),
    headers: waits
      ? { ...REQUEST_ID, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      : REQUEST_ID,
    content: {
      'application/json': {
        schema:
          dialect === 'svc'
            ? { $ref: '#/components/schemas/ErrorAnswer' }
            : { type: 'object', description: `The envelope of ${dialect}, with our code.` },
      },
    },
  };
}

export const ERROR_SCHEMAS: Json = {
  ErrorAnswer: {
    type: 'object',
    description: 'Error response. Branch on `code`, never on the text of `message`.',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'The error.',
        required: ['message', 'type', 'code', 'doc_url'],
        properties: {
          message: { type: 'string', description: 'Human-readable message; it may change.' },
          type: { type: 'string', description: 'Class of the error, as in the OpenAI API.' },
          code: { $ref: '#/components/schemas/ErrorCode' },
          param: { type: ['string', 'null'], description: 'The field that the error refers to.' },
          hint: { type: 'string', description: 'Same as `remediation`, for clients that read this name.' },
          remediation: { type: 'string', description: 'What to do about it.' },
          doc_url: { type: 'string', description: 'URL of the documentation of this code.' },
          claim_url: {
            type: 'string',
            description: 'URL of the page where a person claims the account; only with `account_unclaimed`.',
          },
          price_usd: {
            type: 'number',
            description: 'Price to confirm in US dollars; only with `confirmation_required`.',
          },
        },
      },
    },
  },
  ErrorCode: {
    type: 'string',
    description: 'Error code. New codes may be added: handle unknown ones.',
    enum: Object.keys(requestErrors),
  },
};
