import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';

/** The caller, as the key says. Rooms see ids and facts, never the key. */
export interface Caller {
  accountId: string;
  workspaceId: string;
  feeRatePpm: number;
}

interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The body as it was sent, for fingerprints. */
  rawBody: unknown;
  /** Present on every route that takes a key. */
  caller: Caller;
  header(name: string): string | null;
  /** Only the headers of the answer are wanted. */
  isHead: boolean;
  /** A signal that is aborted when the client goes away. */
  untilGone(): AbortSignal;
  /** Called before anything else happens for an answer that will be a stream: `saturated` when too many are open. */
  takeStream(): void;
}

/**
 * What a handler answers; `body` is sent as JSON, `json` is JSON already, `stream` and `bytes` are sent as they are.
 * `length` tells a HEAD how many bytes there would be, where they need not be at hand.
 */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  json?: string;
  stream?: Readable;
  bytes?: Uint8Array;
  length?: number;
}

interface RouteShape<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  tag: string;
  /** Public routes take no key and get an empty caller. */
  isPublic?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** Headers the handler reads, and what they mean. */
  headers?: Record<string, string>;
  /** Fields whose malformed value has an error code of its own; all others are `invalid_request`. `''` is the whole body. */
  codes?: Record<string, ErrorCode>;
  responses: Record<number, z.ZodType>;
  /** What a 200 can be, where that is not only JSON. */
  contentTypes?: string[];
  /** Codes this route may throw, besides those every route has. */
  errors: ErrorCode[];
  handler(input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>): Promise<Answer>;
}

export type Route = RouteShape<z.ZodType, z.ZodType, z.ZodType>;

/** A route is a value. From it come validation, types, OpenAPI and the common test suite. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  shape: RouteShape<P, Q, B>,
): Route {
  return shape as unknown as Route;
}

export const EVERY_ROUTE: ErrorCode[] = [
  'invalid_api_key',
  'account_unclaimed',
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'internal_error',
  'service_unavailable',
];
