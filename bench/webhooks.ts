import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sql, { type Sql } from 'sql-template-tag';
import { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Db } from '../src/platform/db.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import type { ResponseEvent } from '../src/webhooks/event.ts';
import { emitStatement } from '../src/webhooks/outbox.ts';
import { registerEndpoint } from '../src/webhooks/register.ts';
import { fillRuns } from './fill-runs.ts';
import { type Finding, latencyFinding, ratioFinding, valueFinding } from './report.ts';
import { inTurns, quantile } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { API_KEY, Stage, serviceEnvironment } from './stage.ts';
import { Receiver } from './webhook-receiver.ts';

const ROUNDS = 5;
const EVENTS = 1_000;
const ENDPOINTS = 4;
/** The sender's limit of open requests to one endpoint; the bare loop gets as many connections. */
const PER_ENDPOINT = 4;
const PROBES = 300;
const HANGING = 500;
const HANGING_ROUNDS = 3;

/** The rate of deliveries against a bare client loop, their delay, and the effect of dead receivers. */
export async function webhooks(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using receiver = await Receiver.start();
  const app = await startService(stage);
  await createRun(app);
  const { webhooks: room } = app.context;
  const workspaceId = await workspaceOf(app);
  for (let index = 0; index < ENDPOINTS; index += 1)
    await registerEndpoint(room, workspaceId, { url: `${receiver.url}/ok` });
  const body = await sampleBody(app, receiver);
  await fillRuns(stage.pool(), EVENTS);
  const runs = await finishedRuns(app);

  const rounds = await inTurns(
    ROUNDS,
    () => postLoop(receiver, body),
    () => deliverBacklog(app, receiver, workspaceId, runs),
  );
  const memoryBefore = usedMb();
  await addHanging(app, receiver);
  let memoryMost = memoryBefore;
  const probes = await inTurns(
    HANGING_ROUNDS,
    async () => {
      await letHang(app.context.db, false);
      return probe(app, receiver);
    },
    async () => {
      await letHang(app.context.db, true);
      room.sender.poke(null);
      const delaysMs = await probe(app, receiver);
      memoryMost = Math.max(memoryMost, usedMb());
      return delaysMs;
    },
  );
  const p95 = probes.map(({ baseline, product }) => ({
    baseline: quantile(baseline, 0.95),
    product: quantile(product, 0.95),
  }));
  return [
    ratioFinding('deliveries, against a bare client loop', '/s', rounds, { atLeast: 0.4 }),
    latencyFinding(
      'from terminal state to receiver, p50 / p99',
      probes.flatMap(({ baseline }) => baseline),
      2_000,
    ),
    ratioFinding(`p95 to a healthy receiver beside ${HANGING} that hang`, 'ms', p95, { atMost: 1.5 }),
    valueFinding(`memory gained with ${HANGING} hanging receivers`, memoryMost - memoryBefore, 'MB', 32),
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

const agent = new Agent({ keepAlive: true });

/** The baseline: Node's own client, as many posts at a time as the sender may have open, on connections kept open. */
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
  const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
    answer.resume().once('end', resolve);
  });
  sent.once('error', reject).end(body);
  return promise;
}

interface FinishedRun extends Record<string, unknown> {
  id: string;
  type: ResponseEvent;
}

async function finishedRuns(app: App): Promise<FinishedRun[]> {
  return app.context.db.query<FinishedRun>(
    sql`select id, case when status in ('succeeded', 'empty') then 'response.completed' else 'response.failed' end as type
        from runs where finished_at is not null limit ${EVENTS}`,
  );
}

/**
 * Events as finished runs leave them: no body yet, one delivery for each endpoint. They appear all at once; the time is from then
 * until the last has arrived and every result is recorded.
 */
async function deliverBacklog(
  app: App,
  receiver: Receiver,
  workspaceId: string,
  runs: FinishedRun[],
): Promise<number> {
  const { db, webhooks: room } = app.context;
  const count = runs.length * ENDPOINTS;
  const arrived = await receiver.expect(count);
  const before = await countDelivered(db);
  await db.batch(
    runs.map(({ id, type }) => {
      const eventId = newId('evt');
      return emitStatement({
        workspaceId,
        runId: id,
        type,
        discriminator: eventId,
        sequence: null,
        eventId,
        body: null,
      });
    }),
  );
  const startedAt = performance.now();
  room.sender.poke(workspaceId);
  await arrived();
  while ((await countDelivered(db)) < before + count) await delay(5);
  return count / ((performance.now() - startedAt) / 1_000);
}

async function countDelivered(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from webhook_deliveries where status = 'delivered'`,
  );
  return row?.count ?? 0;
}

/** Runs one after the other; the time from each one's end to each receiver. */
async function probe(app: App, receiver: Receiver): Promise<number[]> {
  const arrived = await receiver.expect(PROBES * ENDPOINTS);
  for (let index = 0; index < PROBES; index += 1) {
    await createRun(app);
    await delay(20);
  }
  return (await arrived()).delaysMs;
}

/** Endpoints, each of a workspace of its own, with ten events waiting for each, due when `letHang` says so. */
async function addHanging(app: App, receiver: Receiver): Promise<void> {
  const { db, webhooks: room } = app.context;
  for (let index = 0; index < HANGING; index += 1) {
    const workspaceId = newId('ws');
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
    const { endpoint } = await registerEndpoint(room, workspaceId, { url: `${receiver.url}/hang` });
    await db.batch([...statements, postponed(sql`endpoint_id = ${endpoint.id}`)]);
  }
}

const ofHanging = sql`status = 'pending' and endpoint_id in (select id from webhook_endpoints where url like '%/hang')`;
// Deliveries under way are left to the sender, which records them at the same time.
const waiting = sql`${ofHanging} and (lease_expires_at is null or lease_expires_at <= db_now())`;

function postponed(which: Sql): Sql {
  return sql`update webhook_deliveries set next_attempt_at = db_now() + interval '1 day' where ${which}`;
}

/** Makes all their waiting deliveries due; or none, and waits for those under way. */
async function letHang(db: Db, isDue: boolean): Promise<void> {
  if (isDue) {
    const due = sql`update webhook_deliveries set next_attempt_at = db_now() where ${waiting}`;
    await db.slowQuery(due, 30_000);
    return;
  }
  for (;;) {
    await db.slowQuery(postponed(waiting), 30_000);
    const underWay = await db.query(
      sql`select 1 from webhook_deliveries where ${ofHanging} and lease_expires_at > db_now() limit 1`,
    );
    if (underWay.length === 0) return;
    await delay(500);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
