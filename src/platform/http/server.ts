import type { IncomingMessage } from 'node:http';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { ApiError } from '../../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { readJsonBody } from './json-body.ts';
import { documented, documentOptions } from './openapi.ts';
import { invalidInput, renderError, toApiError } from './render-error.ts';
import { type Answer, type Caller, EVERY_ROUTE, type Route } from './route.ts';

export interface ServerOptions {
  routes: Route[];
  log: Log;
  authenticate(header: (name: string) => string | null): Promise<Caller>;
  /** True while the instance drains: then no new work is taken. */
  isDraining(): boolean;
}

/** The HTTP shell: one place for keys, limits, errors and documents. It knows nothing about runs. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    disableRequestLogging: true,
    genReqId: () => newId('req'),
    rewriteUrl: (request) => withApiPrefix(request.url ?? '/'),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000 },
    frameworkErrors: (error, request, reply) =>
      sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler,
    routerOptions: { maxParamLength: 500 },
  });
  app.server.maxConnections = 10_000;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new ApiError('unsupported_media_type', `The content encoding \`${encoding}\` is not supported.`);
    }
    return readJsonBody(payload);
  });
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendError(unknownRoute(options.routes, request), request, reply),
  );

  await app.register(swagger, documentOptions);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    theme: { title: 'Switchyard API' },
  });
  await app.register(async (api) => {
    for (const route of options.routes) addRoute(api, route, options);
    api.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  });
  return app;
}

function addRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const codes = route.codes ?? {};
  const declared = new Set([...EVERY_ROUTE, ...route.errors]);
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    schema: documented(route),
    onRequest: async (request) => {
      if (route.isPublic) return;
      request.caller = await options.authenticate((name) => headerOf(request, name));
    },
    errorHandler: (error, request, reply) => {
      const known = toApiError(error);
      if (!declared.has(known.code))
        options.log.error({ code: known.code, path: route.path }, 'undeclared error code');
      return sendError(known, request, reply);
    },
    handler: async (request, reply) => {
      if (route.method !== 'GET' && options.isDraining()) {
        throw new ApiError('service_unavailable', 'This instance is shutting down.');
      }
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const answer = await route.handler({
        params: parsed(route.params, request.params, codes),
        query: parsed(route.query, request.query, codes),
        body: parsed(route.body, request.body, codes),
        rawBody: request.body,
        caller: request.caller,
        header: (name) => headerOf(request, name),
        signal: gone.signal,
      });
      return send(reply, answer);
    },
  });
}

function parsed(schema: Route['body'], value: unknown, codes: NonNullable<Route['codes']>): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw invalidInput(result.error, codes);
  return result.data;
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.stream) return reply.send(answer.stream);
  if (answer.bytes) return reply.send(Buffer.from(answer.bytes));
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const rendered = renderError(error);
  if (rendered.status >= 500) {
    const cause = toApiError(error).details.cause ?? error;
    request.log.error(
      { requestId: request.id, cause: String(cause), stack: (cause as Error)?.stack },
      'request failed',
    );
  }
  if (rendered.status === 413) reply.header('connection', 'close');
  return reply
    .code(rendered.status)
    .headers(rendered.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(rendered.body));
}

/** `/v1/*` and `/v2/*` at the bare origin are aliases of the API. */
function withApiPrefix(url: string): string {
  return /^\/v[12](\/|$|\?)/.test(url) ? `/api${url}` : url;
}

function unknownRoute(routes: Route[], request: FastifyRequest): ApiError {
  const path = request.url.split('?')[0] ?? '';
  const methods = routes.filter((route) => matches(`/api${route.path}`, path)).map((route) => route.method);
  if (methods.length === 0) return new ApiError('not_found', 'There is no such route.');
  const allow = [...new Set(methods)].join(', ');
  return new ApiError('method_not_allowed', { message: `This path takes ${allow}.`, allow });
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  return (
    expected.length === given.length &&
    expected.every((segment, index) =>
      segment.startsWith(':') ? given[index] !== '' : segment === given[index],
    )
  );
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** Bytes that are not HTTP at all still get the JSON envelope. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify(
    renderError(
      new ApiError(
        'invalid_request',
        tooLarge ? 'The headers are over 16 KB.' : 'The request is not valid HTTP.',
      ),
    ).body,
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}
