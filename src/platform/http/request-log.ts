import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line for each request: no bodies, no query values, no headers. */
export class RequestLog extends LogController {
  readonly #onAnswered: ((route: string, status: number, seconds: number) => void) | undefined;

  constructor(onAnswered?: (route: string, status: number, seconds: number) => void) {
    super({ disableRequestLogging: true });
    this.#onAnswered = onAnswered;
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#onAnswered?.(request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime / 1_000);
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
