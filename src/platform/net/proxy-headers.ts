import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const lingerMs = 5_000;

/** The headers to forward: flat, in order, repeated as received. */
export function endToEndHeaders(message: IncomingMessage): string[] {
  const named = new Set(
    (message.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()),
  );
  return pairs(message.rawHeaders)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
    .flat();
}

/** As above for a request to `host`. The vetted host replaces the header. */
export function requestHeaders(request: IncomingMessage, host: string): string[] {
  const kept = pairs(endToEndHeaders(request)).filter(
    ([name]) => !['host', 'expect'].includes(name.toLowerCase()),
  );
  // Without it the body of a GET would have no framing.
  const framing = request.headers['transfer-encoding'] ? ['Transfer-Encoding', 'chunked'] : [];
  return ['Host', host, ...kept.flat(), ...framing];
}

/** A status line and headers on a socket that has left the HTTP server. */
export function writeHead(
  socket: Socket,
  status: number,
  headers: string[],
  reason = STATUS_CODES[status],
): void {
  const lines = pairs(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${reason ?? ''}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** A complete short answer on such a socket, which ends it. */
export function endWith(socket: Socket, status: number, text: string, extra: string[] = []): void {
  if (!socket.writable) return void socket.destroy();
  const length = String(Buffer.byteLength(text));
  const own = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', length, 'Connection', 'close'];
  writeHead(socket, status, [...own, ...extra]);
  socket.end(text);
  // Closing with unread bytes would reset the connection and lose the answer.
  socket.resume();
  socket.setTimeout(lingerMs, () => socket.destroy());
}

function pairs(flat: string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) result.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return result;
}
