import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

// The service as in a container with the usual limits: an ordinary user without new privileges and without user namespaces.

const KEY = `svc_${'n'.repeat(40)}`;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const LIMITS =
  'echo 0 > /proc/sys/user/max_user_namespaces && exec setpriv --no-new-privs --ambient-caps=-all --inh-caps=-all -- "$@"';
const CONTAINER = [
  'unshare',
  '-U',
  '--map-user=10001',
  '--map-group=10001',
  '--keep-caps',
  'sh',
  '-c',
  LIMITS,
  'sh',
];
const REASON = 'Chromium cannot start its sandbox because this machine gives the service no user namespaces';

const owned = new AsyncDisposableStack();
let env: Record<string, string>;
beforeAll(async () => {
  const database = owned.use(await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-contained-'));
  owned.defer(() => removeFolder(dataDir));
  env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SVC_API_KEY: KEY, SVC_DEMO_PORT: '0' };
});
afterAll(() => owned.disposeAsync());

async function stateOf(url: string) {
  const get = async (path: string) =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${KEY}` } })).json();
  const { runners } = await get('/v1/capabilities');
  const { status, unavailable_reason: reason } = runners.find(
    ({ slug }: { slug: string }) => slug === 'local-chromium',
  );
  return { ready: await get('/readyz'), status, reason };
}

async function doctorSays(): Promise<string> {
  const [program = '', ...rest] = [...CONTAINER, process.execPath, MAIN, 'doctor'];
  const { stdout } = await promisify(execFile)(program, rest, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', LLM: 'off', ...env },
  }).catch((failed) => failed);
  return stdout;
}

test('a browser that does not start is named wherever one looks', async () => {
  await using service = await startService(env, [], CONTAINER);
  expect(service.output()).toContain(REASON);
  const { ready, status, reason } = await stateOf(service.url);
  expect(ready).toEqual({ status: 'ok', details: { browser: expect.stringContaining(REASON) } });
  expect(status).toBe('unreachable');
  expect(reason).toMatch(new RegExp(`^${REASON}.*CHROMIUM_SANDBOX=off\\.$`));
  const refused = await fetch(`${service.url}/v1/sessions`, {
    method: 'POST',
    headers: { 'x-bb-api-key': KEY, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await refused.json()).toMatchObject({ code: 'runner_unavailable', message: reason });
  const said = await doctorSays();
  expect(said).toMatch(new RegExp(`bad +Chromium +${REASON}`));
  expect(said).toContain('browsers run as the user of the service');
});

test('the setting for machines without user namespaces starts it without its sandbox', async () => {
  env.CHROMIUM_SANDBOX = 'off';
  await using service = await startService(env, [], CONTAINER);
  expect(await stateOf(service.url)).toEqual({
    ready: { status: 'ok', details: { browser: 'ok' } },
    status: 'available',
    reason: null,
  });
  expect(await doctorSays()).toContain("Chromium's sandbox is off; see CHROMIUM_SANDBOX");
});
