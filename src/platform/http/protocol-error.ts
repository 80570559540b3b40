import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { renderError } from './render-error.ts';

// Keep reading for a while, or a client that still sends sees a reset instead of the answer.
const LINGER_MS = 1_000;

const KNOWN: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers are over 16 KB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
};
const MALFORMED = { status: '400 Bad Request', message: 'The request is not valid HTTP.' };

/** Bytes that are not HTTP, or that never end, still get the JSON envelope. `answering` is the socket's own response. */
export function answerProtocolError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  answering: ServerResponse | undefined,
  { log, origin }: { log: Log; origin: string },
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy();
  if (!socket.writable) return;
  if (answering && !answering.writableEnded) {
    // A response is in progress: let it end, but send nothing after it.
    if (answering.headersSent && !answering.req.complete) return void socket.destroy();
    if (answering.req.complete) {
      answering.shouldKeepAlive = false;
      return;
    }
  }
  const requestId = newId('req');
  const { status, message } = KNOWN[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(
    renderError(new ApiError('invalid_request', message), 'svc', requestId, origin).body,
  );
  log.info(
    { requestId, code: error.code, status: Number.parseInt(status, 10) },
    'request was not understood',
  );
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
