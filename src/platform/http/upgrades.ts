import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../errors.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Dialect } from './dialects.ts';
import { causeOf, type RenderedError, renderError, toApiError } from './render-error.ts';
import { refuseMisdirected } from './served-host.ts';
import { withApiPrefix } from './unknown-route.ts';

/** A room that speaks WebSocket below a path of this server, such as the browser connections of sessions. */
export interface Upgrade {
  /** From the origin on; paths below it belong to this room as well. */
  below: string;
  /** Takes the socket over (with `ws`, `handleUpgrade`). Errors before that are answered as HTTP. */
  handle(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

interface UpgradeOptions {
  upgrades: Upgrade[];
  log: Log;
  isDraining(): boolean;
  dialectAt(url: string): Dialect;
  servesHost?(hostname: string): boolean;
  origin?(): string;
}

/** Any other upgrade (`h2c`, an unknown path) goes to the ordinary routes. */
export function isUpgrade(upgrades: Upgrade[], request: IncomingMessage): boolean {
  return /^websocket$/i.test(request.headers.upgrade ?? '') && upgradeAt(upgrades, request) !== undefined;
}

export function takeUpgrades(server: Server, options: UpgradeOptions): void {
  server.on('upgrade', (request, socket, head) => {
    const requestId = newId('req');
    const room = upgradeAt(options.upgrades, request);
    // Without a listener a reset connection would end the process.
    socket.on('error', () => undefined);
    const answer = (status: number) =>
      options.log.info({ requestId, method: 'GET', route: room?.below, status }, 'upgrade');
    const handled = async () => {
      if (options.isDraining()) throw new ApiError('service_unavailable', 'This instance is shutting down.');
      refuseMisdirected(request, options.servesHost);
      if (!room) throw new ApiError('not_found', 'Route not found.');
      await room.handle(request, socket, head);
    };
    handled().then(
      () => answer(101),
      (error: unknown) => {
        const known = toApiError(error);
        if (known.code === 'internal_error')
          options.log.error({ requestId, ...causeOf(known) }, 'upgrade failed');
        const rendered = renderError(
          known,
          options.dialectAt(request.url ?? ''),
          requestId,
          options.origin?.(),
        );
        answer(refuse(socket, rendered, requestId));
      },
    );
  });
}

function upgradeAt(upgrades: Upgrade[], request: IncomingMessage): Upgrade | undefined {
  const path = withApiPrefix(request.url ?? '/').split(/[?#]/)[0] ?? '';
  return upgrades.find(({ below }) => path === below || path.startsWith(`${below}/`));
}

function refuse(socket: Duplex, { status, headers, body }: RenderedError, requestId: string): number {
  const json = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${json}`);
  return status;
}
