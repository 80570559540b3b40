import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Switchyard } from '@switchyard/sdk';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { systemClock } from '../platform/clock.ts';
import { CallKeys } from './call-key.ts';
import { createMcpServer } from './mcp-server.ts';

const me = { name: 'test', version: '1.0.0' };
const runner = scriptedRunner('only');
let service: TestApp;
let second: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [runner] });
  second = await startTestApp({ runners: [runner], databaseUrl: service.databaseUrl });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** As over standard input and output: one server for the whole connection. */
async function overOneConnection(): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { url, key } = service.client;
  const api = new Switchyard({ apiKey: key, baseUrl: url });
  const tools = { api, origin: url, scope: 'stdio', keys: new CallKeys(), clock: systemClock, fetch };
  await createMcpServer({ ...tools, isClosing: () => false }).connect(ours);
  const client = new Client(me);
  await client.connect(theirs);
  onTestFinished(() => client.close());
  return client;
}

/** A client of 2025, whose cancellations reach the instance named. */
async function overHttp(cancelsAt: TestApp): Promise<Client2025> {
  const transport = new Http2025(new URL(`${service.app.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${service.client.key}` } },
    fetch: (url, init) =>
      fetch(String(init?.body).includes('notifications/cancelled') ? `${cancelsAt.app.url}/mcp` : url, init),
  });
  const client = new Client2025(me);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  onTestFinished(() => client.close());
  return client;
}

/** The call of `run_task` and the way to cancel it. */
function call(client: Client | Client2025, task: string) {
  const stop = new AbortController();
  const params = { name: 'run_task', arguments: { task, routing: 'only' } };
  const options = { signal: stop.signal };
  const calling =
    client instanceof Client2025
      ? client.callTool(params, undefined, options)
      : client.callTool(params, options);
  calling.catch(() => undefined);
  return { calling, cancel: () => stop.abort('no longer wanted') };
}

async function rowOf(asked: string) {
  const { json } = await service.client.get('/v1/runs/rows?limit=50');
  return json.data.find(({ task }: { task: string }) => task === asked);
}

const ways: Array<[string, () => Promise<Client | Client2025>]> = [
  ['one connection', overOneConnection],
  ['HTTP', () => overHttp(service)],
  ['HTTP, told to another instance', () => overHttp(second)],
];

test.each(ways)('a call that its client cancels ends the run that it started: %s', async (name, open) => {
  const task = `Wait [[after=60000]] ${name}`;
  const client = await open();
  const { calling, cancel } = call(client, task);
  await expect.poll(() => rowOf(task), SOON).toMatchObject({ status: 'running' });
  cancel();
  await expect(calling).rejects.toThrow();
  await expect.poll(() => rowOf(task), SOON).toMatchObject({ status: 'cancelled' });
});

test.each(ways)('a cancelled call leaves a run alone that another call started: %s', async (name, open) => {
  const task = `Wait [[after=3000]] together: ${name}`;
  const first = call(await overHttp(service), task);
  await expect.poll(() => rowOf(task), SOON).toMatchObject({ status: 'running' });
  const client = await open();
  const joined = call(client, task);
  await client.listTools();
  joined.cancel();
  expect(await first.calling).toMatchObject({ structuredContent: { status: 'succeeded' } });
});

test('a lost connection leaves its run alone', async () => {
  for (const open of [overOneConnection, () => overHttp(service)]) {
    const task = `Wait [[after=2000]] alone: ${open}`.slice(0, 60);
    const client = await open();
    call(client, task);
    await expect.poll(() => rowOf(task), SOON).toMatchObject({ status: 'running' });
    await client.close();
    await expect.poll(() => rowOf(task), SOON).toMatchObject({ status: 'succeeded' });
  }
});
