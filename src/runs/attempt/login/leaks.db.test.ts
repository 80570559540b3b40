import { expect, test } from 'vitest';
import { readEvents } from '../../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { SOON } from '../../../../test/support/soon.ts';
import { Canaries, canSee, dumpDatabase, dumpFolder } from '../../../../test/support/taint.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import type { TestClient } from '../../../../test/support/test-client.ts';
import { WebhookSink } from '../../../../test/support/webhook-sink.ts';

const canaries = new Canaries();
const canary = () => canaries.make();
const facts = {
  trusted: true,
  secrets: { channel: 'driver', modelSees: false } as const,
  capabilities: { ...scriptedRunner('x').facts.capabilities, login: true, interaction_relay: true },
};

test('no secret of a run is in an answer, a stream, a webhook, a log line, a file or the database', {
  timeout: 200_000,
}, async () => {
  await using sink = await WebhookSink.start();
  sink.behave('mirror');
  const logged: string[] = [];
  await using service = await startTestApp({
    runners: [scriptedRunner('careless', facts)],
    onLog: (line) => logged.push(line),
    env: { LOG_LEVEL: 'trace' },
  });
  const answers = await aDayOfRuns(service, sink);
  const areDelivered = async () =>
    (await deliveries(service.client)).every(({ status }) => status === 'delivered');
  // One that met a crowded machine is tried again only after a while.
  await expect.poll(areDelivered, { timeout: 120_000 }).toBe(true);
  answers.push(...(await deliveries(service.client)));
  const channels = {
    answers: JSON.stringify(answers),
    webhooks: JSON.stringify(sink.received),
    logs: logged.join('\n'),
    database: await dumpDatabase(service.app.context.db),
    files: await dumpFolder(service.dataDir),
  };
  expect(canaries.values.length).toBeGreaterThan(12);
  expect(sink.received.length).toBeGreaterThan(5);
  expect(channels.answers).toContain('{{credential.password}}');
  expect(channels.files).toContain('{{credential.password}}');
  for (const [channel, text] of Object.entries(channels)) {
    expect(text.length).toBeGreaterThan(300);
    expect(canSee(text)).toBe(true);
    expect({ channel, found: canaries.findIn(text) }).toEqual({ channel, found: [] });
  }
});

/** Runs that succeed, fail, break, are followed, paused, cancelled, repeated and refused; each with secrets of its own. */
async function aDayOfRuns({ client }: TestApp, sink: WebhookSink): Promise<unknown[]> {
  const answers: unknown[] = [];
  const tell = async (asked: Promise<{ json: { id: string; status: string } }>) => {
    const { json } = await asked;
    answers.push(json);
    return json;
  };
  const login = async () => {
    const body = {
      domain: 'shop.example',
      username: `${canary()}@mail.example`,
      password: canary(),
      totp_secret: canary(),
      custody: 'any',
    };
    return (await client.post('/v1/credentials', body)).json.id as string;
  };
  const hook = await client.post('/v1/webhooks', { url: `${sink.url}/hook` });
  expect(hook.status, JSON.stringify(hook.json)).toBe(201);
  const leaks = ['[[leak]]', '[[leak=fail]]', '[[leak=throw]]'];
  for (const word of leaks) {
    const { id } = await tell(client.create({ input: `Go ${word}`, credential_id: await login() }));
    await tell(client.get(`/v1/responses/${id}`));
    answers.push(await filesOf(client, id));
  }
  const streamed = { input: 'Go [[leak]] [[after=1200]]', credential_id: await login(), stream: true };
  answers.push((await readEvents(client, '/v1/responses', { body: streamed })).lines);

  const paused = { input: 'Go [[ask=otp:Code?]]', routing: 'careless', background: true };
  const asking = await tell(client.create(paused));
  await expect
    .poll(async () => (await client.get(`/v1/responses/${asking.id}`)).json.status, SOON)
    .toBe('requires_action');
  await tell(client.get(`/v1/responses/${asking.id}/input`));
  await tell(client.post(`/v1/responses/${asking.id}/input`, { code: canary() }));
  answers.push(await client.untilOver(asking.id));

  const own = () => ({ totp_secret: canary(), totp_url: `https://codes.example/${canary()}` });
  const unresolved = await client.create({ input: 'Go', ...own(), routing: 'careless' });
  answers.push(unresolved.json);
  const seeded = { input: 'Hang [[hang]]', totp_secret: canary(), routing: 'careless', background: true };
  const hanging = await tell(client.create(seeded, { 'idempotency-key': 'again' }));
  await tell(client.create(seeded, { 'idempotency-key': 'again' }));
  await tell(client.create({ ...seeded, totp_secret: canary() }, { 'idempotency-key': 'again' }));
  await tell(client.post(`/v1/responses/${hanging.id}/cancel`));
  await tell(client.create({ input: 'Go', totp_secret: `${canary()}!` }));
  await tell(client.create({ input: 'Go', credential_id: { deep: canary() } }));
  await tell(client.get('/v1/runs?limit=100'));
  await tell(client.get('/v1/credentials'));
  return answers;
}

async function filesOf(client: TestClient, id: string): Promise<string[]> {
  const { json } = await client.get(`/v1/responses/${id}`);
  const headers = { authorization: `Bearer ${client.key}` };
  return Promise.all(
    json.svc.artifacts.map(async ({ url }: { url: string }) =>
      (await fetch(new URL(url, client.url), { headers })).text(),
    ),
  );
}

async function deliveries(client: TestClient): Promise<Array<{ status: string }>> {
  const { json } = await client.get('/v1/webhooks');
  const [hook] = json.data;
  const { json: list } = await client.get(`/v1/webhooks/${hook.id}/deliveries?limit=100`);
  const one = await client.get(`/v1/webhooks/${hook.id}/deliveries/${list.data[0].id}`);
  return [...list.data, one.json];
}
