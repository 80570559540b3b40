import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import pc from 'picocolors';
import { type Config, readConfig } from '../config.ts';
import { StartupError } from '../errors.ts';
import { systemClock } from '../platform/clock.ts';
import { requestProvider } from '../platform/net/provider-client.ts';
import { verifyDelivery } from '../webhooks/verify.ts';

interface ListenOptions {
  url?: string;
  events?: string;
  port: string;
  json?: boolean;
}

/** Registers a loopback endpoint, prints its events, and removes the endpoint at the end. */
export async function webhooksListen(options: ListenOptions): Promise<void> {
  const config = readConfig(process.env);
  const service = {
    url: options.url ?? config.baseUrl ?? `http://${config.host}:${config.port}`,
    key: await keyOf(config),
  };
  const receiver = await listenAt(options.port);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const events = options.events?.split(',').map((type) => type.trim());
  const endpoint = (await call(service, 'POST', '/webhooks', { url, events }).catch((error) => {
    receiver.close();
    throw error;
  })) as { id: string; secret: string };

  receiver.on('request', async (request, response) => {
    const body = await readAll(request);
    response.writeHead(204).end();
    console.log(describe(request, body, endpoint.secret, options.json ?? false));
  });
  console.log(`${pc.bold('Listening')} at ${pc.cyan(url)} as ${endpoint.id}`);
  console.log(`  Secret  ${endpoint.secret}`);
  console.log(`  Try it  POST ${service.url}/v1/webhooks/${endpoint.id}/test`);
  console.log('  Stop with Ctrl-C; the endpoint is then removed.');
  closeWithGrace({ delay: 5_000, logger: false }, async () => {
    await call(service, 'DELETE', `/webhooks/${endpoint.id}`);
    receiver.close();
    receiver.closeAllConnections();
  });
}

async function listenAt(port: string): Promise<Server> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new StartupError(`--port must be a number up to 65535, not ${port}.`);
  const receiver = createServer();
  receiver.listen(Number(port), '127.0.0.1');
  await once(receiver, 'listening').catch((error) => {
    throw new StartupError(`Port ${port} cannot be used (${error.code}).`);
  });
  return receiver;
}

async function keyOf(config: Config): Promise<string> {
  const kept = await readFile(join(config.dataDir, 'api-key'), 'utf8').catch(() => '');
  const key = config.apiKey ?? kept.trim();
  if (key === '')
    throw new StartupError('Set SVC_API_KEY, or run this where the service keeps its DATA_DIR.');
  return key;
}

async function call(
  service: { url: string; key: string },
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await requestProvider({
    method,
    url: new URL(`/api/v1${path}`, service.url),
    headers: { authorization: `Bearer ${service.key}` },
    body,
  });
  if (!answer.ok)
    throw new StartupError(`The service at ${service.url} cannot be reached (${answer.reason}).`);
  if (answer.status < 300) return answer.json;
  const { error } = (answer.json ?? {}) as { error?: { message?: string } };
  throw new StartupError(`The service refused: ${error?.message ?? `HTTP ${answer.status}`}`);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function describe(request: IncomingMessage, body: string, secret: string, isWhole: boolean): string {
  const now = systemClock.now();
  const signature = request.headers['x-svc-signature'];
  const verified = verifyDelivery({ body, signature: [signature].flat()[0], secret, now });
  const mark = verified.ok ? pc.green('verified') : pc.red(verified.reason);
  // Anybody can post to the port; only signed requests are events.
  if (!verified.ok)
    return `${now.toISOString()}  ${mark}  ${request.method} ${request.url}, ${body.length} characters`;
  const event = JSON.parse(body) as {
    id: string;
    type: string;
    sequence: number;
    data: { id: string; status: string };
  };
  const line = `${now.toISOString()}  ${mark}  ${pc.bold(event.type)}  ${event.data.id}  #${event.sequence}  ${event.id}`;
  return isWhole ? `${line}\n${JSON.stringify(event, null, 2)}` : line;
}
