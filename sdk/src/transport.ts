import { anySignal } from './any-signal.ts';
import { ApiPromise } from './api-promise.ts';
import {
  connectionError,
  errorOfAnswer,
  OptionError,
  SwitchyardError,
  timeoutError,
  unexpectedAnswer,
} from './errors.ts';
import { OPERATIONS, type Ops, type RunResponse } from './generated/client.ts';
import { toFormData } from './generated/runtime/multipart.ts';
import { parse, readError } from './generated/runtime/parse.ts';
import { send } from './generated/runtime/send.ts';
import type { OperationDescriptor, ParseAs, QueryValue, RetryContext } from './generated/runtime/types.ts';
import { buildUrl, substitutePath } from './generated/runtime/url.ts';
import type { Logger } from './log.ts';

/** The options of every call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds for one try of one request. */
  timeout?: number | undefined;
  /** How often a try that failed for the moment is repeated. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
}

export interface TransportOptions {
  baseUrl: string;
  apiKey: string | (() => string | Promise<string>) | null;
  fetch: typeof fetch;
  timeout: number;
  maxRetries: number;
  headers: Record<string, string>;
  logger: Logger;
}

/** The operations by name. Asked for JSON, creating and reading a run answer with the run. */
type Operations = Omit<Ops, 'runs_create' | 'runs_get'> & {
  runs_create: { args: Ops['runs_create']['args']; result: RunResponse };
  runs_get: { args: Ops['runs_get']['args']; result: RunResponse };
};
type OperationKey = keyof Operations & keyof typeof OPERATIONS;
/** `runs.create`, as in the OpenAPI document. */
export type OperationId = (typeof OPERATIONS)[OperationKey]['id'];
type KeyOf<Id extends OperationId> = {
  [K in OperationKey]: (typeof OPERATIONS)[K]['id'] extends Id ? K : never;
}[OperationKey];
export type ArgsOf<Id extends OperationId> = Operations[KeyOf<Id>]['args'];
export type ResultOf<Id extends OperationId> = Operations[KeyOf<Id>]['result'];

interface Whole<T> {
  data: T;
  response: Response;
}

/** The inputs of an operation, by where they go. */
interface Inputs {
  path?: Record<string, unknown>;
  query?: Record<string, QueryValue>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
}

const FIRST_DELAY_MS = 500;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
// The service refuses these before it does anything.
const REFUSED = new Set([429, 503]);

/** Sends the operations of the API: keys, retries, time limits, and errors in the words of this SDK. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  get logger(): Logger {
    return this.#options.logger;
  }

  call<Id extends OperationId>(
    id: Id,
    args: ArgsOf<Id>,
    options: CallOptions = {},
  ): ApiPromise<ResultOf<Id>> {
    return new ApiPromise(this.#send<ResultOf<Id>>(id, args, options, this.#timeout(options)));
  }

  /** The answer with its body unread; the time limit is for the answer to begin. */
  async open<Id extends OperationId>(
    id: Id,
    args: ArgsOf<Id>,
    options: CallOptions = {},
    accept = '*/*',
  ): Promise<Response> {
    const patience = new AbortController();
    const ms = this.#timeout(options) * (1 + this.#retries(options));
    const timer = setTimeout(() => patience.abort(timeoutError(this.#options.baseUrl, ms)), ms);
    const signal = anySignal(options.signal, patience.signal);
    try {
      return (await this.#send(id, args, { ...options, signal }, 0, 'stream', accept)).response;
    } finally {
      clearTimeout(timer);
    }
  }

  async #send<T>(
    id: OperationId,
    args: Inputs,
    options: CallOptions,
    timeout: number,
    parseAs: ParseAs = 'auto',
    accept = 'application/json',
  ): Promise<Whole<T>> {
    const operation: OperationDescriptor = OPERATIONS[id.replace('.', '_') as OperationKey];
    const url = buildUrl(this.#options.baseUrl, substitutePath(operation.path, args.path ?? {}), args.query);
    const { logger } = this.#options;
    const { signal } = options;
    logger.debug(`${id}: ${operation.method} ${url}`);
    const headers = await this.#headers(args, options);
    const body = operation.body?.multipart ? args.body : asJson(args.body);
    let response: Response | undefined;
    try {
      const init = {
        method: operation.method,
        headers,
        timeout,
        retry: { retries: this.#retries(options), retryDelay: FIRST_DELAY_MS, retryOn: retryOn(id, logger) },
        ...(signal && { signal }),
      };
      const context = { id, path: operation.path, tags: [] };
      const config = { fetch: this.#options.fetch };
      const parts = { serializeMultipart: toFormData };
      ({ response } = await send(config, context, url, init, body, operation.body, parts, accept));
      logger[response.ok ? 'debug' : 'info'](
        `${id}: ${response.status}, request ${response.headers.get('x-request-id')}`,
      );
      if (!response.ok) throw errorOfAnswer(response, await readError(response), url);
      const isPage = response.headers.get('content-type')?.includes('text/html');
      if (isPage && accept !== '*/*')
        throw unexpectedAnswer(url, 'answered with a page instead of JSON', response);
      return { data: (await parse(response, parseAs)) as T, response };
    } catch (error) {
      if (error instanceof SwitchyardError) throw error;
      if (signal?.aborted) throw signal.reason;
      if ((error as Error)?.name === 'TimeoutError') throw timeoutError(url, timeout);
      if (response && error instanceof SyntaxError)
        throw unexpectedAnswer(url, 'answered with broken JSON', response);
      throw connectionError(url, error);
    }
  }

  async #headers({ headers = {} }: Inputs, options: CallOptions): Promise<Record<string, string>> {
    const { apiKey, headers: always } = this.#options;
    const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    return sendable({
      ...always,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(Object.fromEntries(given) as Record<string, string>),
      ...options.headers,
    });
  }

  #timeout({ timeout }: CallOptions): number {
    return timeout ?? this.#options.timeout;
  }

  #retries({ maxRetries }: CallOptions): number {
    return maxRetries ?? this.#options.maxRetries;
  }
}

/** `fetch` takes no character above Latin-1; the service reads UTF-8. The message keeps the value, maybe a key, to itself. */
function sendable(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, given]): [string, string] => {
    const value = String(given);
    if (/[\0\r\n]/.test(value.trim()))
      throw unusable(
        `The header ${name} holds a line break.`,
        'Remove the line break from the key or header.',
      );
    const isLatin1 = /^[\0-\xff]*$/.test(value);
    return [name, isLatin1 ? value : String.fromCharCode(...new TextEncoder().encode(value))];
  });
  return Object.fromEntries(entries);
}

function asJson(body: unknown): string | undefined {
  try {
    return JSON.stringify(body);
  } catch (error) {
    const { message } = error as Error;
    throw unusable(
      `The call cannot be written as JSON: ${message}`,
      'Pass plain data: no circular objects, no BigInt.',
    );
  }
}

function unusable(message: string, remediation: string): OptionError {
  return new OptionError({ code: 'invalid_option', message, remediation });
}

function retryOn(id: OperationId, logger: Logger): (failed: RetryContext) => boolean {
  return (failed) => {
    const isRetried = shouldRetry(failed);
    if (isRetried)
      logger.info(`${id}: try ${failed.attempt} failed (${failed.response?.status ?? failed.error})`);
    return isRetried;
  };
}

/** The service's own word counts; otherwise every request that is safe to repeat. */
function shouldRetry({ request: { method, headers }, response }: RetryContext): boolean {
  const said = response?.headers.get('x-should-retry');
  if (said) return said === 'true';
  const isRepeatable = /^(?:GET|PUT|DELETE)$/.test(method) || 'Idempotency-Key' in headers;
  if (!response) return isRepeatable;
  const isInFlight = response.status === 409 && response.headers.has('retry-after');
  return isInFlight || (isRepeatable ? RETRIED : REFUSED).has(response.status);
}
