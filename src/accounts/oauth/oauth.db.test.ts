import { createHash, randomBytes } from 'node:crypto';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../../../test/support/add-workspace.ts';
import { ConsoleBrowser } from '../../../test/support/console-browser.ts';
import { OAuthPerson } from '../../../test/support/oauth-person.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
let tenant: AddedWorkspace;
let browser: ConsoleBrowser;

const BACK = 'http://127.0.0.1:33418/callback';

beforeAll(async () => {
  const price = { unit: 'task' as const, microUsd: 10_000, typicalTaskMicroUsd: 10_000 };
  service = await startTestApp({ runners: [scriptedRunner('only', { price })] });
  tenant = await addWorkspace(service);
  browser = new ConsoleBrowser(service.app.url);
  await browser.enter('/api/account/sign-in-key', { key: tenant.key });
});
beforeEach(async () => {
  await service.app.context.db.query(sql`delete from throttles`);
});
afterAll(() => service[Symbol.asyncDispose]());

/** The memory of a program that connects with the URL alone. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = BACK;
  readonly clientMetadata = { client_name: 'Editor', redirect_uris: [BACK], scope: 'openid runs' };
  asked: URL | undefined;
  #client: ReturnType<OAuthClientProvider['clientInformation']>;
  #tokens: ReturnType<OAuthClientProvider['tokens']>;
  #verifier = '';
  #found: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;

  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: never) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: never) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  discoveryState() {
    return this.#found;
  }
  saveDiscoveryState(found: never) {
    this.#found = found;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
}

async function connected(body: Record<string, unknown> = {}) {
  const authProvider = new Program();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${service.app.url}/mcp`), { authProvider });
  const first = transport();
  await expect(new Client({ name: 'editor', version: '1' }).connect(first)).rejects.toThrow();
  const back = await new OAuthPerson(browser).consent(authProvider.asked ?? '', body);
  await first.finishAuth(back);
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(transport());
  lastClient = (authProvider.clientInformation() as unknown as { client_id: string }).client_id;
  return { client, tokens: (await authProvider.tokens()) as unknown as Record<string, string> };
}

const apps = async () => (await tenant.client.get('/v1/workspace/connected-apps')).json.data;

describe('the official client', () => {
  test('connects with the URL alone, runs a task, and is listed and revoked', async () => {
    const { client, tokens } = await connected({ spend_limit_usd: 0.015 });
    const task = { task: 'Say hello', fresh: true };
    const done = await client.callTool({ name: 'run_task', arguments: task });
    expect(done.isError).toBeUndefined();
    const [app] = await apps();
    expect(app).toMatchObject({
      name: 'Editor',
      redirect_host: '127.0.0.1:33418',
      permissions: ['runs'],
      spend_limit_usd: 0.015,
      spent_usd: 0.01,
    });
    // The limit and the permissions are those of the consent.
    const over = await client.callTool({ name: 'run_task', arguments: { ...task, task: 'Say more' } });
    expect(JSON.stringify(over.content)).toContain('spend limit');
    const logins = await client.callTool({ name: 'list_credentials', arguments: {} });
    expect(logins.isError).toBe(true);
    expect((await tenant.client.withKey(tokens.access_token ?? '').get('/v1/keys')).status).toBe(403);
    // No key of the workspace.
    const { json } = await tenant.client.get('/v1/keys');
    expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(app.id);

    const gone = await tenant.client.delete(`/v1/workspace/connected-apps/${app.id}`);
    expect(gone.json).toEqual({ object: 'svc.connected_app', id: app.id, deleted: true });
    expect(await apps()).toEqual([]);
    const mine = tenant.client.withKey(tokens.access_token ?? '');
    await expect.poll(async () => (await mine.get('/v1/me')).status, SOON).toBe(401);
    expect((await refresh(tokens)).json.error).toBe('invalid_grant');
    expect((await tenant.client.delete(`/v1/workspace/connected-apps/${app.id}`)).status).toBe(404);
  });

  test('uses stored logins after a consent to them', async () => {
    const { client } = await connected({ vault: 'on' });
    const logins = await client.callTool({ name: 'list_credentials', arguments: {} });
    expect(logins.isError).toBeUndefined();
  });
});

const form = (path: string, body: Record<string, string>) => send(path, new URLSearchParams(body));

async function send(path: string, body: URLSearchParams | string) {
  const json = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
  const response = await fetch(`${service.app.url}${path}`, { method: 'POST', body, headers: json });
  return { status: response.status, json: await response.json() };
}

async function register(metadata: Record<string, unknown> = {}) {
  const body = { client_name: 'Program', redirect_uris: [BACK], ...metadata };
  return send('/oauth/register', JSON.stringify(body));
}

interface Flow {
  clientId: string;
  verifier: string;
  url: URL;
}

async function flow(change: Record<string, string> = {}): Promise<Flow> {
  const { json } = await register();
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL('/oauth/authorize', service.app.url);
  const query = {
    client_id: json.client_id,
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'runs',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${service.app.url}/mcp`,
    ...change,
  };
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
  return { clientId: json.client_id, verifier, url };
}

function exchange({ clientId, verifier }: Flow, code: string, change: Record<string, string> = {}) {
  const body = { client_id: clientId, redirect_uri: BACK, code_verifier: verifier, code };
  return form('/oauth/token', { grant_type: 'authorization_code', ...body, ...change });
}

let lastClient = '';
function refresh(tokens: Record<string, string>, clientId = lastClient) {
  const token = { client_id: clientId, refresh_token: tokens.refresh_token ?? '' };
  return form('/oauth/token', { grant_type: 'refresh_token', ...token });
}

async function granted() {
  const started = await flow();
  lastClient = started.clientId;
  const back = await new OAuthPerson(browser).consent(started.url);
  return { started, back, code: back.get('code') ?? '' };
}

const me = async (token: string) => (await tenant.client.withKey(token).get('/v1/me')).status;

describe('attacks', () => {
  test('a code works once; its replay ends the tokens that it gave', async () => {
    const { started, back, code } = await granted();
    expect(back.get('state')).toBe('state-1');
    // Against mix-up: the answer names its issuer.
    expect(back.get('iss')).toBe(service.app.url);
    const { json: tokens } = await exchange(started, code);
    expect(await me(tokens.access_token)).toBe(200);
    const again = await exchange(started, code);
    expect(again).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    await expect.poll(() => me(tokens.access_token), SOON).toBe(401);
    expect((await refresh(tokens)).status).toBe(400);
  });

  test('of ten simultaneous uses of a code, at most one gets tokens', async () => {
    const { started, code } = await granted();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(started, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  test('a code is bound to its verifier, client and redirect', async () => {
    const other = await flow();
    const changes: Record<string, string>[] = [
      { code_verifier: randomBytes(32).toString('base64url') },
      { client_id: other.clientId },
      { redirect_uri: 'http://127.0.0.1:33418/other' },
      { resource: 'https://elsewhere.example/mcp' },
    ];
    for (const change of changes) {
      const { started, code } = await granted();
      const { status } = await exchange(started, code, change);
      expect([JSON.stringify(change), status]).toEqual([JSON.stringify(change), 400]);
    }
    const { started, code } = await granted();
    const { client_id, ...rest } = { client_id: started.clientId, redirect_uri: BACK, code };
    expect(
      (await form('/oauth/token', { grant_type: 'authorization_code', client_id, ...rest })).status,
    ).toBe(400);
  });

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with plain PKCE', { code_challenge_method: 'plain', code_challenge: 'x'.repeat(43) }],
    ['with a token in the front channel', { response_type: 'token' }],
    ['for another resource', { resource: 'https://elsewhere.example/mcp' }],
  ])('a request %s is sent back with an error', async (_name, change) => {
    const { location } = await new OAuthPerson(browser).open((await flow(change)).url);
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:33418\/callback[?#]error=(invalid|unsupported)/);
    expect(location).not.toMatch(/[?#&](code|access_token)=/);
  });

  test.each([
    'https://elsewhere.example/callback',
    'http://127.0.0.1:33418/callback/../other',
    'http://127.0.0.1:33418/callback#x',
    'http://user@127.0.0.1:33418/callback',
    'http://127.0.0.1.elsewhere.example:33418/callback',
  ])('no redirect to %s', async (redirect_uri) => {
    const answer = await new OAuthPerson(browser).open((await flow({ redirect_uri })).url);
    expect(answer).toMatchObject({ status: 400, location: '' });
    expect(answer.text).toContain('could not be connected');
  });

  test.each([
    [['http://elsewhere.example/callback']],
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['https://program.example/callback#fragment']],
    [[]],
    [null],
  ])('a registration with the redirects %j is refused', async (redirect_uris) => {
    expect((await register({ redirect_uris })).status).toBe(400);
  });

  test('a registration stores no secret, whatever it asks for', async () => {
    const { json } = await register({ token_endpoint_auth_method: 'client_secret_post', scope: 'admin' });
    expect(json).toMatchObject({ token_endpoint_auth_method: 'none' });
    expect(json).not.toHaveProperty('client_secret');
  });

  test('programs on a desktop choose their port, and a scheme of their own', async () => {
    const started = await flow({ redirect_uri: 'http://127.0.0.1:5000/callback' });
    expect((await new OAuthPerson(browser).open(started.url)).location).toContain('/oauth/consent/');
    const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
    expect((await register({ redirect_uris: [cursor] })).status).toBe(201);
  });

  test('a refresh token works once; its second use ends the access of both', async () => {
    const { started, code } = await granted();
    const { json: first } = await exchange(started, code);
    const { json: second } = await refresh(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await me(second.access_token)).toBe(200);
    expect((await refresh(first)).json.error).toBe('invalid_grant');
    await expect.poll(() => me(second.access_token), SOON).toBe(401);
    expect((await refresh(second)).json.error).toBe('invalid_grant');
  });

  test('a refresh token of one program is useless to another, and gains no rights', async () => {
    const { started, code } = await granted();
    const { json: tokens } = await exchange(started, code);
    const other = await flow();
    expect((await refresh(tokens, other.clientId)).status).toBe(400);
    const wider = { refresh_token: tokens.refresh_token, scope: 'runs vault' };
    const asked = { grant_type: 'refresh_token', client_id: started.clientId, ...wider };
    expect((await form('/oauth/token', asked)).json.error).toBe('invalid_scope');
  });

  test('consent belongs to the browser that was asked', async () => {
    const started = await flow();
    const person = new OAuthPerson(browser);
    const { pathname } = new URL((await person.open(started.url)).location, service.app.url);
    // A victim who is sent the link has no cookie of the request.
    expect((await new OAuthPerson(browser).answer(pathname, { answer: 'allow' })).status).toBe(404);
    // A page of another origin does not have the token of the session.
    const forged = await browser.send('POST', pathname, { answer: 'allow' }, { 'x-csrf-token': 'x' });
    expect(forged.status).toBe(401);
    // Without a session the page leads to the sign-in.
    const stranger = new OAuthPerson(new ConsoleBrowser(service.app.url));
    const { location } = await stranger.open(started.url);
    const page = await stranger.open(new URL(location, service.app.url));
    expect(page.location).toMatch(/^\/sign-in\?next=%2Foauth%2Fconsent%2F/);
  });

  test('the page cannot be framed, and a name is text', async () => {
    const { json } = await register({ client_name: '<script>alert(1)</script>' });
    const started = await flow({ client_id: json.client_id });
    const person = new OAuthPerson(browser);
    const { location } = await person.open(started.url);
    const { text } = await person.open(new URL(location, service.app.url));
    expect(text).not.toContain('<script>alert(1)');
    expect(text).toContain('127.0.0.1:33418');
    const shown = await fetch(new URL(location, service.app.url));
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('a denial returns `access_denied` and connects nothing', async () => {
    const before = await apps();
    const { url } = await flow();
    const back = await new OAuthPerson(browser).consent(url, { answer: 'deny' });
    expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null]);
    expect(await apps()).toEqual(before);
  });

  test('a key with a spend limit connects nothing', async () => {
    const { json } = await tenant.client.post('/v1/keys', { name: 'Small', spend_limit_usd: 1 });
    const limited = new ConsoleBrowser(service.app.url);
    await limited.enter('/api/account/sign-in-key', { key: json.key });
    const person = new OAuthPerson(limited);
    const { location } = await person.open((await flow()).url);
    const { pathname } = new URL(location, service.app.url);
    expect((await person.answer(pathname, { answer: 'allow' })).status).toBe(403);
  });

  test('a metadata document is fetched by the rules for URLs of strangers', async () => {
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]']) {
      const { url } = await flow({ client_id: `https://${host}/client.json` });
      const answer = await new OAuthPerson(browser).open(url);
      expect([host, answer.status]).toEqual([host, 400]);
    }
  });
});

test('nothing that opens something is stored', async () => {
  const { started, code } = await granted();
  const { json: tokens } = await exchange(started, code);
  const rows = await service.app.context.db.query(sql`select * from oauth_items`);
  for (const secret of [code, tokens.access_token, tokens.refresh_token])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a program revokes its own access', async () => {
  const { started, code } = await granted();
  const { json: tokens } = await exchange(started, code);
  await fetch(`${service.app.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: started.clientId, token: tokens.refresh_token }),
  });
  await expect.poll(() => me(tokens.access_token), SOON).toBe(401);
});

test('a frozen account ends its tokens', async () => {
  const { started, code } = await granted();
  const { json: tokens } = await exchange(started, code);
  const { db } = service.app.context;
  const account = sql`(select account_id from workspaces where id = ${tenant.workspaceId})`;
  await db.query(sql`update accounts set claimed = false, claim_ends_at = db_now() where id = ${account}`);
  await expect.poll(() => me(tokens.access_token), SOON).toBe(401);
  expect((await refresh(tokens)).json.error).toBe('invalid_grant');
  await db.query(sql`update accounts set claimed = true where id = ${account}`);
});

test('an account that is closed ends its tokens, and nothing of them stays', async () => {
  const leaving = await addWorkspace(service);
  const person = new ConsoleBrowser(service.app.url);
  await person.enter('/api/account/sign-in-key', { key: leaving.key });
  const started = await flow();
  lastClient = started.clientId;
  const back = await new OAuthPerson(person).consent(started.url);
  const { json: tokens } = await exchange(started, back.get('code') ?? '');
  expect(await me(tokens.access_token)).toBe(200);
  const closed = await leaving.client.request('DELETE', '/v1/me', { body: { confirm: 'delete everything' } });
  expect(closed.status).toBe(200);
  await expect.poll(() => me(tokens.access_token), SOON).toBe(401);
  expect((await refresh(tokens)).json.error).toBe('invalid_grant');
});

test('the refusal of `/mcp` names the metadata, and the metadata the server', async () => {
  const refused = await fetch(`${service.app.url}/mcp`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  const [, url = ''] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  const resource = await (await fetch(url)).json();
  expect(resource).toMatchObject({
    resource: `${service.app.url}/mcp`,
    authorization_servers: [service.app.url],
  });
  const server = await (await fetch(`${service.app.url}/.well-known/oauth-authorization-server`)).json();
  expect(server).toMatchObject({
    issuer: service.app.url,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});
