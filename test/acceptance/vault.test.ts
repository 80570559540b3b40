import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

// Runs that sign in with stored logins, with the real browser and the demo site.

const KEY = `svc_${'v'.repeat(40)}`;
const SEED = 'ORUGKIDLMV2HI3DFEBUXGIDPNYQG433X';
const resources = new AsyncDisposableStack();
let service: ServiceProcess;
let shop: string;

beforeAll(async () => {
  const database = resources.use(await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-acceptance-'));
  resources.defer(() => removeFolder(dataDir));
  service = resources.use(
    await startService({ DATA_DIR: dataDir, DATABASE_URL: database.url, SVC_API_KEY: KEY }),
  );
  shop = /"url": ?"(http:\/\/127\.0\.0\.1:\d+)/.exec(service.output())?.[1] ?? '';
});
afterAll(() => resources.disposeAsync());

// biome-ignore lint/suspicious/noExplicitAny: the wire, by its documented names
async function call(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.json();
}

async function store(body: object): Promise<string> {
  return (await call('POST', '/credentials', { domain: shop, ...body })).id;
}

const POINTS = 'How many loyalty points do I have?';

test('a password and a seed are all it takes, and the next run is signed in already', async () => {
  const credential_id = await store({ username: 'ranger', password: 'lantern', totp_secret: SEED });
  const body = { input: POINTS, url: `${shop}/account`, credential_id };
  const first = await call('POST', '/responses', body);
  expect(first, JSON.stringify(first)).toMatchObject({
    status: 'completed',
    output_text: expect.stringContaining('1280'),
    svc: { custody: { policy: 'trusted_runners', source: 'vault', credential_id, enforced: true } },
  });
  const types = (run: { svc: { steps: Array<{ action: string }> } }) =>
    run.svc.steps.filter(({ action }) => action === 'type').length;
  expect(types(first)).toBe(3);
  expect(JSON.stringify(first)).not.toContain(SEED);
  const second = await call('POST', '/responses', body);
  expect(second.output_text).toContain('1280');
  expect(types(second)).toBe(0);
  expect(await call('GET', `/credentials/${credential_id}`)).toMatchObject({
    health: 'ok',
    last_used: expect.any(String),
  });
});

test('a code that only the owner has pauses the run until it is posted', async () => {
  const credential_id = await store({ username: 'demo', password: 'campfire' });
  const body = { input: POINTS, url: `${shop}/account`, credential_id, background: true };
  const { id } = await call('POST', '/responses', body);
  const until = async (wanted: string[]) => {
    for (;;) {
      const run = await call('GET', `/responses/${id}`);
      if (wanted.includes(run.status)) return run;
      await delay(200);
    }
  };
  const paused = await until(['requires_action', 'failed', 'completed']);
  expect(paused).toMatchObject({
    status: 'requires_action',
    confidence: null,
    required_action: { submit_input: { kind: 'otp', channel: 'email', live_view: expect.any(String) } },
  });
  const { screenshot } = paused.required_action.submit_input;
  const shown = await fetch(screenshot, { headers: { 'x-api-key': KEY } });
  expect([...new Uint8Array(await shown.arrayBuffer())].slice(0, 2)).toEqual([0xff, 0xd8]);
  const { mails } = (await (await fetch(`${shop}/demo/inbox.json`)).json()) as { mails: { code: string }[] };
  const code = mails[0]?.code ?? '';
  await call('POST', `/responses/${id}/input`, { code });
  const over = await until(['completed', 'failed']);
  expect(over).toMatchObject({ status: 'completed', output_text: expect.stringContaining('412') });
  expect(JSON.stringify(over)).not.toContain(code);
});

test('a login that the site refuses fails the run and marks the credential', async () => {
  const password = 'no-such-password-4711';
  const credential_id = await store({ username: 'ranger', password });
  const run = await call('POST', '/responses', { input: POINTS, url: `${shop}/account`, credential_id });
  expect(run).toMatchObject({ status: 'failed', error: { code: 'run_failed' }, confidence: null });
  expect(JSON.stringify(run) + service.output()).not.toContain(password);
  expect((await call('GET', `/credentials/${credential_id}`)).health).toBe('failed');
});

test('no runner within the policy: refused, free of charge', async () => {
  const credential_id = await store({ username: 'ranger', password: 'lantern', custody: 'deck_only' });
  const { credits_usd } = await call('GET', '/me');
  const refused = await call('POST', '/responses', { input: POINTS, url: shop, credential_id });
  expect(refused.error.code).toBe('custody_unsatisfiable');
  expect((await call('GET', '/me')).credits_usd).toBe(credits_usd);
});
