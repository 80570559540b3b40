/**
 * Providers of browsers as one small real server, told apart by the header that carries the key, in the shapes of
 * `infra-wires.ts` (from public documents and SDK types, not recorded). A session is a Chromium, of its own unless one is lent,
 * started by the first connection, and reached through this server as through theirs: by an address with a key in it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { chromiumPath } from '../../../src/browser/browser.fixture.ts';
import { answerFault, type Fault } from './faults.ts';
import {
  INFRA_SECRET,
  INFRA_WIRES,
  type InfraProvider,
  type InfraSession,
  type InfraWire,
  shownAtBrowserbase,
} from './infra-wires.ts';
import { readBody, reply } from './provider-script.ts';

export type { InfraProvider };

export interface InfraStandIn extends AsyncDisposable {
  url: string;
  sessions: InfraSession[];
  open(): InfraSession[];
  /** Answers every request for the end of a session with this status, until it is null again. */
  refuseReleases: { status: number | null };
  script: InfraScript;
}

/** What goes wrong from now on. */
interface InfraScript {
  /** The answer to the call that opens a session; a status below 400 hides a session that was opened. */
  create?: Fault;
  /** Changes the answer to the call that opens a session. */
  change?(body: object): unknown;
  /** The answer to a handshake, byte for byte; an empty one never comes. */
  handshake?: string;
  /** Connections are taken, and closed with this code and reason. */
  close?: [code: number, reason: string];
}

/** Keys that begin with these words are treated as such: `bad`, `poor`, `busy`, `down`, `elsewhere`, `dead`, `garbage`. */
const REFUSALS: Record<string, number> = { bad: 401, poor: 402, busy: 429, down: 500 };

export async function startInfraStandIn(
  wires = INFRA_WIRES,
  launch: Launch = launchRemoteChromium,
): Promise<InfraStandIn> {
  const held = new Map<string, Held>();
  const refuseReleases: InfraStandIn['refuseReleases'] = { status: null };
  const script: InfraScript = {};
  const closing = new WebSocketServer({ noServer: true });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url());
    const asked = `${request.method} ${address.pathname}`;
    if (asked === 'GET /json/version') {
      // A bare browser: a question for its address makes one.
      const session = new Held(launch, randomUUID(), 'generic-cdp', {}, 'key');
      held.set(session.id, session);
      const inside = `ws://inside.example:9222/connect/${session.id}?secret=${INFRA_SECRET}`;
      return reply(response, 200, { Browser: 'Chrome/1', webSocketDebuggerUrl: inside });
    }
    const found = Object.entries(wires).find(
      ([, { header, create }]) =>
        create && request.headers[header] !== undefined && isTheirs(wires, header, asked, create),
    );
    if (!found) return reply(response, 401, { message: 'no key' });
    const [provider, wire] = found;
    const key = keyOf(String(request.headers[wire.header]));
    if (wire.create?.test(asked)) return create(provider, wire, key, await readBody(request), response);
    const id = wire.release?.exec(asked)?.[1];
    if (id !== undefined) return release(id, await readBody(request), response);
    const over = held.get(wire.spent?.look?.exec(asked)?.[1] ?? '');
    if (over && !over.isOpen) return reply(response, 200, wire.spent?.body);
    const seen = held.get(wire.again?.exec(asked)?.[1] ?? '');
    if (seen) return reply(response, 200, wire.ready?.(seen, `ws://127.0.0.1:${port()}/connect/${seen.id}`));
    if (provider === 'browserbase') return read(address, response);
    return reply(response, 404, { message: 'Not Found' });
  }

  async function create(
    provider: InfraProvider,
    wire: InfraWire,
    key: string,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    const refusal = Object.entries(REFUSALS).find(([word]) => key.startsWith(word))?.[1];
    if (refusal)
      return reply(response, refusal, {
        statusCode: refusal,
        error: 'refused',
        message: `${key} is refused`,
      });
    if (script.create && script.create.status >= 300) return answerFault(script.create, response);
    const session = new Held(launch, wire.idOf?.(body) ?? randomUUID(), provider, body, key);
    held.set(session.id, session);
    const host = key.startsWith('elsewhere') ? 'localhost' : '127.0.0.1';
    const created = wire.created?.(session, `ws://${host}:${port()}/connect/${session.id}`);
    if (script.create) return answerFault(script.create, response);
    if (!created) return reply(response, 404, {});
    if (script.change) return reply(response, created.status, script.change(created.body));
    if (key.startsWith('garbage')) return reply(response, created.status, { hello: 'world' });
    reply(response, created.status, created.body);
  }

  async function release(id: string, body: Record<string, unknown>, response: ServerResponse): Promise<void> {
    const { status } = refuseReleases;
    if (status !== null) return reply(response, status, { message: `scripted ${status}` });
    const session = held.get(id) ?? [...held.values()].find((one) => one.body.name === id);
    if (!session) return reply(response, 404, { message: 'Session not found' });
    if (session.provider === 'browserbase' && body.status !== 'REQUEST_RELEASE')
      return reply(response, 400, { message: 'status must be REQUEST_RELEASE' });
    session.releases += 1;
    session.isOpen = false;
    await session[Symbol.asyncDispose]();
    if (session.provider === 'kernel') response.writeHead(204).end();
    else
      reply(
        response,
        200,
        session.provider === 'browserbase'
          ? shownAtBrowserbase(session)
          : {
              success: true,
              ...(!wires[session.provider]?.spent?.look && wires[session.provider]?.spent?.body),
            },
      );
  }

  async function read({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
    const sessions = [...held.values()].filter(({ provider }) => provider === 'browserbase');
    const one = /^\/v1\/sessions\/([\w-]+)$/.exec(pathname)?.[1];
    const session = sessions.find(({ id }) => id === one);
    if (session) return reply(response, 200, shownAtBrowserbase(session));
    if (pathname !== '/v1/sessions') return reply(response, 404, { message: 'Not Found' });
    const [, name, value] = /^user_metadata\['(\w+)'\]:'([^']*)'$/.exec(searchParams.get('q') ?? '') ?? [];
    const isMeant = ({ body }: InfraSession) =>
      name === undefined || (body.userMetadata as Record<string, unknown> | undefined)?.[name] === value;
    const status = searchParams.get('status');
    const shown = sessions.filter(isMeant).map(shownAtBrowserbase);
    reply(response, 200, status === null ? shown : shown.filter((each) => each.status === status));
  }

  function upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const address = new URL(request.url ?? '/', url());
    client.on('error', () => undefined);
    if (script.handshake === '') return;
    if (script.handshake !== undefined) return void client.end(script.handshake);
    const { close } = script;
    if (close) {
      closing.handleUpgrade(request, client, head, (socket) => socket.close(...close));
      return;
    }
    const auth = Object.values(wires).map(({ header }) => keyOf(String(request.headers[header] ?? '')));
    const given = [...address.searchParams.values(), ...auth];
    const template = Object.entries(wires).find(([, { connect }]) =>
      connect?.test(address.pathname + address.search),
    );
    const id = /\/(?:connect|session|devtools)\/([\w-]+)/.exec(address.pathname)?.[1] ?? '';
    const session = held.get(id) ?? (template && begin(template[0], given));
    if (session?.key.startsWith('dead')) return void client.destroy();
    if (
      !session?.isOpen ||
      (!(held.get(id) && /^\/(session|devtools)/.test(address.pathname)) &&
        !given.some((key) => key === INFRA_SECRET || key === session.key))
    )
      return void client.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
    session.relay(request, client, head).catch(() => client.destroy());
  }

  /** A browser that begins with the connection; it ends with it. */
  function begin(provider: string, given: string[]): Held {
    const key = given.find((one) => one.includes('canary')) ?? 'bad';
    const session = new Held(launch, randomUUID(), provider, {}, key);
    if (key.startsWith('bad')) session.isOpen = false;
    held.set(session.id, session);
    return session;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => reply(response, 500, { message: String(error) }));
  });
  server.on('upgrade', upgrade);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = () => (server.address() as AddressInfo).port;
  const url = () => `http://127.0.0.1:${port()}`;
  return {
    url: url(),
    refuseReleases,
    script,
    get sessions() {
      return [...held.values()];
    },
    open: () => [...held.values()].filter(({ isOpen }) => isOpen),
    async [Symbol.asyncDispose]() {
      await Promise.all([...held.values()].map((session) => session[Symbol.asyncDispose]()));
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Two providers may use one header: the path tells them apart. */
function isTheirs(wires: Record<string, InfraWire>, header: string, asked: string, create: RegExp): boolean {
  const same = Object.values(wires).filter((wire) => wire.header === header && wire.create);
  if (same.length < 2) return true;
  const own = same.find((wire) => wire.create === create);
  return [own?.create, own?.release, own?.again, own?.spent?.look].some((pattern) => pattern?.test(asked));
}

function keyOf(header: string): string {
  const [, basic] = /^Basic (.+)$/.exec(header) ?? [];
  return basic
    ? (Buffer.from(basic, 'base64').toString().split(':')[0] ?? '')
    : header.replace(/^Bearer /, '');
}

/** A session, with the browser that belongs to it. */
class Held implements InfraSession, AsyncDisposable {
  readonly id: string;
  readonly provider: InfraProvider;
  readonly body: Record<string, unknown>;
  readonly key: string;
  isOpen = true;
  releases = 0;
  connections = 0;
  readonly #launch: Launch;
  readonly #clients = new Set<Duplex>();
  #browser: Promise<RemoteChromium> | null = null;

  constructor(
    launch: Launch,
    id: string,
    provider: InfraProvider,
    body: Record<string, unknown>,
    key: string,
  ) {
    this.#launch = launch;
    this.id = id;
    this.provider = provider;
    this.body = body;
    this.key = key;
  }

  lose(): void {
    for (const client of this.#clients) client.destroy();
  }

  /** Hands the connection on to the session's Chromium, byte for byte. */
  async relay(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    this.#browser ??= this.#launch();
    const { port, path: place } = await this.#browser;
    this.connections += 1;
    this.#clients.add(client);
    const upstream = connect(port, '127.0.0.1');
    const headers = Object.entries({ ...request.headers, host: `127.0.0.1:${port}` });
    upstream.write(
      `GET ${place} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    upstream.write(head);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lose();
    const browser = await this.#browser?.catch(() => null);
    await browser?.[Symbol.asyncDispose]();
  }
}

interface RemoteChromium extends AsyncDisposable {
  port: number;
  path: string;
}

type Launch = () => Promise<RemoteChromium>;

/** One Chromium for many sessions, where the test is not about their remains in it. */
export async function lendRemoteChromium(resources: AsyncDisposableStack): Promise<Launch> {
  const { port, path: place } = resources.use(await launchRemoteChromium());
  return async () => ({ port, path: place, [Symbol.asyncDispose]: async () => undefined });
}

/** A Chromium that is debugged on a port of its own. */
export async function launchRemoteChromium(port = 0): Promise<RemoteChromium> {
  const folder = await mkdtemp(path.join(tmpdir(), 'infra-stand-in-'));
  const child = spawn(
    await chromiumPath(),
    [
      '--headless=new',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${folder}`,
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-extensions',
      // Pages for an address bar that no user sees.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const address = new URL(await listening(child));
  return {
    port: Number(address.port),
    path: address.pathname,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        // Its renderers are in its group.
        process.kill(-(child.pid ?? 0), 'SIGKILL');
        await exited;
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function listening(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the browser ended: ${said}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
}
