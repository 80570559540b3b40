import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { ConsoleBrowser } from '../../../test/support/console-browser.ts';
import { keepFile } from '../../../test/support/keep-file.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

/** The console's cookie on the routes that take a key. */
let service: TestApp;
let tenant: AddedWorkspace;
let run: string;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only')] });
  tenant = await addWorkspace(service);
  run = (await tenant.client.create({ input: 'Say something' })).json.id;
});
beforeEach(async () => {
  await db().query(sql`delete from throttles`);
});
afterAll(() => service[Symbol.asyncDispose]());

const db = () => service.app.context.db;

async function byKey(key: string): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(service.app.url);
  expect((await browser.enter('/api/account/sign-in-key', { key })).status).toBe(200);
  return browser;
}

async function keyOf(body: Record<string, unknown>): Promise<{ id: string; key: string }> {
  return (await tenant.client.post('/v1/keys', body)).json;
}

const codeOf = ({ status, json }: { status: number; json: { error?: { code?: string } } }) => ({
  status,
  code: json.error?.code,
});

test('a signed-in page reads and changes like a key, with its token', async () => {
  const it = await byKey(tenant.key);
  const { json } = await it.send('GET', '/api/v1/me');
  expect(json).toMatchObject({
    workspace_id: tenant.workspaceId,
    key: { id: tenant.keyId, spend_limit_usd: null },
    signed_in: { email: null, csrf_token: it.csrf },
    may: { create: true, manage_keys: true, buy_credits: false },
  });
  expect((await it.send('GET', `/api/v1/responses/${run}`)).json.id).toBe(run);
  const made = await it.send('POST', '/api/v1/responses', { input: 'Say more' });
  expect(made).toMatchObject({ status: 200, json: { status: 'completed' } });
  expect((await it.send('DELETE', `/api/v1/responses/${made.json.id}`)).status).toBe(200);
});

test('without a session a key says nothing of one', async () => {
  const { json } = await tenant.client.get('/v1/me');
  expect(json).toMatchObject({ signed_in: null, key: { id: tenant.keyId } });
});

test('streams and files open with the cookie', async () => {
  const it = await byKey(tenant.key);
  const artifact = await keepFile({ ...service, client: tenant.client }, run, 'kept');
  const headers = { cookie: it.cookie };
  const file = await fetch(`${service.app.url}/v1/responses/${run}/artifacts/${artifact}`, { headers });
  expect(await file.text()).toBe('kept');
  const gone = new AbortController();
  const events = await fetch(`${service.app.url}/v1/events?stream=true`, { headers, signal: gone.signal });
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  gone.abort();
  const steps = await fetch(`${service.app.url}/v1/responses/${run}?stream=true`, { headers });
  expect(await steps.text()).toContain('response.completed');
});

test.each([
  ['no token', { 'x-csrf-token': '' }],
  ['another token', { 'x-csrf-token': 'a'.repeat(43) }],
  ['a page of somebody else', { origin: 'http://localhost:1' }],
  ['a page beside ours', { 'sec-fetch-site': 'same-site' }],
])('%s changes nothing', async (_name, headers) => {
  const it = await byKey(tenant.key);
  for (const [method, path, body] of [
    ['POST', '/api/v1/responses', { input: 'Evil' }],
    ['DELETE', `/api/v1/responses/${run}`, undefined],
    ['POST', '/api/v1/keys', { name: 'Evil' }],
  ] as const)
    expect(codeOf(await it.send(method, path, body, headers))).toEqual({
      status: 401,
      code: 'auth_required',
    });
  expect((await tenant.client.get(`/v1/responses/${run}`)).status).toBe(200);
});

test('a page of another origin reads nothing, the address bar does', async () => {
  const it = await byKey(tenant.key);
  for (const [site, status] of [
    ['cross-site', 401],
    ['same-site', 401],
    ['same-origin', 200],
    ['none', 200],
  ] as const)
    expect((await it.send('GET', '/api/v1/me', undefined, { 'sec-fetch-site': site })).status).toBe(status);
});

test('a session that is over is told apart from a missing key', async () => {
  const it = await byKey(tenant.key);
  await db().query(sql`update console_sessions set expires_at = db_now() where key_id = ${tenant.keyId}`);
  expect(codeOf(await it.send('GET', '/api/v1/me'))).toEqual({ status: 401, code: 'auth_required' });
  const url = `${service.app.url}/api/v1/me`;
  const codes = async (headers: Record<string, string>) =>
    codeOf({ status: 401, json: (await (await fetch(url, { headers })).json()) as never }).code;
  expect(await codes({ 'sec-fetch-site': 'same-origin' })).toBe('auth_required');
  expect(await codes({ cookie: 'svc_session=over' })).toBe('auth_required');
  expect(await codes({ cookie: 'lb=node-3' })).toBe('invalid_api_key');
  expect(await codes({})).toBe('invalid_api_key');
  expect(await codes({ 'sec-fetch-site': 'cross-site' })).toBe('invalid_api_key');
});

test('a key in the header wins over the cookie', async () => {
  const it = await byKey(tenant.key);
  const other = await addWorkspace(service);
  const theirs = await it.send('GET', '/api/v1/me', undefined, { 'x-api-key': other.key });
  expect(theirs.json).toMatchObject({ workspace_id: other.workspaceId, signed_in: null });
  const wrong = await it.send('GET', '/api/v1/me', undefined, { 'x-api-key': 'svc_wrong' });
  expect(codeOf(wrong)).toEqual({ status: 401, code: 'invalid_api_key' });
  const foreign = await it.send(
    'GET',
    `/api/v1/responses/${(await other.client.create({ input: 'B' })).json.id}`,
  );
  expect(codeOf(foreign)).toEqual({ status: 404, code: 'response_not_found' });
});

test('the limits of a key hold in its session', async () => {
  const limited = await keyOf({
    name: 'Small',
    spend_limit_usd: 0.000001,
    permissions: ['runs', 'workspace'],
  });
  const it = await byKey(limited.key);
  expect((await it.send('GET', '/api/v1/me')).json.may).toMatchObject({ create: true, manage_keys: false });
  const made = await it.send('POST', '/api/v1/keys', { name: 'Free' });
  expect(codeOf(made)).toEqual({ status: 403, code: 'limited_key' });
  const login = { email: 'free@example.com', password: 'correct horse battery' };
  expect(codeOf(await it.send('POST', '/api/account/login', login)).code).toBe('limited_key');
  const run = await it.send('POST', '/api/v1/responses', { input: 'Say it' });
  expect(codeOf(run)).toEqual({ status: 402, code: 'insufficient_credits' });
});

test('revoking the key ends its sessions', async () => {
  const made = await keyOf({ name: 'Leaving' });
  const it = await byKey(made.key);
  expect((await it.send('GET', '/api/v1/me')).status).toBe(200);
  await tenant.client.request('DELETE', `/v1/keys/${made.id}`);
  expect(codeOf(await it.send('GET', '/api/v1/me'))).toEqual({ status: 401, code: 'auth_required' });
});

test('a wrong key does not sign in, and soon further tries are refused', async () => {
  const browser = new ConsoleBrowser(service.app.url);
  const refused = await browser.send('POST', '/api/account/sign-in-key', { key: 'svc_wrong' });
  expect(codeOf(refused)).toEqual({ status: 401, code: 'invalid_api_key' });
  expect(refused.headers.getSetCookie()).toEqual([]);
  const foreign = await browser.send(
    'POST',
    '/api/account/sign-in-key',
    { key: tenant.key },
    { origin: 'http://localhost:1' },
  );
  expect(codeOf(foreign)).toEqual({ status: 401, code: 'auth_required' });
  await db().query(sql`update throttles set count = 50 where action = 'sign-in-address'`);
  expect((await browser.send('POST', '/api/account/sign-in-key', { key: tenant.key })).status).toBe(429);
});

test('a link signs in once, with the limits of the key that made it', async () => {
  const limited = await keyOf({ name: 'Small', spend_limit_usd: 1, permissions: ['runs', 'workspace'] });
  const made = await tenant.client.withKey(limited.key).post('/v1/sign-in-links', {});
  expect(made.status).toBe(201);
  expect(made.json.url).toMatch(/\/link\/[\w-]{43}$/);
  expect(made.json.url).not.toContain(limited.key);
  const token = made.json.url.split('/').at(-1);
  const it = new ConsoleBrowser(service.app.url);
  expect((await it.enter('/api/account/sign-in-link', { token })).status).toBe(200);
  expect((await it.send('GET', '/api/v1/me')).json.key.id).toBe(limited.id);
  expect((await it.send('POST', '/api/account/sign-in-link', { token })).status).toBe(404);
});

test('a link is over after its time, and with its key', async () => {
  const made = await keyOf({ name: 'Leaving' });
  const linkOf = async () =>
    (await tenant.client.withKey(made.key).post('/v1/sign-in-links', {})).json.url.split('/').at(-1);
  const enter = async (token: string) => {
    const it = new ConsoleBrowser(service.app.url);
    await it.send('POST', '/api/account/sign-in-link', { token });
    return (await it.send('GET', '/api/v1/me')).status;
  };
  const late = await linkOf();
  await db().query(sql`update one_time_links set expires_at = db_now()`);
  expect(await enter(late)).toBe(401);
  const orphaned = await linkOf();
  await tenant.client.request('DELETE', `/v1/keys/${made.id}`);
  expect(await enter(orphaned)).toBe(401);
});

test('a frozen account reads in the console, and hears where it is claimed', async () => {
  const frozen = await addWorkspace(service);
  await db().query(
    sql`update accounts set claimed = false, claim_ends_at = db_now()
        where id = (select account_id from workspaces where id = ${frozen.workspaceId})`,
  );
  const it = await byKey(frozen.key);
  const { json } = await it.send('GET', '/api/v1/me');
  expect(json).toMatchObject({ claimed: false, may: { create: false, manage_keys: false } });
  expect(json.claim_url).toBe((await frozen.client.get('/v1/me')).json.claim_url);
  expect((await it.send('GET', '/api/v1/responses')).status).toBe(200);
  const refused = await it.send('POST', '/api/v1/responses', { input: 'Say something' });
  expect(codeOf(refused)).toEqual({ status: 403, code: 'account_unclaimed' });
  expect(refused.json.error.claim_url).toBe(json.claim_url);
  const login = { email: 'taker@example.com', password: 'correct horse battery' };
  expect((await it.send('POST', '/api/account/login', login)).status).toBe(403);
  const [kept] = await db().query<{ claim: Buffer }>(
    sql`select claim from console_sessions s join api_keys k on k.id = s.key_id where k.workspace_id = ${frozen.workspaceId}`,
  );
  expect(json.claim_url).not.toContain(kept?.claim.toString('base64url'));
  expect((await it.send('POST', '/api/account/sign-out', {})).status).toBe(200);
});
