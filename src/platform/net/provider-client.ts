import { Agent, type Dispatcher, request } from 'undici';
import { parseExact } from '../exact-json.ts';

/**
 * The plain client for addresses the operator set (providers, model, payments). It has no address rules, so a
 * URL from a caller or a page must never come here: those go through the safe one. It follows no redirects.
 */
export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers?: Record<string, string>;
  /** Sent as JSON, or as a form when it is URLSearchParams. */
  body?: unknown;
  signal?: AbortSignal;
  timeoutMs?: number;
  maxBytes?: number;
  /** Idempotent although not a GET, so it may use a kept-alive connection. */
  repeatable?: boolean;
}

export interface ProviderResponse {
  ok: true;
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  text: string;
  /** The parsed body, null for an empty one, undefined when it is not JSON. */
  json: unknown;
}

/** Only a reason and an error code. The request holds keys and is never logged. */
export interface ProviderFailure {
  ok: false;
  reason: 'aborted' | 'timeout' | 'unreachable' | 'interrupted' | 'too_large';
  code: string | null;
  /** False only when the provider surely never saw the request. */
  sent: boolean;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

const connection = { connect: { timeout: 10_000 }, autoSelectFamily: true };
const keptAlive = new Agent(connection);
// The server may close a kept-alive connection while we write, and it is unknown whether the request arrived.
// Requests that are not idempotent therefore use a new connection.
const oneShot = new Agent({ ...connection, pipelining: 0, allowH2: false });

export async function requestProvider(asked: ProviderRequest): Promise<ProviderResponse | ProviderFailure> {
  const body = encodeBody(asked.body);
  const timeout = AbortSignal.timeout(asked.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = asked.signal ? AbortSignal.any([asked.signal, timeout]) : timeout;
  if (asked.signal?.aborted) return { ok: false, reason: 'aborted', code: null, sent: false };
  try {
    const response = await request(asked.url, {
      method: asked.method,
      headers: { accept: 'application/json', 'user-agent': 'switchyard', ...body.headers, ...asked.headers },
      body: body.text,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
      dispatcher: asked.method === 'GET' || asked.repeatable ? keptAlive : oneShot,
    });
    const text = await readText(response.body, asked.maxBytes ?? DEFAULT_MAX_BYTES);
    if (text === null) return { ok: false, reason: 'too_large', code: null, sent: true };
    const headers = plainHeaders(response.headers);
    return { ok: true, status: response.statusCode, headers, text, json: parseJson(text) };
  } catch (error) {
    if (asked.signal?.aborted) return { ok: false, reason: 'aborted', code: null, sent: true };
    if (timeout.aborted) return { ok: false, reason: 'timeout', code: null, sent: true };
    return failureOf(error);
  }
}

function encodeBody(body: unknown): { headers: Record<string, string>; text: string | null } {
  if (body === undefined) return { headers: {}, text: null };
  if (body instanceof URLSearchParams) {
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, text: body.toString() };
  }
  return { headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

async function readText(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

export function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
  );
}

/** Failures before the first byte was sent: DNS, connection, certificate, or a request that undici refuses. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ERR_INVALID_CHAR|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

export function failureOf(error: unknown): ProviderFailure {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') throw error;
  const before = BEFORE_SENDING.test(code) || syscall === 'connect' || syscall === 'getaddrinfo';
  return { ok: false, reason: before ? 'unreachable' : 'interrupted', code, sent: !before };
}
