import { WebSocketServer } from 'ws';
import { ApiError } from '../errors.ts';
import type { Upgrade } from '../platform/http/upgrades.ts';
import { forwardUpgrade, HANDED_ON } from '../platform/net/forward-upgrade.ts';
import { Refusal } from './open-session.ts';
import type { SessionHost } from './session-host.ts';

const MAX_MESSAGE_BYTES = 64_000_000;

/** The websocket of a connect URL: its token opens one session; where another instance holds it, the bytes pass through here. */
export function sessionUpgrade(host: SessionHost): Upgrade {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  return {
    below: '/api/v1/sessions',
    async handle(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const id = /\/sessions\/([^/]+)\/connect$/.exec(pathname)?.[1];
      const token = searchParams.get('token') ?? '';
      if (id === undefined || !host.isTokenFor(id, 'drive', token))
        throw new ApiError('invalid_api_key', 'The token of this connect URL is not valid.');
      const elsewhere = request.headers[HANDED_ON] ? null : await host.elsewhere(id);
      if (elsewhere) return forwardUpgrade(request, socket, head, elsewhere).catch(unreached);
      const live = host.live(id);
      if (!live) throw new ApiError('session_not_found', 'This session is over.');
      if (live.isFull)
        throw new ApiError('rate_limited', { message: 'This session has its two clients.', retryAfter: 5 });
      const { promise, resolve } = Promise.withResolvers<void>();
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => undefined);
        live.connect(client).then(resolve, (error: unknown) => {
          client.close(1011, closeReason(error));
          resolve();
        });
      });
      await promise;
    },
  };
}

/** A close frame has room for 123 bytes. */
function closeReason(error: unknown): Buffer {
  const text = error instanceof Refusal ? error.message : 'The browser is gone. Create a new session.';
  return Buffer.from(text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 123));
}

function unreached(): never {
  throw new ApiError('service_unavailable', 'The instance that holds this session does not answer.');
}
