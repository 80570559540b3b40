import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtRunner } from '../../../../test/support/built-runner.ts';
import { type ScriptedRunner, scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { SOON } from '../../../../test/support/soon.ts';
import { sessionOf, startBrowserUseStandIn } from '../../../../test/support/stand-ins/browser-use.ts';
import { KMS_ENV, startKmsStandIn } from '../../../../test/support/stand-ins/kms.ts';
import { startTestApp, type TestApp } from '../../../../test/support/test-app.ts';

let service: TestApp;
const takes = { channel: 'driver', modelSees: false } as const;
const capable = { ...scriptedRunner('x').facts.capabilities, login: true };
const runners: Record<string, ScriptedRunner> = Object.fromEntries(
  [
    scriptedRunner('local', { trusted: true, secrets: takes, capabilities: capable }),
    scriptedRunner('stranger', { secrets: takes, capabilities: capable }),
    scriptedRunner('reader', {
      trusted: true,
      secrets: { channel: 'task_text', modelSees: true },
      capabilities: capable,
    }),
    scriptedRunner('fetcher', { trusted: true }),
  ].map((runner) => [runner.facts.slug, runner]),
);

beforeAll(async () => {
  service = await startTestApp({ runners: Object.values(runners) });
});
afterAll(() => service[Symbol.asyncDispose]());

const LOGIN = { domain: 'shop.example', username: 'alice@mail.example', password: 'correct horse battery' };

async function store(body: object = {}): Promise<string> {
  const made = await service.client.post('/v1/credentials', { ...LOGIN, ...body });
  return made.json.id;
}

const FAIL = '[[fail=runner:nope:It did not work]]';
const failEach = ['local', 'stranger', 'reader', 'fetcher']
  .map((slug) => `[[${slug}|fail=runner:nope:${slug} did not work]]`)
  .join(' ');
const tried = (json: { svc: { routing_attempts: Array<{ runner: string }> } }) =>
  json.svc.routing_attempts.map(({ runner }) => runner);

test('a stored login reaches a runner that may have it, and only for the attempt', async () => {
  const id = await store({ totp_secret: 'JBSWY3DPEHPK3PXP' });
  const { json, status } = await service.client.create({ input: 'Read my orders', credential_id: id });
  expect(status).toBe(200);
  expect(json.svc).toMatchObject({
    runner: 'local',
    custody: {
      policy: 'trusted_runners',
      source: 'vault',
      credential_id: id,
      enforced: true,
      allowed_runners: expect.arrayContaining(['local', 'fetcher']),
    },
  });
  const { custody } = json.svc;
  expect(custody.allowed_runners).not.toContain('stranger');
  expect(custody.allowed_runners).not.toContain('reader');
  expect(custody.allowed_runner_count).toBe(custody.allowed_runners.length);
  // The runners that are on here, of the hundreds in the catalog.
  expect(custody.candidates_before_filter).toBe(Object.keys(runners).length);
  const handed = runners.local?.credentials.at(-1);
  expect([handed?.domain, handed?.username.reveal(), handed?.password.reveal()]).toEqual(
    Object.values(LOGIN),
  );
  expect(handed?.totpSecret?.reveal()).toBe('JBSWY3DPEHPK3PXP');
  expect(String(handed?.password)).toBe('[secret]');
});

test('credentials_ref is the same, and naming two logins is refused', async () => {
  const id = await store();
  const { json } = await service.client.create({ input: 'Read', credentials_ref: id, credential_id: id });
  expect(json.svc.custody.credential_id).toBe(id);
  const other = await service.client.create({
    input: 'Read',
    credentials_ref: id,
    credential_id: await store(),
  });
  expect(other.json.error).toMatchObject({ code: 'invalid_request', param: 'credentials_ref' });
});

test.each([
  ['any', undefined, ['local', 'reader', 'stranger']],
  ['trusted_runners', undefined, ['local']],
  ['any', 'trusted_runners', ['local']],
  ['pinned:reader,stranger', undefined, ['reader', 'stranger']],
  ['pinned:reader,stranger', 'pinned:stranger,local', ['stranger']],
])('stored policy %s with %s asked: no fallback leaves it', async (stored, custody, allowed) => {
  const credential_id = await store({ custody: stored });
  const { json } = await service.client.create({ input: `Try ${failEach}`, credential_id, custody });
  expect(tried(json).toSorted()).toEqual(allowed);
  expect(json.svc.custody).toMatchObject({
    policy: custody ? `${stored}+${custody}` : stored,
    source: custody ? 'vault+request' : 'vault',
  });
});

test.each([
  [{ routing: 'stranger' }, 'trusted_runners'],
  [{ routing: ['stranger', 'reader'] }, 'trusted_runners'],
  [{ routing: 'reader' }, 'trusted_runners'],
  [{}, 'deck_only'],
  [{ custody: 'pinned:stranger' }, 'pinned:local'],
])('%j under %s shares no runner: refused, free of charge', async (body, custody) => {
  const before = (await service.client.get('/v1/me')).json.credits_usd;
  const runs = (await service.client.get('/v1/runs')).json.first_id;
  const credential_id = await store({ custody });
  const answer = await service.client.create({ input: 'Read', credential_id, ...body });
  expect([answer.status, answer.json.error?.code]).toEqual([409, 'custody_unsatisfiable']);
  expect((await service.client.get('/v1/me')).json.credits_usd).toBe(before);
  expect((await service.client.get('/v1/runs')).json.first_id).toBe(runs);
  const estimate = await service.client.post('/v1/estimate', { input: 'Read', credential_id, ...body });
  expect(estimate.status).toBe(409);
});

test('a runner that takes no secrets is passed over, and named by the caller it gets none', async () => {
  const credential_id = await store({ custody: 'any' });
  const chain = await service.client.create({ input: 'Read', credential_id, routing: ['fetcher', 'local'] });
  expect(tried(chain.json)).toEqual(['local']);
  const named = await service.client.create({ input: 'Read', credential_id, routing: 'fetcher' });
  expect(named.json.status).toBe('completed');
  expect(runners.fetcher?.credentials.at(-1)).toBeNull();
});

test('a policy that became stricter holds for a run under way', async () => {
  const credential_id = await store({ custody: 'any' });
  const routing = ['stranger', 'local'];
  const input = `Slow [[stranger|after=400]] [[stranger|fail=runner:nope:no]]`;
  const { json } = await service.client.create({ input, credential_id, routing, background: true });
  await service.client.request('PATCH', `/v1/credentials/${credential_id}`, {
    body: { custody: 'pinned:stranger' },
  });
  const executed = runners.local?.executed.length;
  const over = await service.client.untilOver(json.id);
  expect(runners.local?.executed.length).toBe(executed);
  expect(over.svc.routing_attempts.at(-1)).toMatchObject({ runner: 'local', cost_usd: 0 });
  expect(over.svc.routing_attempts.at(-1).error.code).toBe('custody_refused');
});

test('no runner uses a login deleted before its turn', async () => {
  const credential_id = await store({ custody: 'any' });
  const input = `Slow [[stranger|after=300]] ${FAIL}`;
  const routing = ['stranger', 'local'];
  const { json } = await service.client.create({ input, credential_id, routing, background: true });
  await service.client.request('DELETE', `/v1/credentials/${credential_id}`);
  const executed = runners.local?.executed.length;
  const over = await service.client.untilOver(json.id);
  expect(runners.local?.executed.length).toBe(executed);
  expect(over.error.message).toContain('deleted');
  const again = await service.client.create({ input: 'Read', credential_id });
  expect(again.json.error.code).toBe('credential_not_found');
});

test('health follows the answer of the site to the login, and the use is dated', async () => {
  const credential_id = await store({ custody: 'any' });
  const look = async () => (await service.client.get(`/v1/credentials/${credential_id}`)).json;
  const run = (word: string) =>
    service.client.create({ input: `Go ${word}`, credential_id, routing: 'local' });
  expect(await look()).toMatchObject({ health: 'ok', last_used: null });
  await run('[[login=rejected]] [[fail=caller:login_rejected:The site rejected the login.]]');
  expect(await look()).toMatchObject({ health: 'failed', last_used: expect.any(String) });
  await run('[[login=signed_in]]');
  expect((await look()).health).toBe('ok');
  await run('[[login=signed_out]]');
  expect((await look()).health).toBe('ok');
  await run('[[login=signed_out]]');
  expect((await look()).health).toBe('stale');
  await run('[[login=signed_in]]');
  expect((await look()).health).toBe('ok');
});

test('a one-time code is made from the seed and the run does not pause', async () => {
  const credential_id = await store({ totp_secret: 'JBSWY3DPEHPK3PXP' });
  const { json } = await service.client.create({ input: 'In [[ask=otp:Enter the code]]', credential_id });
  expect(json.output_text).toBe('Balance 42, after a code of 6 characters.');
});

test('an inline seed answers too, lies sealed while the run lives and is gone when it is over', async () => {
  const { db } = service.app.context;
  const rows = (id: string) => db.query(sql`select * from run_secrets where id = ${id}`);
  const body = { routing: 'local', totp_secret: 'jbsw y3dp ehpk 3pxp', totp_identifier: 'me@mail.example' };
  const { json } = await service.client.create({
    input: 'Slow [[after=300]] [[ask=otp:Code?]]',
    ...body,
    background: true,
  });
  const [row] = await rows(json.id);
  expect(row).toBeDefined();
  expect(JSON.stringify(row).toLowerCase()).not.toContain('jbsw');
  const over = await service.client.untilOver(json.id);
  expect(over.output_text).toBe('Balance 42, after a code of 6 characters.');
  expect(await rows(json.id)).toEqual([]);
  const cancelled = await service.client.create({ input: 'Hang [[hang]]', ...body, background: true });
  await service.client.post(`/v1/responses/${cancelled.json.id}/cancel`);
  expect(await rows(cancelled.json.id)).toEqual([]);
});

test.each(['not base32!', 'A', '1'.repeat(16), 7, {}, 'A'.repeat(129)])(
  'the seed %j is refused and not echoed',
  async (totp_secret) => {
    const { status, json } = await service.client.create({ input: 'Read', totp_secret });
    expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_credential', 'totp_secret']);
    const isTelling = typeof totp_secret === 'string' && totp_secret.length > 1;
    expect(isTelling && JSON.stringify(json).includes(totp_secret)).toBe(false);
  },
);

test('without its keys the service refuses runs with a login, and nothing else', async () => {
  const { client, databaseUrl } = service;
  const keysDir = join(tmpdir(), `switchyard-keys-${new URL(databaseUrl).pathname.slice(1)}`);
  const ring = join(keysDir, 'ring.json');
  const credential_id = await store();
  await rename(ring, `${ring}.away`);
  const refused = await client.create({ input: 'Read', credential_id });
  expect([refused.status, refused.json.error.code]).toEqual([503, 'service_unavailable']);
  const inline = await client.create({ input: 'Read', totp_secret: 'JBSWY3DPEHPK3PXP' });
  expect(inline.status).toBe(503);
  expect((await client.create({ input: 'Read', routing: 'local' })).json.status).toBe('completed');
  await rename(`${ring}.away`, ring);
  expect((await client.create({ input: 'Read', credential_id })).json.status).toBe('completed');
});

test('a login that cannot be opened when its turn comes fails the attempt, free of charge', async () => {
  Object.assign(process.env, KMS_ENV);
  await using kms = await startKmsStandIn();
  const local = scriptedRunner('local', { trusted: true, secrets: takes, capabilities: capable });
  await using app = await startTestApp({
    runners: [local],
    env: {
      KMS_PROVIDER: 'aws',
      AWS_KMS_KEY_ID: kms.keyId,
      AWS_KMS_BASE_URL: kms.url,
      AWS_REGION: 'eu-central-1',
    },
  });
  const { json: made } = await app.client.post('/v1/credentials', LOGIN);
  kms.mode = 'fail';
  const { json } = await app.client.create({ input: 'Read', credential_id: made.id });
  expect(json).toMatchObject({
    svc: { routing_attempts: [{ cost_usd: 0, error: { code: 'credential_closed' } }] },
  });
  expect(local.executed).toEqual([]);
});

test('a hosted runner gets the login for the task and keeps nothing of it', async () => {
  await using standIn = await startBrowserUseStandIn();
  await using resources = new AsyncDisposableStack();
  await using app = await startTestApp({
    runners: [await builtRunner('browser-use', resources)],
    env: { BROWSER_USE_API_KEY: 'key', BROWSER_USE_BASE_URL: standIn.url },
  });
  const { json: made } = await app.client.post('/v1/credentials', { ...LOGIN, custody: 'any' });
  const { json } = await app.client.create({ input: 'Read my orders', credential_id: made.id });
  expect(json.status).toBe('completed');
  expect(standIn.tasks[0]?.body.secrets).toMatchObject({ password: LOGIN.password });
  expect(standIn.deleted).toEqual([sessionOf(standIn.tasks[0])]);
  const hanging = await app.client.create({
    input: 'Hang [[hang]]',
    credential_id: made.id,
    background: true,
  });
  await expect.poll(() => standIn.tasks.length, SOON).toBe(2);
  await app.client.post(`/v1/responses/${hanging.json.id}/cancel`);
  await expect.poll(() => standIn.deleted, SOON).toContain(sessionOf(standIn.tasks[1]));
});

test('a signed-in state goes from run to run, sealed, to one at a time', async () => {
  const { db } = service.app.context;
  const credential_id = await store();
  const run = (input: string, more: object = {}) =>
    service.client.create({ input, credential_id, routing: 'local', ...more });
  const found = () => runners.local?.credentials.at(-1)?.session;
  await run('First [[keep=cookie-of-alice]]');
  expect(found()?.state).toBeNull();
  await run('Second');
  expect(found()?.state?.reveal()).toBe('cookie-of-alice');
  const rows = await db.query(sql`select * from signed_in_states where id = ${credential_id}`);
  expect(JSON.stringify(rows)).not.toContain('alice');
  expect(rows[0]).toMatchObject({ run_id: null });

  const before = runners.local?.executed.length ?? 0;
  const { json: slow } = await run('Slow [[after=400]] [[keep=newer]]', { background: true });
  await expect.poll(() => runners.local?.executed.length, SOON).toBe(before + 1);
  await run('Beside [[keep=stolen]]');
  expect(found()).toBeNull();
  await service.client.untilOver(slow.id);
  await run('Without [[keep=unwanted]]', { session_reuse: false });
  expect(found()).toBeNull();
  await run('After');
  expect(found()?.state?.reveal()).toBe('newer');

  const { json: hanging } = await run('Hang [[hang]]', { background: true });
  await service.client.post(`/v1/responses/${hanging.id}/cancel`);
  await run('Again [[drop]]');
  expect(found()?.state?.reveal()).toBe('newer');
  await run('Last [[keep=last]]');
  expect(found()?.state).toBeNull();
});

test.each(['a new password', 'the end of the credential'])('%s ends the signed-in state', async (what) => {
  const { db } = service.app.context;
  const credential_id = await store();
  await service.client.create({ input: 'Go [[keep=cookie]]', credential_id, routing: 'local' });
  const path = `/v1/credentials/${credential_id}`;
  if (what === 'a new password') await service.client.request('PATCH', path, { body: { password: 'next' } });
  else await service.client.request('DELETE', path);
  const rows = await db.query(sql`select state from signed_in_states where id = ${credential_id}`);
  expect(rows).toEqual([{ state: null }]);
});
