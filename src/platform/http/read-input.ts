import type { z } from 'zod';
import { ApiError, type ErrorCode } from '../../errors.ts';

type Json = Record<string, unknown>;

const MAX_PARAM = 200;
const WHOLE_BODY = '';

/** The caller's input, or its first fault, under the field's own code where it has one. */
export function readInput<T>(
  schema: z.ZodType<T>,
  value: unknown,
  codes: Readonly<Record<string, ErrorCode>>,
  from: 'body' | 'query' = 'body',
): T {
  const read = schema.safeParse(value, { error: plainWords });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...(issue?.path ?? []).map(String), ...unknown];
  const field = path[0];
  // A repeated parameter arrives as a list.
  const isRepeated = from === 'query' && path.length === 1 && Array.isArray((value as Json)[field ?? '']);
  const rule = isRepeated
    ? 'must be given once'
    : unknown.length > 0
      ? UNKNOWN
      : (issue?.message ?? MALFORMED);
  if (field === undefined) {
    const whole = issue?.code === 'invalid_type' ? 'must be a JSON object.' : rule;
    throw new ApiError(codeOf(WHOLE_BODY, codes), `The request body ${whole}`);
  }
  const param = path.join('.').slice(0, MAX_PARAM).toWellFormed();
  const owner = unknown.length > 0 && path.length === 1 ? WHOLE_BODY : field;
  throw new ApiError(codeOf(owner, codes), { message: `\`${param}\`: ${rule}`, param });
}

/** A fault found before the route was known gets the route's code for that field. */
export function withCode(error: ApiError, codes: Readonly<Record<string, ErrorCode>>): ApiError {
  const { param } = error.details;
  if (error.code !== 'invalid_request' || typeof param !== 'string') return error;
  return new ApiError(codeOf(param, codes), error.details);
}

function codeOf(field: string, codes: Readonly<Record<string, ErrorCode>>): ErrorCode {
  return (Object.hasOwn(codes, field) && codes[field]) || 'invalid_request';
}

const MALFORMED = 'is malformed';
const UNKNOWN = 'is unknown here, or cannot be set or changed';

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Record<string, string> = {
  email: 'an email address',
  url: 'an absolute URL',
  date: 'a date such as 2026-08-13',
  datetime: 'an ISO 8601 date-time',
};

/** For rules that have no words of their own. The value is never echoed. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const isMissing = issue.input === undefined ? 'is missing: ' : '';
      return `${isMissing}must be ${TYPES[issue.expected] ?? 'of another type'}`;
    }
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${amount(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')}`;
    case 'too_big':
      return `must ${amount(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')}`;
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'of the form that the API reference shows'}`;
    case 'invalid_union':
      return 'has none of the forms that the API reference shows';
    default:
      return MALFORMED;
  }
}

function amount(origin: string, limit: number | bigint, than: string): string {
  const isCounted = origin === 'string' || origin === 'array';
  if (isCounted && limit === 1 && than === 'at least') return 'not be empty';
  if (origin === 'string') return `have ${than} ${limit} characters`;
  if (origin === 'array') return `have ${than} ${limit} entries`;
  return `be ${than} ${limit}`;
}
