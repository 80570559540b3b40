import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { createLog } from '../log.ts';
import { type Route, route } from './route.ts';
import { buildServer, type ServerOptions } from './server.ts';

export const KEY = 'key-of-the-fixture';

/** A server of its own small routes: no database, the real shell. */
export interface FixtureServer extends AsyncDisposable {
  url: string;
  port: number;
  /** The log, one object for each line. */
  lines: Array<Record<string, unknown>>;
}

export async function startServer(options: Partial<ServerOptions> = {}): Promise<FixtureServer> {
  const lines: FixtureServer['lines'] = [];
  const app = await buildServer({
    routes: fixtureRoutes,
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    isDraining: () => false,
    async authenticate({ header }) {
      const key = header('authorization')?.replace(/^Bearer /, '') ?? header('x-api-key');
      if (key !== KEY) throw new ApiError('invalid_api_key', 'The API key is missing or not valid.');
      return { accountId: 'acct_1', workspaceId: 'ws_1', keyId: 'key_1', feeRatePpm: 0 };
    },
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    lines,
    [Symbol.asyncDispose]: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

export const fixtureRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/status',
    summary: 'Public',
    tag: 'Test',
    access: 'public',
    responses: { 200: z.strictObject({ ok: z.literal(true) }) },
    errors: [],
    handler: async () => ({ status: 200, body: { ok: true } }),
  }),
  route({
    method: 'POST',
    path: '/v1/things',
    summary: 'Echoes the names that it read',
    tag: 'Test',
    body: z.object(
      { name: z.string({ error: 'must be a string' }).optional() },
      { error: 'must be a JSON object' },
    ),
    responses: { 200: z.unknown() },
    errors: [],
    handler: async ({ rawBody, body }) => ({ status: 200, body: { raw: rawBody, read: body } }),
  }),
  route({
    method: 'GET',
    path: '/v1/things',
    summary: 'Lists by a filter',
    tag: 'Test',
    query: z.object({ name: z.string().optional() }),
    responses: { 200: z.unknown() },
    errors: [],
    handler: async ({ query }) => ({ status: 200, body: query }),
  }),
  route({
    method: 'POST',
    path: '/v1/things/:id/poke',
    summary: 'Takes no body',
    tag: 'Test',
    params: z.object({ id: z.string() }),
    responses: { 200: z.unknown() },
    errors: [],
    handler: async ({ params }) => ({ status: 200, body: params }),
  }),
  route({
    method: 'GET',
    path: '/v1/bug',
    summary: 'Throws what nobody expected',
    tag: 'Test',
    responses: { 200: z.unknown() },
    errors: [],
    async handler() {
      throw Object.assign(new Error('relation "runs" does not exist: select secret from /etc/passwd'), {
        severity: 'ERROR',
        code: '42P01',
      });
    },
  }),
];

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Opens a bare connection, so that a test can send any bytes. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes as they are and reads until the server closes the connection. */
export async function exchange(port: number, ...parts: Array<string | Buffer>): Promise<RawAnswer> {
  const socket = await dial(port);
  for (const part of parts) {
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
  return readAnswer(socket);
}

export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  if (!socket.closed) await once(socket, 'close');
  return parseAnswer(Buffer.concat(chunks).toString());
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}
