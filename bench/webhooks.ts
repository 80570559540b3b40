import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { emitStatement } from '../src/webhooks/outbox.ts';
import { registerEndpoint } from '../src/webhooks/register.ts';
import { type Finding, figure, isMet, ratioFinding } from './report.ts';
import { inTurns, quantile } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { API_KEY, Stage, serviceEnvironment } from './stage.ts';
import { Receiver } from './webhook-receiver.ts';

const ROUNDS = 5;
const EVENTS = 1_000;
const ENDPOINTS = 4;
/** What the sender may have open to one endpoint; the bare loop gets as many connections. */
const PER_ENDPOINT = 4;
const PROBES = 300;
const HANGING = 500;

/** How fast deliveries leave, against a bare client loop; how soon they arrive; and whether dead receivers matter. */
export async function webhooks(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using receiver = await Receiver.start();
  const app = await startService(stage);
  const run = await createRun(app);
  const workspaceId = await workspaceOf(app);
  for (let index = 0; index < ENDPOINTS; index += 1)
    await registerEndpoint(app.context.webhooks, workspaceId, { url: `${receiver.url}/ok` });
  const body = await sampleBody(app, receiver);

  const rounds = await inTurns(
    ROUNDS,
    () => postLoop(receiver, body),
    () => deliverBacklog(app, receiver, workspaceId, run),
  );
  const alone = await probe(app, receiver);
  const memoryBefore = process.memoryUsage().rss;
  await addHanging(app, receiver);
  const beside = await probe(app, receiver);
  const growthMb = (process.memoryUsage().rss - memoryBefore) / 2 ** 20;
  const p95 = [{ baseline: quantile(alone, 0.95), product: quantile(beside, 0.95) }];
  return [
    ratioFinding('deliveries, against a bare loop with a connection for each post', '/s', rounds, {
      atLeast: 0.4,
    }),
    latencyFinding(alone),
    ratioFinding(`p95 to a healthy receiver beside ${HANGING} that hang`, 'ms', p95, { atMost: 1.5 }),
    valueFinding(`memory gained with ${HANGING} hanging receivers`, growthMb, 'MB', 128),
  ];
}

async function startService(stage: Stage): Promise<App> {
  // Loopback receivers are for development only.
  const env = { ...serviceEnvironment(stage), SVC_ENV: 'development' };
  const app = await App.start({ config: readConfig(env), log: createLog('warn'), runners: [instantRunner] });
  stage.defer(() => app.stop({ noticeMs: 0, requestsMs: 0, runsMs: 0 }));
  return app;
}

async function call(app: App, path: string, body?: unknown): Promise<Record<string, string>> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function createRun(app: App): Promise<string> {
  const run = await call(app, '/responses', { input: 'Say hello to the reader.', routing: 'instant' });
  return String(run.id);
}

async function workspaceOf(app: App): Promise<string> {
  return String((await call(app, '/me')).workspace_id);
}

async function sampleBody(app: App, receiver: Receiver): Promise<string> {
  const arrived = await receiver.expect(ENDPOINTS);
  await createRun(app);
  return (await arrived()).firstBody;
}

/** The baseline: a bare client, as many posts at a time as the sender may have open, a connection for each. */
async function postLoop(receiver: Receiver, body: string): Promise<number> {
  let left = EVENTS * ENDPOINTS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: ENDPOINTS * PER_ENDPOINT }, async () => {
      while (left > 0) {
        left -= 1;
        await post(`${receiver.url}/ok`, body);
      }
    }),
  );
  return (EVENTS * ENDPOINTS) / ((performance.now() - startedAt) / 1_000);
}

function post(url: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = request(url, { method: 'POST', agent: false, headers }, (answer) => {
    answer.resume().once('end', resolve);
  });
  sent.once('error', reject).end(body);
  return promise;
}

/** Events as finished runs leave them: no body yet, one delivery for each endpoint. */
async function deliverBacklog(
  app: App,
  receiver: Receiver,
  workspaceId: string,
  runId: string,
): Promise<number> {
  const { db, webhooks: room } = app.context;
  const arrived = await receiver.expect(EVENTS * ENDPOINTS);
  const startedAt = performance.now();
  const statements = Array.from({ length: EVENTS }, () => {
    const eventId = newId('evt');
    return emitStatement({
      workspaceId,
      runId,
      type: 'response.completed',
      discriminator: eventId,
      sequence: 1,
      eventId,
      body: null,
    });
  });
  for (let at = 0; at < statements.length; at += 100) await db.batch(statements.slice(at, at + 100));
  room.sender.poke(workspaceId);
  await arrived();
  return (EVENTS * ENDPOINTS) / ((performance.now() - startedAt) / 1_000);
}

/** Runs one after the other; what it takes from each one's end to each receiver. */
async function probe(app: App, receiver: Receiver): Promise<number[]> {
  const arrived = await receiver.expect(PROBES * ENDPOINTS);
  for (let index = 0; index < PROBES; index += 1) {
    await createRun(app);
    await delay(20);
  }
  return (await arrived()).delaysMs;
}

async function addHanging(app: App, receiver: Receiver): Promise<void> {
  const { db, webhooks: room } = app.context;
  for (let index = 0; index < HANGING; index += 1) {
    // An endpoint of a workspace of its own, with ten events waiting for it.
    const workspaceId = newId('ws');
    await registerEndpoint(room, workspaceId, { url: `${receiver.url}/hang` });
    const statements = Array.from({ length: 10 }, () => {
      const eventId = newId('evt');
      const runId = newId('resp');
      return emitStatement({
        workspaceId,
        runId,
        type: 'response.completed',
        discriminator: '',
        sequence: 1,
        eventId,
        body: JSON.stringify({ id: eventId, data: { text: 'x'.repeat(4_000) } }),
      });
    });
    await db.batch(statements);
  }
  room.sender.poke(null);
}

function latencyFinding(delaysMs: number[]): Finding {
  const p50 = quantile(delaysMs, 0.5);
  const p99 = quantile(delaysMs, 0.99);
  return {
    what: 'from terminal state to receiver, p50 / p99',
    baseline: '',
    product: `${figure(p50)} / ${figure(p99)} ms`,
    value: `${figure(p99)} ms`,
    spread: '',
    bar: '<= 2000 ms',
    isMet: isMet(p99, { atMost: 2_000 }),
  };
}

function valueFinding(what: string, value: number, unit: string, atMost: number): Finding {
  return {
    what,
    baseline: '',
    product: `${figure(value)} ${unit}`,
    value: `${figure(value)} ${unit}`,
    spread: '',
    bar: `<= ${atMost} ${unit}`,
    isMet: isMet(value, { atMost }),
  };
}
