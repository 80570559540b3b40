import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { type Received, WebhookSink } from '../support/webhook-sink.ts';

const KEY = `svc_${'w'.repeat(40)}`;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The page that the runs read, allowed as a target. */
const site = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    '<title>Shop</title><main><h1>Lamp</h1><p>The lamp costs 20 euros and is in stock today.</p></main>',
  );
});
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
});
afterAll(() => {
  site.close();
  site.closeAllConnections();
});
const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

/** A database, a key ring, a receiver, and instances of the service on them. */
class Scene {
  readonly sink: WebhookSink;
  readonly folder: string;
  readonly #env: Record<string, string>;
  readonly #resources: AsyncDisposableStack;

  private constructor(
    sink: WebhookSink,
    folder: string,
    databaseUrl: string,
    resources: AsyncDisposableStack,
  ) {
    this.sink = sink;
    this.folder = folder;
    this.#resources = resources;
    this.#env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      SVC_API_KEY: KEY,
      SVC_LOCAL_TARGETS: `127.0.0.1:${(site.address() as AddressInfo).port}`,
      CHROMIUM_PATH: '/nonexistent',
    };
  }

  static async open(): Promise<Scene> {
    const resources = new AsyncDisposableStack();
    const database = resources.use(await createTestDatabase());
    const folder = await mkdtemp(join(tmpdir(), 'switchyard-hooks-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const sink = resources.use(await WebhookSink.start());
    return new Scene(sink, folder, database.url, resources);
  }

  async start(env: Record<string, string> = {}): Promise<ServiceProcess> {
    return this.#resources.use(await startService({ ...this.#env, ...env }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: wire objects are read by their documented names
async function call(service: ServiceProcess, method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

const register = (service: ServiceProcess, sink: WebhookSink) =>
  call(service, 'POST', '/webhooks', { url: `${sink.url}/hook` });

const EVENTS = 180;
const KILLS = 6;

/** The same numbers each time, so that a failure can be looked at again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const createRun = (service: ServiceProcess, idempotencyKey?: string) =>
  call(service, 'POST', '/responses', {
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    input: 'What does the lamp cost?',
    url: siteUrl(),
    routing: 'local-fetch',
    background: true,
  });

const eventOf = ({ body }: Received) => JSON.parse(body);

test("Stripe's own verifier accepts deliveries, both secrets in a rotation, and nothing else", async () => {
  await using scene = await Scene.open();
  const service = await scene.start();
  const endpoint = await register(service, scene.sink);
  const { secret } = await call(service, 'POST', `/webhooks/${endpoint.id}/rotate`);
  const run = await createRun(service);
  const [delivery] = await scene.sink.until(1);
  const { body = '', headers = {} } = delivery ?? {};
  const signature = String(headers['x-svc-signature']);
  const verify = (key: string, text = body, at = Date.now()) =>
    Stripe.webhooks.constructEvent(text, signature, key, 300, undefined, at);
  for (const key of [secret, endpoint.secret])
    expect(verify(key)).toMatchObject({ type: 'response.completed', data: { id: run.id } });
  expect(verify(secret)).toMatchObject({ data: await call(service, 'GET', `/responses/${run.id}`) });
  expect(() => verify('whsec_another')).toThrow();
  expect(() => verify(secret, body.replace('completed', 'cancelled'))).toThrow();
  expect(() => verify(secret, body, Date.now() + 600_000)).toThrow();
});

describe.concurrent('when instances are killed', () => {
  test.for(['after-terminal-commit', 'before-webhook-send', 'after-webhook-send'])(
    'one that dies %s loses no event',
    { timeout: 240_000 },
    async (fault, { expect }) => {
      await using scene = await Scene.open();
      const doomed = await scene.start({ FAULT: fault });
      const endpoint = await register(doomed, scene.sink);
      const exited = once(doomed.child, 'exit');
      const run = await createRun(doomed);
      await exited;
      const heard = scene.sink.received.length;
      expect(heard).toBe(fault === 'after-webhook-send' ? 1 : 0);
      const next = await scene.start();
      await scene.sink.until(heard + 1, 120_000);
      expect(new Set(scene.sink.received.map(({ bodyHash }) => bodyHash)).size).toBe(1);
      expect(scene.sink.received.map(eventOf)).toContainEqual(
        expect.objectContaining({ sequence: 1, data: await call(next, 'GET', `/responses/${run.id}`) }),
      );
      await expect
        .poll(async () => (await call(next, 'GET', `/webhooks/${endpoint.id}/deliveries`)).data[0].status)
        .toBe('delivered');
    },
  );

  test('again and again, three of them deliver every event, each with one body', {
    timeout: 240_000,
  }, async ({ expect }) => {
    await using scene = await Scene.open();
    const instances = await Promise.all([scene.start(), scene.start(), scene.start()]);
    const random = seeded(20_261_115);
    const pick = () => Math.floor(random() * instances.length);
    await register(instances[0] as ServiceProcess, scene.sink);
    scene.sink.behave((_path, count) => (count % 7 === 0 ? 500 : 200));
    const runs = new Set<string>();
    const create = async (index: number): Promise<void> => {
      for (;;) {
        // One that dies meanwhile is asked again elsewhere; the key makes it the same run.
        const run = await createRun(instances[pick()] as ServiceProcess, `event-${index}`).catch(() => null);
        if (typeof run?.id === 'string') {
          runs.add(run.id);
          return;
        }
        // The dead one's claim on the key lasts for a while.
        await delay(500);
      }
    };
    const work: Promise<void>[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = pick();
      const asked = Array.from({ length: EVENTS / KILLS }, (_, index) =>
        create((kill * EVENTS) / KILLS + index),
      );
      work.push(...asked);
      // In the middle of what it executes and sends for the others, and while it is asked for more.
      await Promise.race(asked);
      await instances[killed]?.end('SIGKILL');
      instances[killed] = await scene.start();
    }
    await Promise.all(work);
    expect(runs.size).toBe(EVENTS);
    const announced = () => new Set(scene.sink.received.map((one) => eventOf(one).data.id));
    await expect.poll(() => [...runs].filter((id) => !announced().has(id)), { timeout: 150_000 }).toEqual([]);
    const bodies = new Map<string, Set<string>>();
    for (const one of scene.sink.received)
      bodies.set(eventOf(one).id, (bodies.get(eventOf(one).id) ?? new Set()).add(one.bodyHash));
    for (const hashes of bodies.values()) expect(hashes.size).toBe(1);
    expect(bodies.size).toBe(EVENTS);
    for (const one of new Map(
      scene.sink.received.map((received) => [received.bodyHash, received]),
    ).values()) {
      const { data, type, sequence } = eventOf(one);
      expect(sequence).toBe(1);
      const state = await call(instances[0] as ServiceProcess, 'GET', `/responses/${data.id}`);
      expect(type).toBe(`response.${state.status}`);
    }
  });
});

test('`webhooks listen` registers itself, verifies what comes and takes its endpoint away', async () => {
  await using scene = await Scene.open();
  const service = await scene.start();
  const listen = [join(ROOT, 'src/main.ts'), 'webhooks', 'listen', '--url', service.url];
  const env = { PATH: process.env.PATH, SVC_API_KEY: KEY, DATA_DIR: scene.folder };
  const child = spawn(process.execPath, [...listen, '--events', 'response.completed'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await using _stopped = { [Symbol.asyncDispose]: async () => void child.kill('SIGKILL') };
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('Listening');
  const [endpoint] = (await call(service, 'GET', '/webhooks')).data;
  expect(endpoint.events).toEqual(['response.completed']);
  await fetch(endpoint.url, { method: 'POST', body: 'not from the service' });
  await expect.poll(() => printed, { timeout: 10_000 }).toMatch(/malformed_header.*POST/);
  await call(service, 'POST', `/webhooks/${endpoint.id}/test`);
  await expect.poll(() => printed, { timeout: 10_000 }).toMatch(/verified.*response\.completed.*evt_/);
  const refused = spawnSync(process.execPath, [...listen, '--events', 'response.done'], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringMatching(/The service refused: .*\n$/) });
  child.kill('SIGINT');
  await once(child, 'exit');
  expect((await call(service, 'GET', '/webhooks')).data).toEqual([]);
});

test('the verifying code of the guide does what it says', async () => {
  await using scene = await Scene.open();
  const service = await scene.start();
  const { id, secret } = await register(service, scene.sink);
  await call(service, 'POST', `/webhooks/${id}/test`);
  const [delivery] = await scene.sink.until(1);
  const header = String(delivery?.headers['x-svc-signature']);
  const old = header.replace(/t=\d+/, 't=1700000000');
  const cases = [
    [delivery?.body, header, secret, true],
    [`${delivery?.body} `, header, secret, false],
    [delivery?.body, header, 'whsec_another', false],
    [delivery?.body, old, secret, false],
    [delivery?.body, header.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`), secret, true],
    [delivery?.body, '', secret, false],
  ];
  await writeFile(join(scene.folder, 'cases.json'), JSON.stringify(cases));
  const guide = await readFile(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');
  const block = (language: string) =>
    new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 's').exec(guide)?.[1] ?? '';
  const programs = [
    {
      command: process.execPath,
      file: 'check.ts',
      code: `import { readFileSync } from 'node:fs';\n${block('ts')}
        const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
        console.log(JSON.stringify(cases.map(([body, header, secret]) => isFromSwitchyard(body, header, secret))));`,
    },
    {
      command: 'python3',
      file: 'check.py',
      code: `${block('python')}
import json
print(json.dumps([is_from_switchyard(c[0].encode(), c[1], c[2]) for c in json.load(open("cases.json"))]))
`,
    },
    {
      command: 'go',
      args: ['run', 'hooks.go'],
      file: 'main.go',
      code: `package main

import (
	"encoding/json"
	"os"
)

func main() {
	text, _ := os.ReadFile("cases.json")
	var cases [][]any
	json.Unmarshal(text, &cases)
	verdicts := []bool{}
	for _, c := range cases {
		verdicts = append(verdicts, IsFromSwitchyard([]byte(c[0].(string)), c[1].(string), c[2].(string)))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`,
    },
  ];
  await writeFile(join(scene.folder, 'hooks.go'), block('go').replace('package hooks', 'package main'));
  for (const { command, args = [], file, code } of programs) {
    await writeFile(join(scene.folder, file), code);
    const { error, stdout, stderr } = spawnSync(command, [...args, file], {
      cwd: scene.folder,
      encoding: 'utf8',
    });
    // A machine without Python or Go cannot try their code.
    if (error && command !== process.execPath) continue;
    expect(stderr, file).toBe('');
    expect(JSON.parse(stdout), file).toEqual(cases.map((one) => one[3]));
  }
});
