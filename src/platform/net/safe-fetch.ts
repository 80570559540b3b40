import type { Readable } from 'node:stream';
import { Client, type Dispatcher } from 'undici';
import { OVER } from './connection.ts';
import type { Cookies } from './cookies.ts';
import { dial, type OnDial } from './dial.ts';
import { type FailureCode, failureOf } from './fetch-failure.ts';
import type { Gate, Vetted } from './gate.ts';
import type { UrlUse } from './public-url.ts';
import { acceptedEncodings, type BodyLimit, readBody } from './read-body.ts';
import { type HopRequest, redirectedRequest, redirectTarget } from './redirect.ts';
import type { Refusal } from './url-parts.ts';

export interface SafeFetchOptions {
  use?: UrlUse;
  localAllowed?: boolean;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** With 0 a redirect is returned as the response. */
  maxHops?: number;
  /** Counted after decompression. */
  maxBytes: number;
  overflow?: BodyLimit['overflow'];
  /** The limit for all of it: DNS, redirects and body. */
  timeoutMs: number;
  signal?: AbortSignal;
  onDial?: OnDial;
  /** Sent and updated at every hop, by the rules for cookies. */
  cookies?: Cookies;
}

interface SafeResponse {
  kind: 'response';
  /** After redirects. */
  url: string;
  status: number;
  /** Lower-case names; repeated ones joined with a comma. */
  headers: Record<string, string>;
  /** Decoded. */
  body: Uint8Array;
  /** True when `overflow: 'cut'` left part of the body unread. */
  isCut: boolean;
  hops: number;
}

export type SafeFetchResult =
  | SafeResponse
  | { kind: 'unsafe'; reason: string; url: string }
  | { kind: 'failed'; code: FailureCode; message: string };

/** Fetches an untrusted URL. Every hop passes the gate and connects to the addresses that the gate resolved. */
export async function safeFetch(
  gate: Gate,
  raw: string,
  options: SafeFetchOptions,
): Promise<SafeFetchResult> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any(options.signal ? [options.signal, deadline] : [deadline]);
  try {
    return await followHops(gate, raw, options, signal);
  } catch (error) {
    if (options.signal?.aborted)
      return { kind: 'failed', code: 'aborted', message: 'the request was cancelled' };
    if (deadline.aborted) {
      return {
        kind: 'failed',
        code: 'timeout',
        message: `no complete answer within ${options.timeoutMs} ms`,
      };
    }
    return { kind: 'failed', ...failureOf(error) };
  }
}

async function followHops(
  gate: Gate,
  raw: string,
  options: SafeFetchOptions,
  signal: AbortSignal,
): Promise<SafeFetchResult> {
  const { use = 'target', localAllowed = false, maxHops = 5, maxBytes, overflow = 'fail' } = options;
  const { onDial, cookies } = options;
  const first = await unlessAborted(gate.vet(raw, { use, localAllowed }), signal);
  if (!first.ok) return { kind: 'unsafe', reason: first.reason, url: raw };
  let vetted: Vetted = first;
  let request = firstRequest(options);
  const visited = new Set([pageOf(vetted.url)]);

  for (let hops = 0; ; hops++) {
    const sent = withCookies(request, cookies?.headerFor(vetted.url));
    await using exchange = await exchangeOnce(vetted, sent, signal, onDial);
    const { status, headers } = exchange;
    cookies?.keep(exchange.setCookies, vetted.url);
    const target: string | null = maxHops > 0 ? redirectTarget(status, headers.location, vetted.url) : null;
    if (target === null) {
      const read = await readBody(
        exchange.body,
        hasBody(request, status) ? headers['content-encoding'] : '',
        {
          maxBytes,
          overflow,
        },
      );
      if (!read.ok)
        return { kind: 'failed', code: 'too_large', message: `the answer is over ${maxBytes} bytes` };
      const { body, isCut } = read;
      return { kind: 'response', url: vetted.url.href, status, headers, body, isCut, hops };
    }

    const next: Vetted | Refusal = await unlessAborted(gate.vet(target, { use, localAllowed }), signal);
    if (!next.ok) return { kind: 'unsafe', reason: `a redirect was refused: ${next.reason}`, url: target };
    if (hops === maxHops) return tooManyRedirects(visited.has(pageOf(next.url)), maxHops);
    visited.add(pageOf(next.url));
    request = redirectedRequest(request, status, vetted.url, next.url);
    vetted = next;
  }
}

interface Exchange extends AsyncDisposable {
  status: number;
  headers: Record<string, string>;
  setCookies: string[];
  body: Readable;
}

/** One request on its own connection, so that no connection outlives its verdict. */
async function exchangeOnce(
  vetted: Vetted,
  request: HopRequest,
  signal: AbortSignal,
  onDial: OnDial | undefined,
): Promise<Exchange> {
  const client = new Client(vetted.url.origin, {
    maxHeaderSize: 65_536,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ hostname, protocol }, callback) => {
      if (hostname.replace(/^\[|\]$/g, '') !== vetted.url.hostname.replace(/^\[|\]$/g, '')) {
        callback(new Error('this connection was vetted for another host'), null);
        return;
      }
      const secure = protocol === 'https:';
      const socket = dial(vetted, { secure, onDial, signal });
      const fail = (error: Error): void => callback(error, null);
      socket.once('error', fail);
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        socket.off('error', fail);
        callback(null, socket);
      });
    },
  });
  try {
    const answer = await client.request({
      ...request,
      path: `${vetted.url.pathname}${vetted.url.search}`,
      method: request.method as Dispatcher.HttpMethod,
      signal,
    });
    // Destroying the client rejects a body that is no longer read.
    answer.body.on('error', () => {});
    return {
      status: answer.statusCode,
      headers: flatten(answer.headers),
      setCookies: [answer.headers['set-cookie'] ?? []].flat(),
      body: answer.body,
      [Symbol.asyncDispose]: () => client.destroy(OVER),
    };
  } catch (error) {
    await client.destroy(OVER);
    throw error;
  }
}

/** Headers that we set ourselves; a caller's `host` would change the destination. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function firstRequest({ method = 'GET', headers = {}, body = '' }: SafeFetchOptions): HopRequest {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  return {
    method: method.toUpperCase(),
    headers: { ...Object.fromEntries(kept), 'accept-encoding': acceptedEncodings },
    body: body.length > 0 ? body : null,
  };
}

function withCookies(request: HopRequest, cookie: string | null | undefined): HopRequest {
  return cookie ? { ...request, headers: { ...request.headers, cookie } } : request;
}

function hasBody(request: HopRequest, status: number): boolean {
  return request.method !== 'HEAD' && status !== 204 && status !== 304;
}

/** A redirect to the same page often carries a counter or a token in its query. */
function pageOf(url: URL): string {
  return url.origin + url.pathname;
}

function tooManyRedirects(isLoop: boolean, maxHops: number): SafeFetchResult {
  return isLoop
    ? { kind: 'failed', code: 'redirect_loop', message: 'the redirects run in a circle' }
    : { kind: 'failed', code: 'too_many_redirects', message: `more than ${maxHops} redirects` };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
