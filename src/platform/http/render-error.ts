import { ApiError, requestErrors } from '../../errors.ts';
import { DatabaseAway } from '../db.ts';
import { type Dialect, dialects, membersOf } from './dialects.ts';

export interface RenderedError {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** The only place that turns an error into HTTP. Unknown errors say nothing about their cause. */
export function renderError(
  error: unknown,
  dialect: Dialect = 'svc',
  requestId: string | null = null,
  origin = '',
): RenderedError {
  const known = toApiError(error);
  const facts = requestErrors[known.code];
  const { allow } = known.details;
  const retryAfter = known.details.retryAfter ?? facts.retryAfter;
  const headers: Record<string, string> = {};
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  if (facts.shouldRetry === false || (retryAfter ?? 0) > 60) headers['x-should-retry'] = 'false';
  if (allow !== undefined) headers.allow = allow;
  const body = dialects[dialect].errorBody(membersOf(known, origin), requestId);
  return { status: facts.status, headers, body };
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseAway) {
    return new ApiError('service_unavailable', {
      message: 'The database cannot be reached right now.',
      cause: error,
    });
  }
  const { code, statusCode } = frameworkFacts(error);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError(
      'unsupported_media_type',
      'The body must be JSON (`Content-Type: application/json`).',
    );
  }
  if (statusCode === 413) return new ApiError('payload_too_large', 'The request body is over its limit.');
  if (code.startsWith('FST_') && statusCode < 500) {
    return new ApiError('invalid_request', 'The request is malformed.');
  }
  return new ApiError('internal_error', { message: 'Something went wrong on our side.', cause: error });
}

function frameworkFacts(error: unknown): { code: string; statusCode: number } {
  const { code, statusCode } = ownMembers(error);
  return { code: String(code ?? ''), statusCode: typeof statusCode === 'number' ? statusCode : 500 };
}

/** The loggable part of a failure. Database messages can quote values, so they are left out. */
export function causeOf(error: unknown): Record<string, unknown> {
  const cause = error instanceof ApiError ? (error.details.cause ?? error) : error;
  if (!(cause instanceof Error)) return { cause: typeof cause };
  const stack = cause.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const { severity, code, table, constraint } = ownMembers(cause);
  if (severity !== undefined) return { cause: 'database', code, table, constraint, stack };
  return { cause: `${cause.name}: ${cause.message}`, stack };
}

function ownMembers(error: unknown): Record<string, unknown> {
  return error instanceof Error ? (error as Error & Record<string, unknown>) : {};
}
