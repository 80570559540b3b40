import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** How many event streams it cut so far. */
  cuts(): number;
}

/**
 * A proxy between a client and the service that cuts the connection of event streams: the n-th after `cutAfter(n)` bytes of the
 * answer, or never where that is null.
 */
export async function startCuttingProxy(
  target: string,
  cutAfter: (stream: number) => number | null,
): Promise<CuttingProxy> {
  let streams = 0;
  let cuts = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const asked = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
      const isStream = answer.headers['content-type']?.includes('event-stream');
      const limit = isStream ? cutAfter(streams++) : null;
      let sent = 0;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      answer.on('data', (chunk: Buffer) => {
        const room = limit === null ? chunk.length : limit - sent;
        sent += chunk.length;
        outgoing.write(chunk.subarray(0, Math.max(0, room)));
        if (limit === null || sent < limit || outgoing.destroyed) return;
        cuts += 1;
        asked.destroy();
        // Written bytes leave the machine first.
        setImmediate(() => outgoing.destroy());
      });
      answer.on('end', () => outgoing.end());
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => outgoing.destroy());
    outgoing.on('close', () => asked.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
