import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { type Cluster, type Instance, startCluster } from '../support/cluster.ts';
import { readBody, reply } from '../support/stand-ins/provider-script.ts';

// A provider of browsers whose connections talk nonsense.

const owned = new AsyncDisposableStack();
let cluster: Cluster;
let instance: Instance;
let nonsense = '';

beforeAll(async () => {
  const url = await startProvider();
  cluster = owned.use(await startCluster());
  instance = await cluster.start({ STEEL_API_KEY: 'key', STEEL_BASE_URL: url });
});
afterAll(() => owned.disposeAsync());

async function startProvider(): Promise<string> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(async (request, response) => {
    const { sessionId = '' } = await readBody(request);
    const websocketUrl = `${url.replace('http', 'ws')}/connect/${sessionId}?sessionId=${sessionId}`;
    reply(response, 200, { id: sessionId, status: 'live', websocketUrl, debugUrl: '', sessionViewerUrl: '' });
  });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (client) =>
      client.on('message', () => client.send(nonsense)),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  owned.defer(() => {
    for (const client of sockets.clients) client.terminate();
    server.close();
  });
  return url;
}

test.each([
  '{"id":999999,"result":{}}',
  '{"id":999999,"error":{"message":"no"}}',
  '{"method":"error","params":{}}',
  '{"method":"Target.attachedToTarget"}',
  '{"method":"Target.attachedToTarget","params":{"sessionId":"1","targetInfo":null}}',
])('a browser that says %s fails its attempt, and nothing else', async (said) => {
  nonsense = said;
  const run = await instance.create({ input: 'What does this say?', url: cluster.page, routing: 'steel' });
  expect(run.json.status).toBe('failed');
  expect(run.json.svc.routing_attempts).toMatchObject([{ runner: 'steel', fault: 'platform' }]);
  expect((await fetch(`${instance.url}/readyz`)).status).toBe(200);
});
