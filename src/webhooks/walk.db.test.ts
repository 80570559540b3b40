import { Switchyard } from '@switchyard/sdk';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { WebhookSink } from '../../test/support/webhook-sink.ts';
import { systemClock } from '../platform/clock.ts';
import { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createGate } from '../platform/net/gate.ts';
import { KeptConnections } from '../platform/net/kept-connections.ts';
import { systemResolver } from '../platform/net/resolver.ts';
import { isPlainLoopback, refusedForms } from '../platform/net/url-forms.fixture.ts';
import { type ResponseEvent, renderEvent } from './event.ts';
import { emitStatement } from './outbox.ts';
import { registerEndpoint, rotateEndpoint, updateEndpoint } from './register.ts';
import { forgetOld } from './retention.ts';
import { SCHEDULES } from './schedule.ts';
import { type SecretBox, SigningSecrets } from './secrets.ts';
import { Sender } from './sender.ts';
import { type Delivery, findEndpoint, listDeliveries, redeliver, removeEndpoint } from './store.ts';

/** Walks through hours of schedule: each event at its own time, by the database's clock. */

const secretBox: SecretBox = {
  seal: async (text) => Buffer.from(text),
  open: async (sealed) => sealed.toString(),
};
const log = createLog('silent');
/** The receiver's side. */
const { webhooks } = new Switchyard({ apiKey: 'svc_unused' });
const gate = createGate({ resolver: systemResolver, localTargets: [], allowLoopbackWebhooks: true });
const SECONDS = 1_000;
const HOURS = 3_600_000;

let database: TestDatabase;
let sink: WebhookSink;
let workspaceId: string;
let openInteractions: Set<string>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  workspaceId = newId('ws');
  openInteractions = new Set();
  sink = await WebhookSink.start();
  return () => sink[Symbol.asyncDispose]();
});

async function at<T>(offsetMs: number, work: (db: Db, sender: Sender) => Promise<T>): Promise<T> {
  await using db = new Db({
    url: database.url,
    log,
    clock: systemClock,
    clockOffsetMs: () => offsetMs,
    connections: 3,
  });
  await using connections = new KeptConnections();
  await using sender = new Sender({
    db,
    gate,
    log,
    clock: systemClock,
    faults: { pass: () => undefined },
    secrets: new SigningSecrets(secretBox),
    connections,
    payloadsOf: async () => new Map(),
    isInteractionOpen: async ({ event }) => openInteractions.has(event.discriminator),
    onIdlePoke: () => undefined,
  });
  return await work(db, sender);
}

const deliver = (offsetMs: number) =>
  at(offsetMs, (_, sender) => sender.deliverDue({ workspaceId, deliveries: 500, timeMs: 20_000 }));

async function register(): Promise<{ id: string; secret: string }> {
  const { endpoint, secret } = await at(0, (db) =>
    registerEndpoint({ db, gate, secretBox }, workspaceId, { url: sink.url }),
  );
  return { id: endpoint.id, secret };
}

async function emit(
  offsetMs = 0,
  type: ResponseEvent = 'response.completed',
  discriminator = '',
): Promise<string> {
  const eventId = newId('evt');
  const runId = newId('resp');
  const body = renderEvent({ id: eventId, type, sequence: 1, createdAt: new Date(), data: { id: runId } });
  await at(offsetMs, (db) =>
    db.query(emitStatement({ workspaceId, runId, type, discriminator, sequence: 1, eventId, body })),
  );
  return eventId;
}

const deliveries = (endpointId: string): Promise<Delivery[]> =>
  at(0, async (db) => (await listDeliveries(db, { id: endpointId, workspaceId }, { limit: 100 })).deliveries);

async function only(endpointId: string): Promise<Delivery> {
  const [delivery] = await deliveries(endpointId);
  if (!delivery) throw new Error('there is no delivery');
  return delivery;
}

async function walk(
  endpointId: string,
  type: ResponseEvent,
  offsets: number[],
  discriminator = '',
): Promise<void> {
  const startedAt = Date.now();
  await emit(0, type, discriminator);
  const early: number[] = [];
  const waits: Array<number | null> = [];
  for (const [index, offset] of offsets.entries()) {
    if (index > 0) {
      await deliver((offset - 2) * SECONDS - (Date.now() - startedAt));
      early.push(sink.received.length);
    }
    await deliver(offset * SECONDS + 500);
    expect(sink.received, `at ${offset} s`).toHaveLength(index + 1);
    const delivery = await only(endpointId);
    const status = index + 1 < offsets.length ? 'pending' : 'failed';
    expect(delivery).toMatchObject({
      attempt: index + 1,
      status,
      lastHttpStatus: 500,
      lastError: 'HTTP 500',
    });
    waits.push(delivery.nextAttemptAt && (delivery.nextAttemptAt.getTime() - startedAt) / SECONDS);
  }
  const later = offsets.slice(1);
  expect(early, 'not before their time').toEqual(later.map((_, index) => index + 1));
  expect(waits.pop()).toBeNull();
  for (const [index, next] of later.entries()) {
    expect(waits[index]).toBeGreaterThan(next - 1);
    expect(waits[index]).toBeLessThan(next + 8);
  }
}

test('a terminal event walks the whole schedule of 24 hours, with the same bytes and a fresh signature', async () => {
  const { id, secret } = await register();
  sink.behave(500);
  await walk(id, 'response.completed', [0, 5, 30, 120, 600, 1_800, 7_200, 28_800, 86_400]);
  expect(new Set(sink.received.map(({ bodyHash }) => bodyHash)).size).toBe(1);
  expect(new Set(sink.received.map(({ headers }) => headers['x-svc-signature'])).size).toBe(9);
  for (const { body, headers } of sink.received) {
    const signature = String(headers['x-svc-signature']);
    const now = new Date(Number(/t=(\d+)/.exec(signature)?.[1]) * SECONDS);
    await expect(webhooks.verify(body, signature, secret, { now })).resolves.toBeTruthy();
  }
  expect(await at(0, (db) => findEndpoint(db, workspaceId, id))).toMatchObject({ consecutiveFailures: 1 });
});

test('a question walks its schedule of two minutes', async () => {
  const { id } = await register();
  sink.behave(500);
  openInteractions.add('ia_1');
  await walk(id, 'response.requires_action', [0, 5, 15, 30, 60, 120], 'ia_1');
});

test('a question that was answered is not asked again, and that is no failure of the receiver', async () => {
  const { id } = await register();
  sink.behave(500);
  openInteractions.add('ia_2');
  await emit(0, 'response.requires_action', 'ia_2');
  await deliver(0);
  openInteractions.clear();
  await deliver(10 * SECONDS);
  expect(sink.received).toHaveLength(1);
  expect(await only(id)).toMatchObject({
    status: 'failed',
    lastError: 'the question was answered or has expired',
  });
  expect(await at(0, (db) => findEndpoint(db, workspaceId, id))).toMatchObject({ consecutiveFailures: 0 });
});

test('both secrets sign until 24 hours after a rotation, then only the new one', async () => {
  const { id, secret: old } = await register();
  const rotated = await at(0, (db) => rotateEndpoint({ db, gate, secretBox }, workspaceId, id));
  const signaturesAt = async (offsetMs: number): Promise<boolean[]> => {
    await emit(offsetMs);
    await deliver(offsetMs + 100);
    const { body, headers } = sink.received.at(-1) ?? { body: '', headers: {} };
    const signature = String((headers as Record<string, string>)['x-svc-signature']);
    expect(signature.match(/v1=[0-9a-f]{64}/g)).toHaveLength(offsetMs < 24 * HOURS ? 2 : 1);
    const now = new Date(Date.now() + offsetMs);
    const checks = [rotated?.secret ?? '', old].map((secret) =>
      webhooks.verify(body, signature, secret, { now }),
    );
    return (await Promise.allSettled(checks)).map(({ status }) => status === 'fulfilled');
  };
  expect(await signaturesAt(0)).toEqual([true, true]);
  expect(await signaturesAt(24 * HOURS - 60 * SECONDS)).toEqual([true, true]);
  expect(await signaturesAt(24 * HOURS + 60 * SECONDS)).toEqual([true, false]);
});

/** Lets deliveries be given up: the whole schedule, each attempt a little late. */
async function exhaust(count: number): Promise<void> {
  sink.behave(500);
  for (let index = 0; index < count; index += 1) await emit();
  for (const [index, offset] of SCHEDULES.terminal.entries()) await deliver((offset + 3 * index) * SECONDS);
}

test('twenty deliveries given up in a row switch the endpoint off; any success before resets the count', async () => {
  const { id } = await register();
  const endpoint = () => at(0, (db) => findEndpoint(db, workspaceId, id));
  await exhaust(19);
  expect(await endpoint()).toMatchObject({ disabled: false, consecutiveFailures: 19 });
  sink.behave(200);
  await emit();
  await deliver(1 * SECONDS);
  expect(await endpoint()).toMatchObject({ disabled: false, consecutiveFailures: 0 });
  await exhaust(19);
  expect(await endpoint()).toMatchObject({ disabled: false, consecutiveFailures: 19 });

  await emit(40 * HOURS);
  await exhaust(1);
  expect(await endpoint()).toMatchObject({ disabled: true, consecutiveFailures: 20 });
  expect((await endpoint())?.disabledReason).toContain('20 deliveries in a row');
  const pending = (await deliveries(id)).filter(({ status }) => status === 'pending');
  expect(pending).toEqual([]);

  const heard = sink.received.length;
  await emit();
  await deliver(50 * HOURS);
  expect(sink.received).toHaveLength(heard);
  sink.behave(200);
  expect(
    await at(0, (db) => updateEndpoint({ db, gate, secretBox }, workspaceId, id, { enabled: true })),
  ).toMatchObject({
    disabled: false,
    disabledReason: null,
    consecutiveFailures: 0,
  });
  const [failed] = await deliveries(id);
  await at(0, (db) => redeliver(db, { id, workspaceId }, failed?.id ?? ''));
  await deliver(1 * SECONDS);
  expect(sink.received).toHaveLength(heard + 1);
  expect(sink.received.at(-1)?.headers['x-svc-event-id']).toBe(failed?.eventId);
});

test('asking for a waiting delivery by hand takes no place of its schedule', async () => {
  const { id } = await register();
  sink.behave(500);
  await emit();
  await deliver(0);
  for (let ask = 0; ask < 12; ask += 1) {
    const { id: deliveryId } = await only(id);
    await at(0, (db) => redeliver(db, { id, workspaceId }, deliveryId));
    await deliver(0);
  }
  expect(sink.received).toHaveLength(13);
  expect(await only(id)).toMatchObject({ status: 'pending', attempt: 13, redeliveryCount: 12 });
});

test('a delivered event that is asked for again goes out with the same id and bytes', async () => {
  const { id } = await register();
  const eventId = await emit();
  await deliver(0);
  const delivery = await only(id);
  expect(delivery.status).toBe('delivered');
  await at(0, (db) => redeliver(db, { id, workspaceId }, delivery.id));
  await deliver(1 * SECONDS);
  expect(sink.received.map(({ headers }) => headers['x-svc-event-id'])).toEqual([eventId, eventId]);
  expect(new Set(sink.received.map(({ bodyHash }) => bodyHash)).size).toBe(1);
  expect(await only(id)).toMatchObject({ status: 'delivered', redeliveryCount: 1 });
});

test('passes and workers on several instances send each due attempt once', async () => {
  await register();
  for (let index = 0; index < 40; index += 1) await emit();
  await Promise.all(Array.from({ length: 4 }, () => deliver(0)));
  expect(new Set(sink.received.map(({ headers }) => headers['x-svc-event-id'])).size).toBe(40);
  expect(sink.received).toHaveLength(40);
  expect(sink.mostOpen).toBeLessThanOrEqual(4);
});

test('one event of a type for each response and discriminator, however often it is emitted', async () => {
  const { id } = await register();
  const runId = newId('resp');
  const statement = (discriminator: string) =>
    emitStatement({
      workspaceId,
      runId,
      type: 'response.requires_action',
      discriminator,
      sequence: 1,
      eventId: newId('evt'),
      body: '{}',
    });
  await at(0, (db) =>
    Promise.all(['a', 'a', 'b', 'a'].map((discriminator) => db.query(statement(discriminator)))),
  );
  expect(await deliveries(id)).toHaveLength(2);
});

test('an address that is refused by now is not dialled, however it got into the table', async () => {
  const forms = refusedForms.filter((form) => !isPlainLoopback(form) && !form.includes('\0'));
  await at(0, (db) =>
    db.query(
      sql`insert into webhook_endpoints (id, workspace_id, url, events, secret)
          select 'wh_' || md5(url), ${workspaceId}, url, array['response.completed'], 'secret' from unnest(${forms}::text[]) as f (url)
          on conflict do nothing`,
    ),
  );
  await emit();
  await deliver(0);
  const told = await at(0, (db) =>
    db.query<{ url: string; last_error: string }>(
      sql`select e.url, d.last_error from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
          where e.workspace_id = ${workspaceId} and (d.last_error is null or d.last_error not like 'the URL is not allowed%')`,
    ),
  );
  expect(told).toEqual([]);
});

/** A backlog for the endpoints that are registered by now, as if every event had its bytes. */
async function emitMany(count: number): Promise<void> {
  await at(0, (db) =>
    db.slowQuery(
      sql`with event as (
            insert into webhook_events (id, workspace_id, run_id, type, sequence, body)
            select id, ${workspaceId}, 'resp_' || id, 'response.completed', 1, '{}'
            from (select 'evt_' || replace(gen_random_uuid()::text, '-', '') as id from generate_series(1, ${count})) as fresh
            returning id
          )
          insert into webhook_deliveries (id, endpoint_id, event_id, schedule)
          select 'whdel_' || substr(event.id, 5, 16) || substr(md5(event.id || e.id), 1, 16), e.id, event.id, 'terminal'
          from event cross join webhook_endpoints e where e.workspace_id = ${workspaceId}`,
      20_000,
    ),
  );
}

test('a dead receiver with 400 due events delays neither its neighbour nor another workspace', async () => {
  const dead = await WebhookSink.start();
  dead.behave('hang');
  await at(0, (db) => registerEndpoint({ db, gate, secretBox }, workspaceId, { url: dead.url }));
  await emitMany(400);
  await register();
  const deadWorkspaceId = workspaceId;
  const elsewhere = newId('ws');
  await at(0, (db) => registerEndpoint({ db, gate, secretBox }, elsewhere, { url: `${sink.url}/elsewhere` }));
  await at(0, async (_, sender) => {
    sender.start();
    await dead.until(1);
    const emittedAt = new Map<string, number>();
    for (let index = 0; index < 30; index += 1) {
      for (workspaceId of [deadWorkspaceId, elsewhere]) {
        const startedAt = performance.now();
        emittedAt.set(await emit(), startedAt);
        sender.poke(workspaceId);
      }
    }
    await sink.until(60);
    const delaysMs = sink.received
      .map(({ headers, atMs }) => atMs - (emittedAt.get(String(headers['x-svc-event-id'])) ?? 0))
      .sort((one, other) => one - other);
    expect(delaysMs[Math.floor(delaysMs.length * 0.95)]).toBeLessThan(8_000);
    expect(dead.mostOpen).toBeLessThanOrEqual(4);
    expect(dead.received.length).toBeLessThan(100);
    await dead[Symbol.asyncDispose]();
  });
});

test('at the end of its patience 400 events of a dead receiver end with the endpoint, after twenty attempts', async () => {
  const { id } = await register();
  await emitMany(400);
  // As after a day of trying: one more attempt each.
  await at(0, (db) =>
    db.query(
      sql`update webhook_deliveries set step = 8, attempt = 8, first_attempt_at = db_now() - interval '24 hours' where endpoint_id = ${id}`,
    ),
  );
  sink.behave(500);
  await Promise.all(
    Array.from({ length: 3 }, () =>
      at(0, async (db, sender) => {
        sender.start();
        const isDisabled = async () => (await findEndpoint(db, workspaceId, id))?.disabled;
        await expect.poll(isDisabled, SOON).toBe(true);
      }),
    ),
  );
  await deliver(0);
  const ended = await at(0, (db) =>
    db.query(
      sql`select status, last_error, count(*) from webhook_deliveries where endpoint_id = ${id} group by 1, 2 order by 3`,
    ),
  );
  expect(ended).toEqual([
    { status: 'failed', last_error: 'HTTP 500', count: sink.received.length },
    { status: 'failed', last_error: 'the endpoint is disabled', count: 400 - sink.received.length },
  ]);
  expect(sink.received.length).toBeGreaterThanOrEqual(20);
  expect(sink.received.length).toBeLessThan(28);
});

test('finished deliveries are forgotten after 30 days, with their events and a deleted endpoint; waiting ones are not', async () => {
  const DAYS = 24 * HOURS;
  const { id } = await register();
  await emit();
  await emit();
  await deliver(0);
  sink.behave(500);
  await emit();
  await deliver(0);
  const counts = (db: Db) =>
    db
      .query<{ deliveries: number; events: number; endpoints: number }>({
        text: `select (select count(*) from webhook_deliveries where endpoint_id = $1) as deliveries,
                      (select count(*) from webhook_events where workspace_id = $2) as events,
                      (select count(*) from webhook_endpoints where id = $1) as endpoints`,
        values: [id, workspaceId],
      })
      .then(([row]) => row);
  const forgetAt = (offsetMs: number) =>
    at(offsetMs, async (db) => {
      await forgetOld(db);
      return counts(db);
    });
  expect(await forgetAt(30 * DAYS - HOURS)).toEqual({ deliveries: 3, events: 3, endpoints: 1 });
  expect(await forgetAt(30 * DAYS + HOURS)).toEqual({ deliveries: 1, events: 1, endpoints: 1 });
  expect(await only(id)).toMatchObject({ status: 'pending' });
  await at(31 * DAYS, (db) => removeEndpoint(db, workspaceId, id));
  expect(await forgetAt(31 * DAYS + HOURS)).toEqual({ deliveries: 0, events: 0, endpoints: 1 });
  expect(await forgetAt(61 * DAYS + HOURS)).toEqual({ deliveries: 0, events: 0, endpoints: 0 });
});

test('many old deliveries go in small steps', async () => {
  const { id } = await register();
  await at(0, (db) =>
    db.query({
      text: `with event as (
               insert into webhook_events (id, workspace_id, run_id, type, sequence, body, created_at)
               select 'evt_0000000000' || lpad(n::text, 22, '0'), $2, 'resp_' || $1 || n, 'response.completed', 1, '{}', '2001-01-01'
               from generate_series(1, 2500) n returning id
             )
             insert into webhook_deliveries (id, endpoint_id, event_id, schedule, status, next_attempt_at, created_at)
             select 'whdel_' || substr(id, 5, 16) || substr(md5(id || $1), 1, 16), $1, id, 'terminal', 'delivered', null, '2001-01-01' from event`,
      values: [id, workspaceId],
    }),
  );
  await at(0, forgetOld);
  expect(await deliveries(id)).toEqual([]);
  expect(
    await at(0, (db) =>
      db.query({ text: 'select 1 from webhook_events where workspace_id = $1', values: [workspaceId] }),
    ),
  ).toEqual([]);
});

test('the bytes of an event cannot be changed once they are set', async () => {
  await register();
  const eventId = await emit();
  await expect(
    at(0, (db) =>
      db.query({ text: 'update webhook_events set body = $1 where id = $2', values: ['x', eventId] }),
    ),
  ).rejects.toThrow('frozen');
});
