import { WebSocketServer } from 'ws';
import { ApiError } from '../errors.ts';
import type { Upgrade } from '../platform/http/upgrades.ts';
import type { SessionHost } from './session-host.ts';

const MAX_MESSAGE_BYTES = 64_000_000;

/** The websocket of a connect URL: its token opens one session, on the instance that holds it. */
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
      if (id === undefined || !host.isTokenFor(id, token))
        throw new ApiError('invalid_api_key', 'The token of this connect URL is not valid.');
      const live = host.live(id);
      if (!live)
        throw new ApiError('session_not_found', 'This session is over, or lives on another instance.');
      if (live.isFull)
        throw new ApiError('rate_limited', { message: 'This session has its two clients.', retryAfter: 5 });
      const { promise, resolve } = Promise.withResolvers<void>();
      server.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => undefined);
        live.connect(client).then(resolve, () => {
          client.close(1011);
          resolve();
        });
      });
      await promise;
    },
  };
}
