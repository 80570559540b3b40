import { hash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ApiError, requestErrors } from '../../errors.ts';
import { mayBeClosed } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { HANDED_ON, handOn } from '../net/forward-upgrade.ts';
import { isSameSecret } from '../same-secret.ts';
import { traced } from '../trace.ts';
import { readBodies, readUploads, sentBody } from './bodies.ts';
import { type Authenticators, callerOf, cookiesOf, headerOf, headerValuesOf } from './caller.ts';
import { clientAddress, type ProxyTrust } from './client-address.ts';
import { compressed } from './compress.ts';
import type { Dialect } from './dialects.ts';
import { fewAtOnce } from './few-at-once.ts';
import { API_VERSION, describeApi } from './openapi.ts';
import { INSIDE, refuseUnpermitted } from './permissions.ts';
import { answerProtocolError } from './protocol-error.ts';
import { readInput, withCode } from './read-input.ts';
import { causeOf, renderError, toApiError } from './render-error.ts';
import { RequestLog } from './request-log.ts';
import {
  type Answer,
  type AuditedAction,
  type Caller,
  EVERY_ROUTE,
  keptAs,
  type Route,
  urlOf,
} from './route.ts';
import { refuseMisdirected } from './served-host.ts';
import { dialectsOf, unknownRoute, withApiPrefix } from './unknown-route.ts';
import { isUpgrade, takeUpgrades, type Upgrade } from './upgrades.ts';

export interface ServerOptions extends Authenticators {
  onAnswered?(route: string, status: number, seconds: number): void;
  /** Keeps a record of an action that matters for security. */
  audit?(action: AuditedAction): Promise<void>;
  routes: Route[];
  /** The address of the service, for links in errors. */
  origin?(): string;
  /** The document of the API; left out, it is made of the routes. */
  readDocument?(): string;
  upgrades?: Upgrade[];
  log: Log;
  /** On loopback: the hosts of requests and of their pages. Others are refused. */
  servesHost?(hostname: string): boolean;
  /** The proxies whose `X-Forwarded-For` is believed; none by default. */
  trustProxy?: ProxyTrust;
  /** True while the instance drains: then no new work is taken. */
  isDraining(): boolean;
  /** Smaller limits, for tests. */
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  headerBytes: 16_384,
  headersMs: 10_000,
  requestMs: 30_000,
  /** Longer than the 60 seconds of usual balancers, which then close their idle connections first. */
  keepAliveMs: 75_000,
  /** The interval of the checks of `headersMs` and `requestMs`. */
  checkMs: 2_000,
  /** Longer than any answer may wait; ends connections whose client neither reads nor writes. */
  idleMs: 480_000,
  connections: 10_000,
  streams: 2_000,
};

/** HTTP server: authentication, rate limits, error rendering, OpenAPI. Independent of runs. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const limits = { ...LIMITS, ...options.limits };
  const answering = new WeakMap<Socket, ServerResponse>();
  const requestLog = new RequestLog(options.onAnswered);
  const upgrades = options.upgrades ?? [];
  const dialectAt = dialectsOf(options.routes);
  const origin = options.origin ?? (() => '');
  const sendError = errorSender(dialectAt, origin);
  const app = Fastify({
    loggerInstance: quieter(options.log) as FastifyBaseLogger,
    logController: requestLog,
    // A child logger per request costs more than the one line it writes.
    childLoggerFactory: () => options.log as FastifyBaseLogger,
    genReqId: () => newId('req'),
    rewriteUrl: (request) => withApiPrefix(request.url ?? '/'),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    return503OnClosing: false,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      // Checked below, with an answer in the envelope.
      requireHostHeader: false,
      shouldUpgradeCallback: (request: IncomingMessage) => isUpgrade(upgrades, request),
    },
    frameworkErrors: async (error, request, reply) => {
      await sendError(error, request as FastifyRequest, reply as FastifyReply);
      requestLog.requestCompleted(null, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) =>
      answerProtocolError(error, socket, answering.get(socket), { log: options.log, origin: origin() }),
    // An id of any length is simply not found.
    routerOptions: { maxParamLength: limits.headerBytes },
  });
  app.server.maxConnections = limits.connections;
  app.server.on('request', (request, response) => answering.set(request.socket, response));
  // An expectation that we do not know is ignored, not answered outside the envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  takeUpgrades(app.server as Server, { ...options, upgrades, dialectAt });

  readBodies(app);
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('x-request-id', request.id).header('request-id', request.id);
    reply.header('x-api-version', API_VERSION);
    const isOpen =
      isOpenToPages(request) && (request.method === 'OPTIONS' || options.bringsRunToken?.(request));
    refuseMisdirected(request.raw, options.servesHost, isOpen);
    // Before the body is read: an unknown path is 404 with any body.
    if (request.is404) return done(unknownRoute(options.routes, request));
    done();
  });
  // A client that keeps the connection would send its next request while the listener closes.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.isDraining()) reply.header('connection', 'close');
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendError(unknownRoute(options.routes, request), request, reply),
  );

  await app.register(cookie, { hook: false });
  // Written when it is first asked for: most of the time of a start would go into it.
  let described: string | undefined;
  const takeStream = streamPlaces(limits.streams);
  await app.register(async (api) => {
    const add = (scope: FastifyInstance, routes: Route[]) => {
      for (const route of routes) addRoute(scope, route, options, { takeStream, sendError });
    };
    const [uploads, others] = partition(options.routes, ({ takes }) => takes === 'multipart');
    add(api, others);
    await api.register(async (scope) => {
      await readUploads(scope);
      add(scope, uploads);
    });
    api.get('/api/openapi.json', (request, reply) => {
      described ??= options.readDocument?.() ?? JSON.stringify(describeApi(options.routes));
      return sendKept(request, reply, described);
    });
  });
  return app;
}

// Keys and tokens travel in a header that no page of another origin has by itself; cookies are not let through.
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, x-api-version, retry-after, content-disposition',
};
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'authorization, x-api-key, range, last-event-id',
  'access-control-max-age': '86400',
};

function addRoute(
  app: FastifyInstance,
  route: Route,
  options: ServerOptions,
  { takeStream, sendError }: { takeStream(response: ServerResponse): void; sendError: SendError },
): void {
  const codes = route.codes ?? {};
  const declared = new Set([...EVERY_ROUTE, ...route.errors]);
  const inTurn = fewAtOnce(route.atOnce);
  if (route.opensToRunToken)
    app.options(urlOf(route), { config: { isOpenToPages: true } }, async (_request, reply) =>
      reply.code(204).headers(PREFLIGHT).send(),
    );
  app.route({
    method: route.method,
    url: urlOf(route),
    config: { takes: route.takes, isOpenToPages: route.opensToRunToken },
    onRequest: async (request, reply) => {
      if (route.opensToRunToken) reply.headers(ANY_ORIGIN);
      // Refusals too: they name accounts and limits.
      if (route.access !== 'public') reply.header('cache-control', 'private, no-store');
      const caller = await callerOf(route, request, options);
      if (caller) request.caller = caller;
      const mark = headerOf(request, INSIDE.name);
      const isInside = mark !== null && isSameSecret(mark, INSIDE.value);
      if (caller && !isInside && (route.access ?? 'key') === 'key')
        refuseUnpermitted(caller, route.permission);
      const elsewhere = request.headers[HANDED_ON]
        ? null
        : await route.elsewhere?.(parsed(route.params, request.params, codes));
      return elsewhere ? handedOn(request, reply, elsewhere) : undefined;
    },
    errorHandler: (error, request, reply) => {
      const known = withCode(toApiError(error), codes);
      if (!declared.has(known.code))
        options.log.error({ code: known.code, path: route.path }, 'undeclared error code');
      if (route.challenge && requestErrors[known.code].status === 401)
        reply.header('www-authenticate', route.challenge());
      return sendError(known, request, reply);
    },
    handler: async (request, reply) => {
      if (route.method !== 'GET' && options.isDraining()) {
        throw new ApiError('service_unavailable', 'This instance is shutting down.');
      }
      const { body, rawBytes, files } = await sentBody(route, request);
      const params = parsed(route.params, request.params, codes);
      const input = {
        params,
        query: withoutNul(route.query && readInput(route.query, request.query, codes, 'query')),
        body: parsed(route.body, body, codes),
        rawBody: body,
        rawBytes,
        files,
        caller: request.caller,
        // Few routes ask for it, and reading an address takes longer than reading a key.
        get ip() {
          const peer: string | undefined = request.ip;
          // A connection that was reset has no address any more, also before its end is noticed.
          if (peer === undefined) throw new ApiError('invalid_request', 'The connection is gone.');
          return clientAddress(peer, headerOf(request, 'x-forwarded-for'), options.trustProxy ?? 0);
        },
        header: (name: string) => headerOf(request, name),
        headerValues: (name: string) => headerValuesOf(request.raw, name),
        endpoint: request.url.split(/[?#]/)[0] ?? '',
        cookie: (name: string) => cookiesOf(request)[name] ?? null,
        isHead: request.method === 'HEAD',
        untilGone: () => untilGone(reply.raw),
        takeStream: () => takeStream(reply.raw),
      };
      const span = { 'http.request.method': route.method, 'http.route': urlOf(route) };
      // Read before the client can be gone.
      const ip = route.audit ? input.ip : '';
      const answer = await traced('http.request', span, () =>
        inTurn(request.caller, () => route.handler(input)),
      );
      if (route.audit && answer.status < 400 && request.caller) {
        const subjectId = subjectOf(params, answer.body);
        await options.audit?.({ action: route.audit, caller: request.caller, subjectId, ip });
      }
      return send(request, reply, answer, route);
    },
  });
}

function isOpenToPages(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { isOpenToPages?: true }).isOpenToPages === true;
}

async function handedOn(request: FastifyRequest, reply: FastifyReply, url: string): Promise<FastifyReply> {
  const answer = await handOn(request.raw, url).catch(() => {
    throw new ApiError('service_unavailable', 'The instance that holds this does not answer.');
  });
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
  return reply
    .code(answer.statusCode ?? 502)
    .headers(headers)
    .send(answer);
}

function subjectOf(params: unknown, body: unknown): string | null {
  for (const source of [params, body]) {
    const id = (source as { id?: unknown } | null | undefined)?.id;
    if (typeof id === 'string') return id;
  }
  return null;
}

function untilGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function parsed(schema: Route['body'], value: unknown, codes: NonNullable<Route['codes']>): unknown {
  return schema && readInput(schema, value, codes);
}

/** Bodies are checked while they are parsed; a query can still hold NUL as `%00`, which the database cannot store. */
function withoutNul(query: unknown): unknown {
  for (const [param, value] of Object.entries(query ?? {})) {
    if ([value].flat().some((one) => typeof one === 'string' && one.includes('\0')))
      throw new ApiError('invalid_request', { message: `\`${param}\`: holds a NUL character.`, param });
  }
  return query;
}

function streamPlaces(limit: number): (response: ServerResponse) => void {
  let open = 0;
  return (response) => {
    if (open >= limit)
      throw new ApiError(
        'saturated',
        `The limit of ${limit} open event streams is reached. Close one or retry later.`,
      );
    if (response.destroyed) return;
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  route: Route,
): Promise<FastifyReply> {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (isKept(request, reply)) return reply.code(304).send();
  if (answer.stream && request.method === 'HEAD') {
    answer.stream.destroy();
    return reply.send('');
  }
  // Fastify keeps a given content-length only for streams.
  if (answer.length !== undefined)
    return reply.header('content-length', answer.length).send(Readable.from([]));
  if (answer.stream) return reply.send(answer.stream);
  if (answer.bytes) return reply.send(Buffer.from(answer.bytes));
  const json = answer.json ?? JSON.stringify(answer.body);
  return route.changesRarely ? sendKept(request, reply, json) : sendJson(request, reply, json, route);
}

/** For answers that clients may keep as long as their `ETag` holds. */
async function sendKept(request: FastifyRequest, reply: FastifyReply, json: string): Promise<FastifyReply> {
  reply.headers(keptAs(hash('sha256', json, 'base64url')));
  return isKept(request, reply) ? reply.code(304).send() : sendJson(request, reply, json, {});
}

/** The length of a compressed secret beside text of the caller's choice would give it away. */
async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
  { holdsSecret }: Pick<Route, 'holdsSecret'>,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (holdsSecret) return reply.send(json);
  reply.header('vary', 'accept-encoding');
  const small = await compressed(json, headerOf(request, 'accept-encoding') ?? '');
  return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(json);
}

/** Whether the client has this version. */
function isKept(request: FastifyRequest, reply: FastifyReply): boolean {
  const tag = reply.getHeader('etag');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const known = headerOf(request, 'if-none-match');
  if (tag === undefined || !isRead || reply.statusCode !== 200 || known === null) return false;
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function errorSender(dialectAt: (url: string) => Dialect, origin: () => string): SendError {
  return async (error, request, reply) => {
    const known = toApiError(error);
    const rendered = renderError(known, dialectAt(request.url), request.id, origin());
    // What fails because the client left is nobody's fault.
    if (isGone(request, reply))
      request.log.debug({ requestId: request.id, ...causeOf(known) }, 'client left');
    else if (known.code === 'internal_error')
      request.log.error({ requestId: request.id, ...causeOf(known) }, 'request failed');
    else if (known.details.cause)
      request.log.warn({ requestId: request.id, ...causeOf(known) }, 'request could not be served');
    await readToEnd(request.raw);
    if (rendered.status === 413) reply.header('connection', 'close');
    return reply
      .code(rendered.status)
      .headers(rendered.headers)
      .header('x-request-id', request.id)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(rendered.body));
  };
}

function isGone(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.raw.socket.destroyed || reply.raw.destroyed;
}

/** A client that is cut off while sending sees a connection error instead of the answer. */
async function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  await finished(request.resume()).catch(mayBeClosed);
}

function partition<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** The start-up text tells the address: the framework logs only warnings and errors. */
function quieter(log: Log): Log {
  return log.child({}, { level: log.isLevelEnabled('info') ? 'warn' : log.level });
}
