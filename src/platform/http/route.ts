import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import type { Dialect } from './dialects.ts';

/** What a key may do. */
export const PERMISSIONS = ['runs', 'vault', 'webhooks', 'workspace'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The caller, from the key or the console session. Rooms see ids and facts, never the key. */
export interface Caller {
  accountId: string;
  workspaceId: string;
  /** The key that was used; null for a person in the console. */
  keyId: string | null;
  feeRatePpm: number;
  /** What the key may do; absent: everything. */
  permissions?: readonly Permission[];
  /** The page on which a human claims the account; only of an unclaimed one. */
  claimUrl?: string;
  /** The account can read and delete, and create nothing. */
  isFrozen?: boolean;
  /** The person of a console session; absent for a key. */
  session?: { email: string | null; csrf: string };
}

/** A caller's action, for the audit log. */
export interface AuditedAction {
  action: string;
  caller: Caller;
  /** The id of its object, where there is one. */
  subjectId: string | null;
  ip: string;
}

/**
 * The callers of a route: a key or, without one, the console (cookie and CSRF token); the console alone; the scheduler with
 * its secret; or anyone.
 */
type Access = 'key' | 'session' | 'cron' | 'public';

/** One file of a multipart body. */
export interface Upload {
  field: string;
  name: string;
  contentType: string;
  bytes: Buffer;
}

interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The body as it was sent, for fingerprints. */
  rawBody: unknown;
  /** The bytes of the body; empty unless the route takes `bytes`. */
  rawBytes: Buffer;
  /** Empty unless the route takes `multipart`; its other fields are the body. */
  files: Upload[];
  /** Present on every route that takes a key or a session. */
  caller: Caller;
  /** The address of the client; behind a trusted proxy, the one that the proxy reports. */
  ip: string;
  header(name: string): string | null;
  /** The values of a header that was sent several times, one by one. */
  headerValues(name: string): string[];
  /** The requested path, the same for `/v1` and `/api/v1`, without its query. */
  endpoint: string;
  cookie(name: string): string | null;
  /** Only the headers of the answer are wanted. */
  isHead: boolean;
  /** A signal that is aborted when the client goes away. */
  untilGone(): AbortSignal;
  /** Called before anything else happens for an answer that will be a stream: `saturated` when too many are open. */
  takeStream(): void;
}

/**
 * The answer of a handler; `body` is sent as JSON, `json` is JSON already, `stream` and `bytes` are sent as they are.
 * `length` tells a HEAD how many bytes there would be, where they need not be at hand.
 */
export interface Answer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: unknown;
  json?: string;
  stream?: Readable;
  bytes?: Uint8Array;
  length?: number;
}

/** Headers of an answer that clients may keep, and ask with its version whether it is still the same. */
export function keptAs(version: string): Record<string, string> {
  return { 'cache-control': 'private, no-cache', etag: `"${version}"` };
}

interface RouteShape<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api` (a page: below the origin), with `:name` for parameters; a last `*` is the rest of the path. */
  path: string;
  /** Its name in the SDK and in `openapi.json`, such as `runs.create`. Routes without one are not part of the SDK. */
  operation?: string;
  summary: string;
  /** For `openapi.json`; every route but a page has one. */
  description?: string;
  tag: string;
  /** A page lives outside `/api`, `/v1` and `/v2` and outside the OpenAPI document. Default `api`. */
  area?: 'api' | 'page';
  /** A read token of the run `:id` opens it, too, and pages of any origin may ask. */
  opensToRunToken?: true;
  /** Large and rarely changed: clients may keep the answer, and ask with its `ETag` whether it is still the same. */
  changesRarely?: true;
  /** Its answer holds a key, a token or a signing secret: it is never compressed. */
  holdsSecret?: true;
  /** It creates nothing, whatever its method: a frozen account may use it. */
  opensToFrozen?: true;
  /** How many requests of one key may be under way; for routes that cost the caller nothing. */
  atOnce?: number;
  /** Default `key`. Public and cron routes get no caller. */
  access?: Access;
  /** What the document shows instead of `access`, where the handler checks the caller itself. */
  proof?: Access | 'payer' | 'signature';
  /** The `WWW-Authenticate` of its 401. */
  challenge?(): string;
  /** The permission that a key needs; default `workspace`. */
  permission?: Permission | 'any';
  /** Error format of this route and of every path with the same first two segments; default `svc`. */
  dialect?: Dialect;
  /** `bytes`: the body is not looked at, for signatures. `multipart`: one file and some fields. Default `json`. */
  takes?: 'json' | 'bytes' | 'multipart';
  params?: P;
  query?: Q;
  body?: B;
  /** The address of the only instance that can answer this, where it is another one: it is asked instead. */
  elsewhere?(params: z.output<P>): Promise<string | null>;
  /** The name under which a success is kept in the audit log, such as `credential.created`. */
  audit?: string;
  /** Headers the handler reads: a description, or one with limits. */
  headers?: Record<string, string | { description: string; maxLength?: number }>;
  /** Error codes for malformed fields; all others are `invalid_request`. `''` is the whole body. */
  codes?: Record<string, ErrorCode>;
  responses: Record<number, z.ZodType>;
  /** Headers of its successful answers, with their meaning. */
  answerHeaders?: Record<string, string>;
  /** Requests to an address that was given to this route: the webhooks of the OpenAPI document, by name. */
  announces?: Record<string, Announcement>;
  /** The content types of a 200 and a 206, where that is not only JSON. */
  contentTypes?: string[];
  /** One event of the stream that a 200 can be instead. */
  events?: z.ZodType;
  /** Codes this route may throw, besides those every route has. */
  errors: ErrorCode[];
  handler(input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>): Promise<Answer>;
}

/** A request of ours to the caller's own server. */
export interface Announcement {
  summary: string;
  description: string;
  headers: Record<string, string>;
  body: z.ZodType;
}

export type Route = RouteShape<z.ZodType, z.ZodType, z.ZodType>;

/** A route is a value. From it come validation, types, OpenAPI and the common test suite. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  shape: RouteShape<P, Q, B>,
): Route {
  return shape as unknown as Route;
}

/** The address of a route from the origin on. */
export function urlOf({ area, path }: Pick<Route, 'area' | 'path'>): string {
  return area === 'page' ? path : `/api${path}`;
}

export const EVERY_ROUTE: ErrorCode[] = [
  'invalid_api_key',
  'auth_required',
  'account_unclaimed',
  'limited_key',
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_request',
  'misdirected_request',
  'internal_error',
  'service_unavailable',
];
