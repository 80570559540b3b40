import { ApiPromise } from './api-promise.ts';
import { connectionError, errorOfAnswer, SwitchyardError, timeoutError, unexpectedAnswer } from './errors.ts';
import { OPERATIONS, type Ops, type RunResponse } from './generated/client.ts';
import { createClientCore } from './generated/runtime/create-client.ts';
import { TimeoutError as AttemptTimeout } from './generated/runtime/errors.ts';
import type { Middleware, RequestContext, RetryContext } from './generated/runtime/types.ts';
import type { Logger } from './log.ts';

/** What every call takes. */
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
  apiKey: string | (() => string | Promise<string>) | undefined;
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
type Method = (args: object, init: object) => Promise<Whole<unknown>>;
/** The last answer of a request rides along, for what its headers say about an error. */
type Context = RequestContext & { response?: Response };

const FIRST_DELAY_MS = 500;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
// The service refuses these before it does anything.
const REFUSED = new Set([429, 503]);

/** Sends the operations of the API: keys, retries, time limits, and errors in the words of this SDK. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #methods: Record<string, Method>;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#methods = createClientCore(OPERATIONS, {
      serverUrl: options.baseUrl,
      fetch: (input, init) => options.fetch(input, init),
      clientHeader: false,
      middleware: [this.#middleware()],
    }) as unknown as Record<string, Method>;
  }

  get logger(): Logger {
    return this.#options.logger;
  }

  get maxRetries(): number {
    return this.#options.maxRetries;
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
    const signal = options.signal ? AbortSignal.any([options.signal, patience.signal]) : patience.signal;
    const wanted = { ...options, signal, headers: { ...options.headers, accept } };
    try {
      return (await this.#send(id, args, wanted, 0, 'stream')).response;
    } finally {
      clearTimeout(timer);
    }
  }

  async #send<T>(
    id: string,
    args: object,
    { signal, headers, maxRetries }: CallOptions,
    timeout: number,
    parseAs?: 'stream',
  ): Promise<Whole<T>> {
    const method = this.#methods[id.replace('.', '_')] as Method;
    const retry = {
      retries: maxRetries ?? this.#options.maxRetries,
      retryDelay: FIRST_DELAY_MS,
      retryOn: shouldRetry,
    };
    const init = { envelope: true, headers, signal, timeout, retry, ...(parseAs && { parseAs }) };
    try {
      return (await method(args, init)) as Whole<T>;
    } catch (error) {
      if (error instanceof SwitchyardError) throw error;
      if (signal?.aborted) throw signal.reason;
      const { baseUrl } = this.#options;
      if (error instanceof AttemptTimeout || (error as Error)?.name === 'TimeoutError')
        throw timeoutError(baseUrl, timeout);
      if (error instanceof SyntaxError)
        throw unexpectedAnswer(baseUrl, 'answered with broken JSON', new Headers());
      throw connectionError(baseUrl, error);
    }
  }

  #timeout({ timeout }: CallOptions): number {
    return timeout ?? this.#options.timeout;
  }

  #retries({ maxRetries }: CallOptions): number {
    return maxRetries ?? this.#options.maxRetries;
  }

  #middleware(): Middleware {
    const { logger, apiKey, headers } = this.#options;
    return {
      async onRequest(context) {
        const key = typeof apiKey === 'function' ? await apiKey() : apiKey;
        context.headers = { ...headers, ...(key && { authorization: `Bearer ${key}` }), ...context.headers };
        logger.debug(`${context.operation.id}: ${context.method} ${context.url}`);
      },
      onResponse(response, context) {
        (context as Context).response = response;
        const level = response.ok ? 'debug' : 'info';
        logger[level](`${context.operation.id}: ${response.status} ${response.headers.get('x-request-id')}`);
        const type = response.headers.get('content-type') ?? '';
        const isPage = type.includes('text/html') && context.headers.accept !== '*/*';
        if (response.ok && isPage)
          throw unexpectedAnswer(context.url, 'answered with a page instead of JSON', response.headers);
      },
      onError(error, context) {
        const { response } = context as Context;
        return errorOfAnswer(error.status, error.body, response?.headers ?? new Headers(), context.url);
      },
      onSettled(context, { attempts }) {
        if (attempts > 1) logger.info(`${context.operation.id}: took ${attempts} tries`);
      },
    };
  }
}

/** What the service says counts; else whatever may be sent twice is. */
function shouldRetry({ request, response, error }: RetryContext): boolean {
  const said = response?.headers.get('x-should-retry');
  if (said) return said === 'true';
  if (error instanceof SwitchyardError) return false;
  const { method, headers } = request;
  const isRepeatable =
    method === 'GET' || method === 'PUT' || method === 'DELETE' || 'Idempotency-Key' in headers;
  if (!response) return isRepeatable;
  const isInFlight = response.status === 409 && response.headers.has('retry-after');
  return isInFlight || (isRepeatable ? RETRIED : REFUSED).has(response.status);
}
