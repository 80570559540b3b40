import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../support/seeded.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { SOON } from '../support/soon.ts';
import { call, eventOf, WebhookScene } from '../support/webhook-scene.ts';

const EVENTS = 500;
const KILLS = 2;

const scenes = new AsyncDisposableStack();
// Also of a test that ran out of time.
afterAll(() => scenes.disposeAsync());

let scene: WebhookScene;
let endpoint: { id: string };
const instances: ServiceProcess[] = [];
beforeAll(async () => {
  scene = scenes.use(await WebhookScene.open());
});

test('one event outlives the death of three instances, each at another point of its way', async () => {
  let id = '';
  for (const [point, heard] of [
    ['after-terminal-commit', 0],
    ['before-webhook-send', 0],
    ['after-webhook-send', 1],
  ] as const) {
    const doomed = await scene.start({ FAULT: point });
    const exited = once(doomed.child, 'exit');
    if (id === '') {
      endpoint = await scene.register(doomed);
      ({ id } = await scene.createRun(doomed));
    }
    await exited;
    expect([doomed.child.signalCode, scene.sink.received.length]).toEqual(['SIGKILL', heard]);
    await scene.bury(doomed);
  }
  instances.push(...(await Promise.all([scene.start(), scene.start(), scene.start()])));
  await scene.sink.until(2, 60_000);
  expect(new Set(scene.sink.received.map(({ bodyHash }) => bodyHash)).size).toBe(1);
  const state = await call(instances[0] as ServiceProcess, 'GET', `/responses/${id}`);
  expect(scene.sink.received.map(eventOf)).toContainEqual(
    expect.objectContaining({ sequence: 1, data: state }),
  );
  await expect.poll(undelivered, SOON).toEqual([]);
  scene.sink.received.length = 0;
});

test('killed again and again, three instances deliver every event, each with one body', {
  timeout: 480_000,
}, async () => {
  const random = seeded(20_261_115);
  const pick = () => Math.floor(random() * instances.length);
  const refused = new Set<unknown>();
  scene.sink.behave((_path, count) => {
    const event = scene.sink.received.at(-1)?.headers['x-svc-event-id'];
    // Once at most: the third attempt at one event comes only after half a minute.
    if (count % 7 > 0 || refused.has(event)) return 200;
    refused.add(event);
    return 500;
  });
  const runs = new Set<string>();
  const create = async (index: number): Promise<void> => {
    for (;;) {
      // A create that meets a dying or full instance is repeated elsewhere; the key makes it the same run.
      const run = await scene
        .createRun(instances[pick()] as ServiceProcess, `event-${index}`)
        .catch(() => null);
      if (typeof run?.id === 'string') {
        runs.add(run.id);
        return;
      }
      await delay(500);
    }
  };
  const dead: ServiceProcess[] = [];
  const work: Promise<void>[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const asked = Array.from({ length: EVENTS / KILLS }, (_, index) => create(work.length + index));
    work.push(...asked);
    // In the middle of its work for the others, and while it gets more requests.
    await Promise.race(asked);
    const killed = pick();
    const doomed = instances[killed] as ServiceProcess;
    await doomed.end('SIGKILL');
    dead.push(doomed);
    instances[killed] = await scene.start();
    await scene.bury(doomed);
  }
  await Promise.all(work);
  expect(runs.size).toBe(EVENTS);
  // Rows that the database still wrote for the dead after they were buried.
  for (const one of dead) await scene.bury(one);
  const silent = () => {
    const announced = new Set(scene.sink.received.map((one) => eventOf(one).data.id));
    return [...runs].filter((id) => !announced.has(id));
  };
  await expect.poll(silent, { timeout: 240_000, interval: 500 }).toEqual([]);
  const distinct = new Map(scene.sink.received.map((one) => [one.bodyHash, eventOf(one)]));
  // As many bodies as events: the body of each never changed.
  expect(distinct.size).toBe(EVENTS);
  expect(new Set([...distinct.values()].map(({ id }) => id)).size).toBe(EVENTS);
  for (const { data, type, sequence } of distinct.values()) {
    expect(sequence).toBe(1);
    const state = await call(instances[0] as ServiceProcess, 'GET', `/responses/${data.id}`);
    expect(type).toBe(`response.${state.status}`);
    expect(data).toEqual(state);
  }
  await expect.poll(undelivered, SOON).toEqual([]);
});

async function undelivered() {
  const { data } = await call(instances[0] as ServiceProcess, 'GET', `/webhooks/${endpoint.id}/deliveries`);
  return data.filter(({ status }: { status: string }) => status !== 'delivered');
}
