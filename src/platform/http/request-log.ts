import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line for each request: no bodies, no query values, no headers. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        ...(error ? { aborted: true } : {}),
      },
      'request',
    );
  }
}
