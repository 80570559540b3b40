import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Serves `inner` below the prefix of a plugin of another Fastify server, websockets included. */
export async function mountOn(host: FastifyInstance, inner: FastifyInstance): Promise<void> {
  // The inner server reads the bodies.
  host.removeAllContentTypeParsers();
  host.addContentTypeParser('*', (_request, _payload, done) => done(null));
  host.all('/*', (request, reply) => {
    reply.hijack();
    inner.server.emit('request', below(host.prefix, request.raw), reply.raw);
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.startsWith(`${host.prefix}/`))
      inner.server.emit('upgrade', below(host.prefix, request), socket, head);
    else if (host.server.listenerCount('upgrade') === 1) socket.destroy();
  };
  host.server.on('upgrade', upgrade);
  host.addHook('onClose', async () => {
    host.server.off('upgrade', upgrade);
  });
}

function below(prefix: string, request: IncomingMessage): IncomingMessage {
  request.url = request.url?.slice(prefix.length) || '/';
  return request;
}
