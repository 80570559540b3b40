import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import type { Log } from '../log.ts';
import { isSameSecret } from '../same-secret.ts';
import { offeredProtocols } from './client-hello.ts';
import { dial, type OnDial } from './dial.ts';
import { type EgressLimits, EgressMeter, egressLimits } from './egress-meter.ts';
import type { Gate, Vetted } from './gate.ts';
import { endToEndHeaders, endWith, requestHeaders, writeHead } from './proxy-headers.ts';

export interface EgressProxyOptions {
  gate: Gate;
  /** True only for a run whose own target is a listed pair. */
  localAllowed: boolean;
  limits?: EgressLimits;
  log: Log;
  onDial?: OnDial;
}

/** Answered by the proxy itself, so that the browser can authenticate to it. */
export const PRIMING_URL = 'http://prime.invalid/';

const connectTimeoutMs = 10_000;
const halfOpenTimeoutMs = 30_000;

/**
 * The egress of one browser context: an HTTP proxy on loopback that asks the gate about every destination and connects
 * only to vetted addresses. The browser resolves no names and opens no other connections. A second port is for
 * WebSockets, so that a tunnel requested there is known to be one.
 */
export class EgressProxy implements AsyncDisposable {
  /** Credentials, because other processes on this machine can reach the port. */
  readonly credentials = { username: 'browser', password: randomBytes(24).toString('base64url') };
  readonly #options: EgressProxyOptions;
  readonly meter: EgressMeter;
  readonly #server: Server;
  readonly #talkDoor = net.createServer((socket) => {
    this.#talkers.add(socket);
    this.#server.emit('connection', socket);
  });
  readonly #talkers = new WeakSet<Socket>();
  readonly #clients = new Set<Socket>();
  readonly #upstreams = new Set<Socket>();
  #port = 0;
  #talkPort = 0;
  #isLocalAllowed: boolean;
  #isClosed = false;
  #mayTalk: ((url: string) => boolean) | null = null;

  static async open(options: EgressProxyOptions): Promise<EgressProxy> {
    const proxy = new EgressProxy(options);
    proxy.#port = await listen(proxy.#server);
    proxy.#talkPort = await listen(proxy.#talkDoor);
    return proxy;
  }

  private constructor(options: EgressProxyOptions) {
    this.#options = options;
    this.#isLocalAllowed = options.localAllowed;
    this.meter = new EgressMeter(options.limits ?? egressLimits, options.log);
    this.#server = http.createServer({
      headersTimeout: connectTimeoutMs,
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 65_536,
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    });
    for (const door of [this.#server, this.#talkDoor])
      door.maxConnections = 2 * this.meter.limits.connections + 16;
    this.#server.on('connection', (socket) => track(socket, this.#clients));
    this.#server.on('clientError', (_error, socket) => endWith(socket as Socket, 400, 'bad request'));
    this.#server.on('error', (error) => options.log.error({ err: error }, 'egress proxy failed'));
    this.#server.on('connect', (request, client, head) =>
      this.#run(client, this.#tunnel(request, client as Socket, head)),
    );
    this.#server.on('upgrade', (request, client, head) =>
      this.#run(client, this.#upgrade(request, client as Socket, head)),
    );
    this.#server.on('request', (request, response) => this.#run(response, this.#forward(request, response)));
  }

  get port(): number {
    return this.#port;
  }

  /** The port for WebSockets; plain requests work here too. */
  get talkPort(): number {
    return this.#talkPort;
  }

  /**
   * From now on WebSockets and other two-way tunnels are allowed to these hosts only; everywhere else only requests and responses
   * pass, from any part of the browser.
   */
  restrictWebSockets(mayTalk: (url: string) => boolean): void {
    this.#mayTalk = mayTalk;
  }

  /** For a proxy that was opened before its run was known. */
  allowLocal(): void {
    this.#isLocalAllowed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const doors = [this.#server, this.#talkDoor];
    const closed = doors.map((door) => once(door, 'close'));
    for (const door of doors) door.close();
    this.#cutAll();
    await Promise.all(closed);
  }

  async #tunnel(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const isPair = /^(\[[0-9a-f:.]+\]|[^:/?#@[\]]+):\d{1,5}$/i.test(request.url ?? '');
    const destination = isPair ? `https://${request.url}/` : null;
    if (destination !== null && this.#mayTalk?.(destination) === false && this.#isAuthorized(request)) {
      if (this.#talkers.has(request.socket)) return this.#refuseTalk(client, request.url ?? '');
      return this.#tunnelForRequests(request, client, head, destination);
    }
    const admitted = await this.#admit(request, destination);
    if (!admitted.ok) return endWith(client, admitted.status, admitted.text, admitted.headers);
    const upstream = admitted.connect();
    const unreachable = (): void => {
      this.meter.miss(admitted.vetted.url.host);
      endWith(client, 502, unreachableText);
    };
    client.once('close', () => upstream.destroy());
    upstream.once('close', unreachable);
    upstream.once('connect', () => {
      upstream.off('close', unreachable);
      writeHead(client, 200, [], 'Connection Established');
      this.#join(client, upstream, head);
    });
  }

  /** Nothing is resolved or dialled before the first bytes show the purpose of the tunnel. */
  #tunnelForRequests(request: IncomingMessage, client: Socket, head: Buffer, destination: string): void {
    let said = head;
    const hear = (chunk: Buffer): void => {
      said = Buffer.concat([said, chunk]);
      const offered = offeredProtocols(said);
      if (offered === 'more') return;
      client.off('data', hear);
      client.pause();
      client.setTimeout(0);
      if (offered?.includes('h2')) this.#run(client, this.#goOn(request, client, said, destination));
      else {
        this.meter.refuse(request.url ?? '', 'talk with another site');
        client.destroy();
      }
    };
    client.setTimeout(connectTimeoutMs, () => client.destroy());
    client.on('data', hear);
    writeHead(client, 200, [], 'Connection Established');
    hear(Buffer.alloc(0));
  }

  async #goOn(request: IncomingMessage, client: Socket, said: Buffer, destination: string): Promise<void> {
    const admitted = await this.#admit(request, destination);
    if (!admitted.ok) return void client.destroy();
    const upstream = admitted.connect();
    const unreachable = (): void => void client.destroy();
    client.once('close', () => upstream.destroy());
    upstream.once('close', unreachable);
    upstream.once('connect', () => {
      upstream.off('close', unreachable);
      this.#join(client, upstream, said);
    });
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, text: string, headers: string[] = []): void => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(status, [
        'Content-Type',
        'text/plain; charset=utf-8',
        'Connection',
        'close',
        ...headers,
      ]);
      response.end(text);
    };
    const { destination, path } = absoluteForm(request.url ?? '');
    if (destination === PRIMING_URL && this.#isAuthorized(request)) return answer(204, '');
    const admitted = await this.#admit(request, destination);
    if (!admitted.ok) return answer(admitted.status, admitted.text, admitted.headers);

    const upstream = admitted.connect();
    response.once('close', () => upstream.destroy());
    request.on('data', (chunk: Buffer) => this.#count(chunk.length));
    const outgoing = http.request({
      createConnection: () => upstream,
      method: request.method,
      path,
      headers: requestHeaders(request, admitted.vetted.url.host),
    });
    outgoing.on('response', (incoming) => {
      response.sendDate = false;
      if (startAnswer(response, incoming)) pipeline(incoming, response, ignore);
      else upstream.destroy();
    });
    outgoing.on('error', ignore);
    outgoing.on('close', () => {
      if (response.headersSent) return;
      this.meter.miss(admitted.vetted.url.host);
      answer(502, unreachableText);
    });
    request.pipe(outgoing);
  }

  async #upgrade(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const { destination, path } = absoluteForm(request.url ?? '');
    if (destination !== null && this.#mayTalk?.(destination) === false)
      return this.#refuseTalk(client, new URL(destination).host);
    const admitted = await this.#admit(request, destination);
    if (!admitted.ok) return endWith(client, admitted.status, admitted.text, admitted.headers);

    const upstream = admitted.connect();
    client.once('close', () => upstream.destroy());
    const headers = requestHeaders(request, admitted.vetted.url.host);
    const outgoing = http.request({
      createConnection: () => upstream,
      method: request.method,
      path,
      headers: [...headers, 'Connection', 'Upgrade', 'Upgrade', 'websocket'],
    });
    let isAnswered = false;
    outgoing.on('upgrade', (incoming, _socket, early) => {
      isAnswered = true;
      writeHead(client, 101, [...endToEndHeaders(incoming), 'Connection', 'Upgrade', 'Upgrade', 'websocket']);
      client.write(early);
      this.#join(client, upstream, head);
    });
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      writeHead(client, incoming.statusCode ?? 502, [...endToEndHeaders(incoming), 'Connection', 'close']);
      pipeline(incoming, client, ignore);
    });
    outgoing.on('error', ignore);
    outgoing.on('close', () => !isAnswered && endWith(client, 502, unreachableText));
    outgoing.end();
  }

  #refuseTalk(client: Socket, place: string): void {
    this.meter.refuse(place, 'talk with another site');
    endWith(client, 403, 'refused: talk with another site');
  }

  /** Checks credentials, destination and limits. Returns a way to connect, to be used at once. */
  async #admit(request: IncomingMessage, destination: string | null): Promise<Admission> {
    if (!this.#isAuthorized(request)) {
      return deny(407, 'this proxy needs credentials', ['Proxy-Authenticate', 'Basic realm="egress"']);
    }
    if (destination === null) return deny(400, 'not a proxy request');
    const vetted = await this.#options.gate.vet(destination, { localAllowed: this.#isLocalAllowed });
    if (!vetted.ok) {
      const authority = destination.replace(/^https?:\/\/|\/$/g, '').slice(0, 300);
      this.meter.refuse(/:\d+$/.test(authority) ? authority : `${authority}:80`, vetted.reason);
      return deny(403, `refused: ${vetted.reason}`);
    }
    const isFull = this.#upstreams.size >= this.meter.limits.connections;
    if (isFull) this.meter.exceed('connections');
    if (isFull || this.meter.isSpent || this.#isClosed || request.socket.destroyed)
      return deny(503, 'this run may not connect any more');
    return { ok: true, vetted, connect: () => this.#connect(vetted) };
  }

  #isAuthorized(request: IncomingMessage): boolean {
    const { username, password } = this.credentials;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    return isSameSecret(request.headers['proxy-authorization'] ?? '', expected);
  }

  #connect(vetted: Vetted): Socket {
    const upstream = dial(vetted, { secure: false, onDial: this.#options.onDial });
    track(upstream, this.#upstreams);
    upstream.setTimeout(connectTimeoutMs, () => upstream.destroy());
    upstream.once('connect', () => {
      upstream.setTimeout(0);
      let received = 0;
      upstream.on('data', (chunk: Buffer) => {
        received += chunk.length;
        this.#count(chunk.length);
        if (received > this.meter.limits.responseBytes) {
          this.meter.exceed('response_bytes');
          upstream.destroy();
        }
      });
    });
    return upstream;
  }

  #join(client: Socket, upstream: Socket, head: Buffer): void {
    client.on('data', (chunk: Buffer) => this.#count(chunk.length));
    upstream.write(head);
    client.pipe(upstream);
    upstream.pipe(client);
    upstream.once('close', () => client.destroySoon());
    for (const side of [client, upstream]) {
      side.once('end', () => {
        client.setTimeout(halfOpenTimeoutMs, () => client.destroy());
        upstream.setTimeout(halfOpenTimeoutMs, () => upstream.destroy());
      });
    }
  }

  #count(bytes: number): void {
    this.meter.count(bytes);
    if (this.meter.isSpent) this.#cutAll();
  }

  #cutAll(): void {
    for (const socket of [...this.#upstreams, ...this.#clients]) socket.destroy();
  }

  /** A fault in one exchange ends that exchange. */
  #run(side: Duplex | ServerResponse, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'egress exchange failed');
      side.destroy();
    });
  }
}

/** False when Node refuses to send on the destination's status line or headers. */
function startAnswer(response: ServerResponse, incoming: IncomingMessage): boolean {
  try {
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEndHeaders(incoming));
    return true;
  } catch {
    return false;
  }
}

type Admission =
  | { ok: true; vetted: Vetted; connect: () => Socket }
  | { ok: false; status: number; text: string; headers: string[] };

const unreachableText = 'the destination could not be reached';

function deny(status: number, text: string, headers: string[] = []): Admission {
  return { ok: false, status, text, headers };
}

/** Only the authority goes to the gate: a path may hold anything. */
function absoluteForm(target: string): { destination: string | null; path: string } {
  const [, authority, rest = ''] = /^(?:http|ws):\/\/([^/?#]+)([^#]*)/i.exec(target) ?? [];
  return {
    destination: authority === undefined ? null : `http://${authority}/`,
    path: rest.startsWith('/') ? rest : `/${rest}`,
  };
}

function track(socket: Socket, set: Set<Socket>): void {
  set.add(socket);
  socket.on('error', ignore);
  socket.once('close', () => set.delete(socket));
}

async function listen(door: net.Server): Promise<number> {
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return (door.address() as AddressInfo).port;
}

/** Errors also close the sockets of the exchange; they are handled there. */
function ignore(): void {}
