import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** Exactly as it came. */
  body: string;
  bodyHash: string;
  atMs: number;
}

/** The answer of a receiver; a number is a status. */
export type Behaviour =
  | number
  | 'hang'
  | 'drip'
  | 'endless'
  | 'reset'
  | 'slow-headers'
  | 'mirror'
  | 'broken-gzip'
  | 'redirect';

/** A customer's receiver on loopback: records requests and succeeds or fails as configured. */
export class WebhookSink {
  readonly url: string;
  readonly received: Received[] = [];
  /** The most requests that were open at one time. */
  mostOpen = 0;
  #behaviour: (path: string, count: number) => Behaviour = () => 200;
  #open = 0;
  #waiters: Array<{ count: number; done: () => void }> = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<WebhookSink> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sink = new WebhookSink(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const path = request.url ?? '/';
        sink.#open += 1;
        sink.mostOpen = Math.max(sink.mostOpen, sink.#open);
        response.once('close', () => {
          sink.#open -= 1;
        });
        const bodyHash = createHash('sha256').update(body).digest('hex');
        sink.received.push({
          path,
          headers: request.headers,
          body: body.toString(),
          bodyHash,
          atMs: performance.now(),
        });
        answer(response, sink.#behaviour(path, sink.received.length), body, request.headers);
        sink.#waiters = sink.#waiters.filter(({ count, done }) => {
          if (sink.received.length < count) return true;
          done();
          return false;
        });
      });
    });
    return sink;
  }

  /** From now on. A function decides by path and by the number of requests so far. */
  behave(behaviour: Behaviour | ((path: string, count: number) => Behaviour)): void {
    this.#behaviour = typeof behaviour === 'function' ? behaviour : () => behaviour;
  }

  /** Resolves when this many have come in all. */
  async until(count: number, timeoutMs = 30_000): Promise<Received[]> {
    if (this.received.length >= count) return this.received;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.push({ count, done: resolve });
    const timer = setTimeout(() => {
      reject(new Error(`${this.received.length} of ${count} deliveries came within ${timeoutMs} ms`));
    }, timeoutMs);
    await promise.finally(() => clearTimeout(timer));
    return this.received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

function answer(
  response: ServerResponse,
  behaviour: Behaviour,
  body: Buffer,
  headers: IncomingHttpHeaders,
): void {
  response.on('error', () => undefined);
  if (typeof behaviour === 'number') {
    response.writeHead(behaviour).end(behaviour === 204 ? undefined : `answer ${behaviour}`);
    return;
  }
  switch (behaviour) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      return;
    case 'mirror':
      response.writeHead(200).end(`${headers['x-svc-signature']} ${body.toString().slice(0, 100)}`);
      return;
    case 'broken-gzip':
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip');
      return;
    case 'drip':
      response.writeHead(200);
      repeat(response, 1_000, 'x');
      return;
    case 'endless':
      response.writeHead(200);
      repeat(response, 0, 'x'.repeat(65_536));
      return;
    case 'slow-headers':
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      repeat(response, 500, 'x-a: b\r\n', true);
      return;
  }
}

function repeat(response: ServerResponse, everyMs: number, text: string, raw = false): void {
  const timer = setInterval(() => (raw ? response.socket?.write(text) : response.write(text)), everyMs);
  response.once('close', () => clearInterval(timer));
}
