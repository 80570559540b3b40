import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { agentAccount } from '../../../test/support/agent-account.ts';
import { ConsoleBrowser } from '../../../test/support/console-browser.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

const PASSWORD = 'correct horse battery';
let service: TestApp;
let smtp: SMTPServer;
const mails: string[] = [];
let people = 0;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='));
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  service = await startTestApp({
    runners: [scriptedRunner('only')],
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'yard@example.com' },
  });
});
beforeEach(async () => {
  await db().query(sql`delete from throttles`);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const db = () => service.app.context.db;
const browser = () => new ConsoleBrowser(service.app.url);

function somebody() {
  people += 1;
  return { email: `ada${people}@example.com`, password: PASSWORD };
}

async function signedUp() {
  const login = somebody();
  const it = browser();
  expect((await it.enter('/api/account/sign-up', login)).status).toBe(200);
  return { ...login, browser: it };
}

async function agent() {
  await db().query(sql`delete from welcome_grants`);
  const made = await agentAccount(service.app.url);
  return { ...made, token: made.claim_url.split('/').at(-1) as string };
}

describe('signing up and in', () => {
  test('a person makes an account, a key, and runs something with it', async () => {
    const { browser: it, email } = await signedUp();
    const session = (await it.send('GET', '/api/account/session')).json;
    expect(session).toMatchObject({ object: 'svc.session', email });
    const made = await it.send('POST', '/api/v1/keys', { name: 'Mine' });
    expect(made.status).toBe(201);
    const client = service.client.withKey(made.json.key);
    expect((await client.get('/v1/me')).json).toMatchObject({
      account_id: session.account_id,
      kind: 'human',
    });
  });

  test('the welcome credit is one for each address, for people as well', async () => {
    await db().query(sql`delete from welcome_grants`);
    const credits = [];
    for (const { browser: it } of [await signedUp(), await signedUp()])
      credits.push((await it.send('GET', '/api/v1/me')).json.credits_usd);
    expect(credits).toEqual([10, 0]);
  });

  test('signs in by e-mail in any case, with a new session each time, and out again', async () => {
    const { browser: first, email } = await signedUp();
    const again = browser();
    await again.enter('/api/account/sign-in', { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(again.cookie).not.toBe(first.cookie);
    expect((await again.send('POST', '/api/account/sign-out', {})).status).toBe(200);
    const { cookie } = again;
    expect(cookie).toBe('svc_session=');
    expect((await first.send('GET', '/api/account/session')).status).toBe(200);
    expect((await again.page('/account')).headers.get('location')).toBe('/sign-in');
  });

  test('a wrong password and an unknown person get the same answer, and soon none', async () => {
    const { email } = await signedUp();
    const wrong = await browser().send('POST', '/api/account/sign-in', { email, password: 'wrong password' });
    const unknown = await browser().send('POST', '/api/account/sign-in', {
      email: 'nobody@example.com',
      password: PASSWORD,
    });
    expect(wrong.status).toBe(401);
    expect(wrong.json).toEqual(unknown.json);
    const statuses = [];
    for (let count = 0; count < 10; count += 1)
      statuses.push(
        (await browser().send('POST', '/api/account/sign-in', { email, password: 'wrong' })).status,
      );
    expect(statuses.at(-1)).toBe(429);
    const right = await browser().send('POST', '/api/account/sign-in', { email, password: PASSWORD });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    [{ email: 'ada', password: PASSWORD }, 'email'],
    [{ email: 'ada@example.com', password: 'short' }, 'password'],
    [{ email: 'ada@example.com', password: 'x'.repeat(1_001) }, 'password'],
    [{ password: PASSWORD }, 'email'],
  ])('%j makes no account', async (body, param) => {
    const { status, json } = await browser().send('POST', '/api/account/sign-up', body);
    expect({ status, ...json.error }).toMatchObject({ status: 400, code: 'invalid_request', param });
  });

  test('an e-mail address has one login', async () => {
    const { email } = await signedUp();
    const second = await browser().send('POST', '/api/account/sign-up', { email, password: PASSWORD });
    expect({ status: second.status, ...second.json.error }).toMatchObject({ status: 400, param: 'email' });
  });

  test('neither passwords nor session ids are stored', async () => {
    const { browser: it, email } = await signedUp();
    const [row] = await db().query<{ password_hash: string }>(
      sql`select password_hash from people where email = ${email}`,
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    const rows = await db().query(sql`select s::text as text from console_sessions s`);
    expect(JSON.stringify(rows)).not.toContain(it.cookie.split('=')[1]);
  });
});

describe('the cookie and the token', () => {
  test('the cookie is for this server only, and for https where that is spoken', async () => {
    const response = await fetch(`${service.app.url}/api/account/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(somebody()),
    });
    const [session, hint] = response.headers.getSetCookie();
    expect(session).toMatch(/^svc_session=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
    // Scripts of our pages read it before they ask for the session.
    expect(hint).toBe('svc_signed_in=1; Path=/; Max-Age=1209600; SameSite=Lax');
    const { sessions } = service.app.context.accounts;
    const { ConsoleSessions } = await import('./console-sessions.ts');
    const { authenticator } = service.app.context.accounts;
    const secure = new ConsoleSessions(db(), authenticator, () => 'https://yard.example');
    const [account] = await db().query<{ id: string }>(sql`select id from accounts limit 1`);
    expect(await secure.open({ accountId: account?.id ?? '', personId: null })).toMatch(
      /^__Host-svc_session=.*; SameSite=Lax; Secure$/,
    );
    expect(sessions).toBeInstanceOf(ConsoleSessions);
  });

  test.each([
    ['a page of somebody else', { origin: 'http://localhost:1' }],
    ['a site beside ours', { 'sec-fetch-site': 'same-site' }],
    ['no token', { 'x-csrf-token': '' }],
    ['another token', { 'x-csrf-token': 'a'.repeat(43) }],
    ['no cookie', { cookie: '', 'sec-fetch-site': 'same-origin' }],
  ])('%s changes nothing', async (_name, headers) => {
    const { browser: it } = await signedUp();
    const refused = [
      await it.send('POST', '/api/v1/keys', { name: 'Evil' }, headers),
      await it.send('POST', '/api/account/sign-out', {}, headers),
      await it.send('POST', '/api/billing/checkout', { credits_usd: 20 }, headers),
    ];
    for (const { status, json } of refused)
      expect({ status, code: json.error.code }).toEqual({ status: 401, code: 'auth_required' });
    expect((await it.send('GET', '/api/v1/keys')).json.data).toEqual([]);
  });

  test('a form of another site is not read, and cannot sign anybody in', async () => {
    const { email } = await signedUp();
    const form = await fetch(`${service.app.url}/api/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password: PASSWORD }),
    });
    expect(form.status).toBe(415);
    const foreign = await browser().send(
      'POST',
      '/api/account/sign-in',
      { email, password: PASSWORD },
      { origin: 'http://localhost:1' },
    );
    expect(foreign.status).toBe(401);
    expect(foreign.headers.get('set-cookie')).toBeNull();
  });

  test('a key opens no console route, and a cookie the API', async () => {
    const { browser: it, email } = await signedUp();
    expect((await it.send('GET', '/api/v1/me')).json).toMatchObject({ key: null, signed_in: { email } });
    const asked = await fetch(`${service.app.url}/api/account/session`, {
      headers: { 'x-api-key': service.client.key },
    });
    expect(asked.status).toBe(401);
  });

  test('a key of another workspace is as unknown as one that does not exist', async () => {
    const { browser: it } = await signedUp();
    const other = await addWorkspace(service);
    const answers = [];
    for (const id of [other.keyId, `key_${'0'.repeat(32)}`])
      answers.push(await it.send('DELETE', `/api/v1/keys/${id}`, {}));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    expect((await other.client.get('/v1/me')).status).toBe(200);
  });
});

describe('the audit log', () => {
  test('coming in, failing to, and keys that are made and revoked', async () => {
    const { browser: it, email } = await signedUp();
    await browser().send('POST', '/api/account/sign-in', { email, password: 'wrong password' });
    await it.enter('/api/account/sign-in', { email, password: PASSWORD });
    const made = await it.send('POST', '/api/v1/keys', { name: 'Mine' });
    const other = await it.send('POST', '/api/v1/keys', { name: 'Other' });
    await it.send('DELETE', `/api/v1/keys/${other.json.id}`, {});
    const { json } = await service.client.withKey(made.json.key).get('/v1/audit?limit=100');
    expect(json.data.map((entry: { action: string }) => entry.action)).toEqual([
      'key.revoked',
      'key.created',
      'key.created',
      'person.signed_in',
      'person.sign_in_failed',
      'account.created',
    ]);
    expect(json.data[3]).toMatchObject({ subject_id: expect.stringMatching(/^user_/), ip: '127.0.0.1' });
    expect(JSON.stringify(json)).not.toContain(email);
  });

  test('a deleted account takes its person along, unless they have another', async () => {
    const { browser: it, email } = await signedUp();
    const made = await it.send('POST', '/api/v1/keys', { name: 'Mine' });
    const other = await agent();
    await it.enter('/api/account/claim', { token: other.token });
    const remove = (key: string) =>
      service.client.withKey(key).request('DELETE', '/v1/me', { body: { confirm: 'delete everything' } });
    const first = await remove(other.api_key);
    expect(first.json.removed).not.toHaveProperty('people');
    const again = await browser().send('POST', '/api/account/sign-in', { email, password: PASSWORD });
    expect(again.status).toBe(200);
    const last = await remove(made.json.key);
    expect(last.json.removed).toMatchObject({ people: 1, api_keys: 1 });
    expect(await db().query(sql`select 1 from people where email = ${email}`)).toEqual([]);
    const gone = await browser().send('POST', '/api/account/sign-in', { email, password: PASSWORD });
    expect(gone.status).toBe(401);
  });
});

describe('claiming', () => {
  test('opening the link changes nothing; the claim unfreezes the account with the same key', async () => {
    const made = await agent();
    await db().query(sql`update accounts set claim_ends_at = db_now() where id = ${made.account_id}`);
    const client = service.client.withKey(made.api_key);
    const frozen = await client.create({ input: '' });
    expect({ status: frozen.status, url: frozen.json.error.claim_url }).toEqual({
      status: 403,
      url: made.claim_url,
    });
    const it = browser();
    const page = await it.page(`/claim/${made.token}`);
    expect(page.text).toContain('codex');
    expect((await client.create({ input: '' })).status).toBe(403);
    expect((await it.enter('/api/account/claim', { token: made.token, ...somebody() })).status).toBe(200);
    expect((await client.create({ input: '' })).json.error.code).toBe('missing_input');
    expect((await client.get('/v1/me')).json).toMatchObject({
      kind: 'agent',
      claimed: true,
      claim_url: null,
    });
    expect((await it.send('GET', '/api/account/session')).json.account_id).toBe(made.account_id);
    expect((await it.page(`/claim/${made.token}`)).status).toBe(404);
  });

  test('of 50 simultaneous claims, one succeeds', async () => {
    const made = await agent();
    const { browser: it, email, password } = await signedUp();
    const login = { email, password };
    // One person by their cookie, and as many strangers as may sign up from one address.
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 13 === 0
          ? browser().send('POST', '/api/account/claim', { token: made.token, ...somebody() })
          : it.send('POST', '/api/account/claim', { token: made.token }),
      ),
    );
    const statuses = claims.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(49);
    const owners = await db().query(
      sql`select count(*)::int as people from people p join accounts a on a.person_id = p.id where a.id = ${made.account_id}`,
    );
    expect(owners).toEqual([{ people: 1 }]);
    expect((await browser().send('POST', '/api/account/sign-in', login)).status).toBe(200);
    const record = await service.client.withKey(made.api_key).get('/v1/audit?limit=100');
    const actions = record.json.data.map((entry: { action: string }) => entry.action);
    expect(actions.filter((action: string) => action === 'account.claimed')).toHaveLength(1);
  });

  test('a person who is signed in, or has a login, adds the account to theirs and moves between them', async () => {
    const { browser: it, email, password } = await signedUp();
    const own = (await it.send('GET', '/api/account/session')).json.account_id;
    const [first, second] = [await agent(), await agent()];
    await it.enter('/api/account/claim', { token: first.token });
    const elsewhere = browser();
    await elsewhere.enter('/api/account/claim', { token: second.token, email, password });
    const { json } = await elsewhere.send('GET', '/api/account/session');
    expect(json.account_id).toBe(second.account_id);
    expect(json.account_ids.toSorted()).toEqual([own, first.account_id, second.account_id].toSorted());
    await elsewhere.send('POST', '/api/account/switch', { account_id: own });
    expect((await elsewhere.send('GET', '/api/account/session')).json.account_id).toBe(own);
    const stranger = await signedUp();
    const refused = await stranger.browser.send('POST', '/api/account/switch', { account_id: own });
    expect(refused.json.error.code).toBe('not_found');
  });

  test('a wrong password claims nothing', async () => {
    const made = await agent();
    const { email } = await signedUp();
    const refused = await browser().send('POST', '/api/account/claim', {
      token: made.token,
      email,
      password: 'not the password',
    });
    expect(refused.status).toBe(401);
    expect((await browser().page(`/claim/${made.token}`)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  async function resetLink(email: string): Promise<string> {
    mails.length = 0;
    await browser().send('POST', '/api/account/reset-link', { email });
    await expect.poll(() => mails.length, SOON).toBe(1);
    expect(mails[0]).toContain(`To: ${email}`);
    expect(mails[0]).toContain('From: yard@example.com');
    return /\/reset\/([\w-]{43})/.exec(mails[0] ?? '')?.[1] ?? '';
  }

  test('is replaced by a link in a mail, once, and ends every session', async () => {
    const { browser: it, email } = await signedUp();
    const token = await resetLink(email);
    expect((await it.page(`/reset/${token}`)).status).toBe(200);
    const fresh = browser();
    const body = { token, password: 'another password' };
    const both = await Promise.all([
      fresh.enter('/api/account/reset', body),
      browser().send('POST', '/api/account/reset', body),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await it.send('GET', '/api/account/session')).status).toBe(401);
    const login = { email, password: body.password };
    expect((await browser().send('POST', '/api/account/sign-in', login)).status).toBe(200);
    const old = { email, password: PASSWORD };
    expect((await browser().send('POST', '/api/account/sign-in', old)).status).toBe(401);
    const record = await db().query<{ action: string }>(
      sql`select a.action from audit_entries a join people p on p.id = a.subject_id where p.email = ${email} order by a.id`,
    );
    const actions = ['account.created', 'person.password_reset', 'person.signed_in', 'person.sign_in_failed'];
    expect(record.map(({ action }) => action)).toEqual(actions);
  });

  test('a link works for an hour', async () => {
    const { email } = await signedUp();
    const token = await resetLink(email);
    await db().query(sql`update one_time_links set expires_at = db_now() - interval '1 second'`);
    const late = await browser().send('POST', '/api/account/reset', { token, password: PASSWORD });
    expect(late.json.error.code).toBe('not_found');
  });

  test('a reset reveals no login, and floods no mailbox', async () => {
    const { email } = await signedUp();
    mails.length = 0;
    const unknown = await browser().send('POST', '/api/account/reset-link', { email: 'nobody@example.com' });
    expect({ status: unknown.status, json: unknown.json }).toEqual({
      status: 202,
      json: { object: 'svc.done' },
    });
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await browser().send('POST', '/api/account/reset-link', { email })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    await expect.poll(() => mails.length, SOON).toBe(5);
  });

  test('without a mail server the log has the link', async () => {
    const lines: string[] = [];
    await using plain = await startTestApp({
      runners: [scriptedRunner('only')],
      databaseUrl: service.databaseUrl,
      onLog: (line) => lines.push(line),
    });
    const { email } = await signedUp();
    await new ConsoleBrowser(plain.app.url).send('POST', '/api/account/reset-link', { email });
    await expect.poll(() => lines.join(), SOON).toMatch(/\/reset\/[\w-]{43}/);
  });
});

describe('the first start', () => {
  test('has a link into the first account that works once and leads to a login', async () => {
    await using started = await startTestApp({
      runners: [scriptedRunner('only')],
      databaseUrl: service.databaseUrl,
    });
    const url = started.app.signInUrl ?? '';
    expect(url).toMatch(/\/link\/[\w-]{43}$/);
    const token = url.split('/').at(-1);
    const it = browser();
    expect((await it.page(`/link/${token}`)).status).toBe(200);
    expect((await it.enter('/api/account/sign-in-link', { token })).status).toBe(200);
    expect((await browser().send('POST', '/api/account/sign-in-link', { token })).status).toBe(404);
    expect((await it.page('/account')).text).toContain('Give this account a login');
    expect((await it.send('GET', '/api/v1/workspace/members')).json.data).toEqual([]);
    const login = somebody();
    expect((await it.send('POST', '/api/account/login', login)).status).toBe(200);
    expect((await it.page('/account')).text).toContain(login.email);
    expect((await it.send('GET', '/api/v1/workspace/members')).json.data).toMatchObject([
      { object: 'svc.member', email: login.email, role: 'owner' },
    ]);
    expect((await browser().send('POST', '/api/account/sign-in', login)).status).toBe(200);
    expect((await it.send('POST', '/api/account/login', somebody())).status).toBe(400);
    await using later = await startTestApp({
      runners: [scriptedRunner('only')],
      databaseUrl: service.databaseUrl,
    });
    expect(later.app.signInUrl).toBeNull();
  });
});

test.each(['/sign-in', '/sign-up', '/reset', '/reset/x', '/link/x', '/claim/x'])(
  '%s is a page with a strict policy',
  async (path) => {
    const { status, headers, text } = await browser().page(path);
    expect(status).toBe(path === '/claim/x' ? 404 : 200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).toContain('<h1>');
  },
);
