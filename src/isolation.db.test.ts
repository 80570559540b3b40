import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../test/support/add-workspace.ts';
import { ConsoleBrowser } from '../test/support/console-browser.ts';
import { codeIn } from '../test/support/error-envelopes.ts';
import { keepFile } from '../test/support/keep-file.ts';
import { scriptedRunner } from '../test/support/scripted-runner.ts';
import { SOON } from '../test/support/soon.ts';
import { startTestApp, type TestApp } from '../test/support/test-app.ts';
import { type TestAnswer, TestClient } from '../test/support/test-client.ts';
import { routesOf } from './app.ts';
import type { Dialect } from './platform/http/dialects.ts';
import { urlOf } from './platform/http/route.ts';
import { newId } from './platform/ids.ts';
import { serve } from './platform/net/loopback.fixture.ts';

/** The objects of A; B knows every id. */
let owned: {
  run: string;
  live: string;
  artifact: string;
  credential: string;
  webhook: string;
  delivery: string;
  key: string;
  session: string;
  context: string;
  longTask: string;
  script: string;
};
let service: TestApp;
let b: AddedWorkspace;
let signedIn: ConsoleBrowser;
let ownRun: string;
let ownWebhook: string;
const cleanup = new AsyncDisposableStack();

beforeAll(async () => {
  const sink = cleanup.use(await serve((_request, response) => response.end()));
  service = cleanup.use(await startTestApp({ runners: [scriptedRunner('only')], resolver: async () => [] }));
  b = await addWorkspace(service);
  signedIn = await signInAs(b.workspaceId);
  const { client } = service;
  const webhookBody = { url: `http://127.0.0.1:${sink.port}/` };
  const webhook = (await client.post('/v1/webhooks', webhookBody)).json.id;
  ownWebhook = (await b.client.post('/v1/webhooks', webhookBody)).json.id;
  const run = (await client.create({ input: 'Say something of A', routing: 'smart' })).json.id;
  ownRun = (await b.client.create({ input: 'Say something of B' })).json.id;
  const live = (await client.create({ input: 'Wait [[hang]]', background: true })).json.id;
  const credentialBody = { domain: 'shop.example', username: 'ada', password: 'correct horse' };
  const credential = (await client.post('/v1/credentials', credentialBody)).json.id;
  const deliveries = `/v1/webhooks/${webhook}/deliveries`;
  const delivery = await vi.waitFor(async () => {
    const [sent] = (await client.get(deliveries)).json.data;
    expect(sent?.status).toBe('delivered');
    return sent.id;
  }, SOON);
  const key = (await client.post('/v1/keys', { name: 'Of A' })).json.id;
  await client.put('/v1/provider-keys/steel', { api_key: 'of A' });
  const artifact = await keepFile(service, run, 'of A');
  owned = { run, live, artifact, credential, webhook, delivery, key, ...(await keepRows(key)) };
});
afterAll(() => cleanup.disposeAsync());

async function signInAs(workspaceId: string): Promise<ConsoleBrowser> {
  const { db, accounts } = service.app.context;
  const [row] = await db.query<{ id: string }>(
    sql`select account_id as id from workspaces where id = ${workspaceId}`,
  );
  const browser = new ConsoleBrowser(service.app.url);
  browser.cookie =
    (await accounts.sessions.open({ accountId: row?.id ?? '', personId: null })).split(';')[0] ?? '';
  browser.csrf = (await browser.send('GET', '/api/account/session')).json.csrf_token;
  return browser;
}

/** Rows of objects that only a browser or an import could make. */
async function keepRows(
  key: string,
): Promise<Pick<typeof owned, 'session' | 'context' | 'longTask' | 'script'>> {
  const { db } = service.app.context;
  const ids = { session: newId('sess'), context: newId('ctx'), longTask: newId('lt'), script: newId('scr') };
  const workspaceId = (await service.client.get('/v1/me')).json.workspace_id;
  await db.batch([
    sql`insert into browser_sessions (id, workspace_id, provider, status, region, keep_alive, fee_rate_ppm,
          minute_price_micro, instance_id, expires_at, ended_at)
        values (${ids.session}, ${workspaceId}, 'embedded', 'COMPLETED', 'local', false, 0, 0, 'of A', db_now(), db_now())`,
    sql`insert into browser_contexts (id, workspace_id) values (${ids.context}, ${workspaceId})`,
    sql`insert into long_tasks (id, workspace_id, status, body, created_at)
        values (${ids.longTask}, ${workspaceId}, 'running',
          '{"entities": [], "counts": {}, "gaps": [], "budget": {"spent_usd": 0}, "events": []}', db_now())`,
    sql`insert into replays (id, workspace_id, task_key, place_key, task, run_id, script)
        values (${ids.script}, ${workspaceId}, 'task', 'place', 'Of A', ${newId('resp')}, '[]')`,
    // A grant is listed by its key.
    sql`insert into connected_apps (key_id, workspace_id, client_id, redirect_host)
        values (${key}, ${workspaceId}, 'app', 'app.example')`,
  ]);
  return ids;
}

interface Entry {
  /** For each parameter, an id of A and an unknown one. The pairs are tried together. */
  ids(): Array<[foreign: Record<string, string>, unknown: Record<string, string>]>;
  body?: unknown;
  code: string;
}

const runs = (body?: unknown): Entry => ({
  ids: () => [owned.run, owned.live].map((id) => [{ id }, { id: newId('resp') }]),
  body,
  code: 'response_not_found',
});
const credentials = (body?: unknown): Entry => ({
  ids: () => [[{ id: owned.credential }, { id: newId('cred') }]],
  body,
  code: 'credential_not_found',
});
const webhooks = (body?: unknown): Entry => ({
  ids: () => [[{ id: owned.webhook }, { id: newId('wh') }]],
  body,
  code: 'webhook_not_found',
});
const deliveries: Entry = {
  ids: () => [
    [
      { id: owned.webhook, deliveryId: owned.delivery },
      { id: newId('wh'), deliveryId: newId('whdel') },
    ],
  ],
  code: 'webhook_not_found',
};

const sessions = (body?: unknown): Entry => ({
  ids: () => [[{ id: owned.session }, { id: newId('sess') }]],
  body,
  code: 'session_not_found',
});
const scripts = (body?: unknown): Entry => ({
  ids: () => [[{ id: owned.script }, { id: newId('scr') }]],
  body,
  code: 'script_not_found',
});
const contexts: Entry = {
  ids: () => [[{ id: owned.context }, { id: newId('ctx') }]],
  code: 'not_found',
};
const longTasks: Entry = {
  ids: () => [[{ id: owned.longTask }, { id: newId('lt') }]],
  code: 'long_task_not_found',
};
const keys: Entry = {
  ids: () => [[{ id: owned.key }, { id: newId('key') }]],
  code: 'key_not_found',
};

const providerKeys: Entry = {
  ids: () => [[{ family: 'steel' }, { family: 'nobody' }]],
  code: 'not_found',
};

function upload(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['of B']), 'b.txt');
  return form;
}

/** The same runs under other companies' names. */
const wrapped = (body?: unknown): Entry => ({
  ids: () =>
    [owned.run, owned.live].map((id) => [
      { id, agent: 'cua', fileId: owned.artifact },
      { id: newId('resp'), agent: 'cua', fileId: newId('art') },
    ]),
  body,
  code: 'response_not_found',
});

/** Every route with an id has its line here; a new one without fails the first test. */
const TABLE: Record<string, Entry> = {
  // B has none of its own for the family that A has one for.
  'GET /v1/provider-keys/:family': providerKeys,
  'PUT /v1/provider-keys/:family': {
    ids: () => [[{ family: 'nobody' }, { family: 'no-one' }]],
    body: { api_key: 'k' },
    code: 'not_found',
  },
  'DELETE /v1/provider-keys/:family': providerKeys,
  'GET /v1/responses/:id': runs(),
  'DELETE /v1/responses/:id': runs(),
  'POST /v1/responses/:id/cancel': runs(),
  'GET /v1/responses/:id/input': runs(),
  'POST /v1/responses/:id/feedback': runs({ correct: true }),
  'POST /v1/responses/:id/input': runs({ code: '123456' }),
  'POST /v1/responses/:id/input/extend': runs({ seconds: 60 }),
  'GET /v1/responses/:id/input_items': runs(),
  'GET /v1/responses/:id/explanation': runs(),
  'GET /v1/responses/:id/timeline': runs(),
  'POST /v1/responses/:id/tokens': runs({}),
  'GET /v1/responses/:id/artifacts/:artifactId': {
    ids: () => [
      [
        { id: owned.run, artifactId: owned.artifact },
        { id: newId('resp'), artifactId: newId('art') },
      ],
      [
        { id: ownRun, artifactId: owned.artifact },
        { id: ownRun, artifactId: newId('art') },
      ],
    ],
    code: 'not_found',
  },
  'GET /v1/credentials/:id': credentials(),
  'PATCH /v1/credentials/:id': credentials({ custody: 'any' }),
  'DELETE /v1/credentials/:id': credentials(),
  'DELETE /v1/keys/:id': keys,
  'DELETE /v1/workspace/connected-apps/:id': { ...keys, code: 'not_found' },
  'GET /v1/scripts/:id': scripts(),
  'PATCH /v1/scripts/:id': scripts({ pinned: true }),
  'DELETE /v1/scripts/:id': scripts(),
  'POST /account/answers/:id': runs({ answer: 'yes' }),
  'GET /v1/sessions/:id': sessions(),
  'POST /v1/sessions/:id': sessions({ status: 'REQUEST_RELEASE', projectId: 'any' }),
  'GET /v1/sessions/:id/debug': sessions(),
  'GET /v1/sessions/:id/logs': sessions(),
  'GET /v1/sessions/:id/recording': sessions(),
  'GET /v1/sessions/:id/page': sessions(),
  'POST /v1/sessions/:id/page/actions': sessions({ name: 'click' }),
  'GET /v1/sessions/:id/downloads': sessions(),
  'DELETE /v1/sessions/:id/downloads': sessions(),
  'POST /v1/sessions/:id/uploads': sessions(upload()),
  'GET /v1/contexts/:id': contexts,
  'DELETE /v1/contexts/:id': contexts,
  'GET /v1/long-tasks/:id': longTasks,
  'POST /v1/long-tasks/:id/cancel': longTasks,
  'GET /v1/long-tasks/:id/runs': longTasks,
  'GET /v1/webhooks/:id': webhooks(),
  'PATCH /v1/webhooks/:id': webhooks({ enabled: false }),
  'DELETE /v1/webhooks/:id': webhooks(),
  'POST /v1/webhooks/:id/rotate': webhooks(),
  'POST /v1/webhooks/:id/test': webhooks({}),
  'GET /v1/webhooks/:id/deliveries': webhooks(),
  'GET /v1/webhooks/:id/deliveries/:deliveryId': deliveries,
  'POST /v1/webhooks/:id/deliveries/:deliveryId/retry': deliveries,
  'GET /wrappers/browser-use/api/v2/tasks/:id': wrapped(),
  'GET /wrappers/browser-use/api/v2/tasks/:id/status': wrapped(),
  'PATCH /wrappers/browser-use/api/v2/tasks/:id': wrapped({ action: 'stop' }),
  'GET /wrappers/browser-use/api/v2/sessions/:id': wrapped(),
  'PATCH /wrappers/browser-use/api/v2/sessions/:id': wrapped({ action: 'stop' }),
  'GET /wrappers/browser-use/api/v2/files/tasks/:id/output-files/:fileId': wrapped(),
  'GET /wrappers/browser-use/api/v3/sessions/:id': wrapped(),
  'POST /wrappers/browser-use/api/v3/sessions/:id/stop': wrapped(),
  'GET /wrappers/browser-use/api/v3/sessions/:id/messages': wrapped(),
  'GET /wrappers/browser-use/api/v4/runs/:id': wrapped(),
  'GET /wrappers/browser-use/api/v4/runs/:id/status': wrapped(),
  'GET /wrappers/browser-use/api/v4/runs/:id/events': wrapped(),
  'POST /wrappers/browser-use/api/v4/runs/:id/cancel': wrapped(),
  'GET /wrappers/browser-use/api/v4/runs/:id/attachments': wrapped(),
  'GET /wrappers/skyvern/v1/runs/:id': wrapped(),
  'POST /wrappers/skyvern/v1/runs/:id/cancel': wrapped(),
  'GET /wrappers/skyvern/v1/runs/:id/artifacts': wrapped(),
  'GET /wrappers/firecrawl/v2/extract/:id': wrapped(),
  'GET /wrappers/firecrawl/v2/agent/:id': wrapped(),
  'DELETE /wrappers/firecrawl/v2/agent/:id': wrapped(),
  'GET /wrappers/hyperbrowser/api/task/:agent/:id': wrapped(),
  'GET /wrappers/hyperbrowser/api/task/:agent/:id/status': wrapped(),
  'PUT /wrappers/hyperbrowser/api/task/:agent/:id/stop': wrapped(),
  'GET /wrappers/hyperbrowser/api/scrape/:id': wrapped(),
  'GET /wrappers/hyperbrowser/api/scrape/:id/status': wrapped(),
  'GET /wrappers/hyperbrowser/api/extract/:id': wrapped(),
  'GET /wrappers/hyperbrowser/api/extract/:id/status': wrapped(),
};

function routesWithIds(): string[] {
  return routesOf({ context: service.app.context, executor: null }, () => false)
    .filter((route) => route.area !== 'page' && /:(?!agent$|slug\b)/.test(route.path))
    .map((route) => `${route.method} ${route.path}`);
}

function dialectOf(name: string): Dialect {
  const routes = routesOf({ context: service.app.context, executor: null }, () => false);
  return routes.find((route) => `${route.method} ${route.path}` === name)?.dialect ?? 'svc';
}

async function asB(
  name: string,
  ids: Record<string, string>,
  body: unknown,
  client = b.client,
): Promise<TestAnswer> {
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, param: string) => ids[param] ?? '');
  if (path.startsWith('/account/')) return inConsole(client.url).send(method, `/api${path}`, body);
  if (!(body instanceof FormData)) return client.request(method, path, { body });
  const headers = { 'x-api-key': client.key };
  const response = await fetch(`${client.url}/api${path}`, { method, headers, body });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

/** The owner of B, signed in. */
function inConsole(url: string): ConsoleBrowser {
  return Object.assign(new ConsoleBrowser(url), { cookie: signedIn.cookie, csrf: signedIn.csrf });
}

async function stateOfA(): Promise<unknown> {
  const { client } = service;
  const paths = [
    `/v1/responses/${owned.run}`,
    `/v1/responses/${owned.live}`,
    '/v1/credentials',
    '/v1/webhooks',
    '/v1/keys',
    '/v1/sessions',
    `/v1/contexts/${owned.context}`,
    `/v1/long-tasks/${owned.longTask}`,
    `/v1/webhooks/${owned.webhook}/deliveries`,
  ];
  return Promise.all(paths.map(async (path) => (await client.get(path)).json));
}

describe('ids of another workspace', () => {
  test('every route with an id is in the table, and nothing else is', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(routesWithIds().toSorted());
  });

  test('they answer exactly as unknown ids, and change nothing', async () => {
    const before = await stateOfA();
    for (const [name, entry] of Object.entries(TABLE)) {
      for (const [foreign, unknown] of entry.ids()) {
        const [theirs, nobodys] = [
          await asB(name, foreign, entry.body),
          await asB(name, unknown, entry.body),
        ];
        expect(theirs.status, name).toBe(404);
        expect(without(foreign, theirs.json), name).toEqual(without(unknown, nobodys.json));
        expect(codeIn(theirs.json, dialectOf(name)), name).toBe(entry.code);
        expect(headerNames(theirs), name).toEqual(headerNames(nobodys));
      }
    }
    expect(await stateOfA()).toEqual(before);
  });

  test('the same holds for a stream', async () => {
    for (const id of [owned.live, newId('resp')]) {
      const answer = await b.client.get(`/v1/responses/${id}?stream=true`);
      expect(answer.json.error.code).toBe('response_not_found');
    }
  });

  test('the two cases cost the database the same, so that no clock tells them apart', async () => {
    const asked: unknown[] = [];
    const { bind } = pg.Connection.prototype;
    vi.spyOn(pg.Connection.prototype, 'bind').mockImplementation(function (
      this: pg.Connection,
      config,
      more,
    ) {
      asked.push(config?.statement);
      bind.call(this, config, more);
    });
    cleanup.defer(() => void vi.restoreAllMocks());
    const statementsOf = async (name: string, id: Record<string, string>, body: unknown) => {
      asked.length = 0;
      await asB(name, id, body);
      return [...asked];
    };
    for (const [name, { ids, body }] of Object.entries(TABLE)) {
      for (const [foreign, unknown] of ids()) {
        const nobodys = () => statementsOf(name, unknown, body);
        // Statements of the service's own routines are gone at the next try; those for one of the ids are not.
        await expect
          .poll(async () => (await statementsOf(name, foreign, body)).join() === (await nobodys()).join())
          .toBe(true);
        // A family that no provider has is known without the database.
        const isKnown = name === 'PUT /v1/provider-keys/:family';
        expect(isKnown || (await nobodys()).length > 0, name).toBe(true);
      }
    }
    vi.restoreAllMocks();
  });

  test('the owner still reads all of it', async () => {
    const url = `${service.app.url}/v1/responses/${owned.run}/artifacts/${owned.artifact}`;
    const response = await fetch(url, { headers: { 'x-api-key': service.client.key } });
    expect(await response.text()).toBe('of A');
  });
});

describe('ids of another workspace in queries and bodies', () => {
  test.each([
    ['starting_after', '/v1/runs?starting_after='],
    ['after', '/v1/responses?after='],
    ['parent_id', '/v1/runs?parent_id='],
  ])('%s gives an empty page, as an unknown id does', async (_name, path) => {
    const [theirs, nobodys] = [
      await b.client.get(path + owned.run),
      await b.client.get(path + newId('resp')),
    ];
    expect(theirs.status).toBe(200);
    expect(theirs.json).toEqual(nobodys.json);
    expect(theirs.json).toMatchObject({ data: [], has_more: false });
  });

  test('deliveries cannot be paged from a delivery of another endpoint', async () => {
    const path = `/v1/webhooks/${ownWebhook}/deliveries?starting_after=`;
    const [theirs, nobodys] = [
      await b.client.get(path + owned.delivery),
      await b.client.get(path + newId('whdel')),
    ];
    expect(theirs.json).toEqual(nobodys.json);
  });

  test('a delivery is not found below another endpoint', async () => {
    for (const id of [owned.delivery, newId('whdel')]) {
      const answer = await b.client.get(`/v1/webhooks/${ownWebhook}/deliveries/${id}`);
      expect(answer.json.error.code).toBe('webhook_delivery_not_found');
    }
  });

  test.each(['credential_id', 'credentials_ref'])('%s is unknown', async (field) => {
    const answers = [];
    for (const id of [owned.credential, newId('cred')])
      answers.push(await b.client.create({ input: 'Log in', [field]: id }));
    expect(answers.map(({ json }) => json.error.code)).toEqual([
      'credential_not_found',
      'credential_not_found',
    ]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
  });

  test('no answer of a route without an id holds anything of the other workspace', async () => {
    const paths = routesOf({ context: service.app.context, executor: null }, () => false)
      .filter((one) => one.method === 'GET' && !/[:*]/.test(one.path) && (one.access ?? 'key') === 'key')
      .map((one) => urlOf(one));
    expect(paths.length).toBeGreaterThan(8);
    for (const path of [...paths, '/api/v1/runs?exclude_children=false', '/api/v1/responses?limit=100']) {
      const response = await fetch(service.app.url + path, { headers: { 'x-api-key': b.client.key } });
      const text = await response.text();
      const words = [...Object.values(owned), 'Say something of A', 'Of A'];
      expect(
        words.filter((word) => text.includes(word)),
        path,
      ).toEqual([]);
    }
  });

  test('no route that takes a key answers without one', async () => {
    const routes = routesOf({ context: service.app.context, executor: null }, () => false).filter(
      (one) => (one.access ?? 'key') === 'key',
    );
    expect(routes.length).toBeGreaterThan(25);
    for (const one of routes) {
      const path = urlOf(one).replace(/:\w+|\*/g, 'x');
      const response = await fetch(service.app.url + path, { method: one.method });
      expect(response.status, `${one.method} ${path}`).toBe(401);
    }
  });
});

describe('the second wall, in the database', () => {
  test('statements that forget the workspace still find nothing of another one', async () => {
    const forgotten: string[] = [];
    const { parse } = pg.Connection.prototype;
    vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function (
      this: pg.Connection,
      query,
      more,
    ) {
      const text = query.text.replace(/\b(?:\w\.)?workspace_id = (\$\d+)/g, '$1::text is not null');
      if (text !== query.text) forgotten.push(query.text);
      parse.call(this, { ...query, text }, more);
    });
    cleanup.defer(() => void vi.restoreAllMocks());
    // Statements are parsed once on a connection: another instance has new ones.
    const runners = [scriptedRunner('only')];
    await using other = await startTestApp({
      runners,
      databaseUrl: service.databaseUrl,
      resolver: async () => [],
    });
    const routes = routesOf({ context: other.app.context, executor: null }, () => false);
    const client = new TestClient(other.app.url, b.client.key, routes);
    const before = await stateOfA();
    for (const [name, entry] of Object.entries(TABLE)) {
      for (const [foreign] of entry.ids())
        expect(codeIn((await asB(name, foreign, entry.body, client)).json, dialectOf(name)), name).toBe(
          entry.code,
        );
    }
    const lists = ['/v1/runs?exclude_children=false', '/v1/credentials', '/v1/keys', '/v1/webhooks'];
    for (const path of lists) {
      const text = JSON.stringify((await client.get(path)).json);
      for (const id of Object.values(owned)) expect(text).not.toContain(id);
    }
    expect(forgotten.length).toBeGreaterThan(10);
    vi.restoreAllMocks();
    expect(await stateOfA()).toEqual(before);
  });

  test('every table of the product has it', async () => {
    const open = await service.app.context.db.query<{ name: string }>(
      sql`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open.map(({ name }) => name).toSorted()).toEqual(['migrations', 'service_secrets']);
  });

  test('a statement for a caller cannot step over it', async () => {
    const [role] = await service.app.context.db.query(
      sql`select rolsuper or rolbypassrls or rolcanlogin as is_strong from pg_roles where rolname = 'switchyard_tenant'`,
    );
    expect(role).toEqual({ is_strong: false });
  });
});

test('idempotency keys of two workspaces never meet', async () => {
  const headers = { 'idempotency-key': 'the same key' };
  const mine = await service.client.create({ input: 'Of A' }, headers);
  const theirs = await b.client.create({ input: 'Of B' }, headers);
  expect([mine.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.json.id).not.toBe(mine.json.id);
  expect(theirs.headers.get('idempotent-replayed')).toBeNull();
});

test('the spend of one workspace is not taken from the other', async () => {
  const before = (await b.client.get('/v1/me')).json.credits_usd;
  await service.client.create({ input: 'Costly [[cost=250000]]' });
  expect((await b.client.get('/v1/me')).json.credits_usd).toBe(before);
});

/** An error may repeat the id that was asked for. */
function without(ids: Record<string, string>, json: unknown): unknown {
  return Object.values(ids).reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(json));
}

function headerNames({ headers }: TestAnswer): string[] {
  return [...headers.keys()].toSorted();
}

test('every call with a key needs a permission, and no permission opens all rooms', async () => {
  const routes = routesOf({ context: service.app.context, executor: null }, () => false);
  const { json: none } = await b.client.post('/v1/keys', { name: 'Webhooks', permissions: ['webhooks'] });
  const rooms = routes.filter((one) => (one.access ?? 'key') === 'key');
  const open = rooms.filter(({ permission }) => permission === 'any').map(({ path }) => path);
  expect(open.sort()).toEqual([
    '/v1/capabilities',
    '/v1/me',
    '/v1/models',
    '/v1/rankings',
    '/v1/runners/health',
  ]);
  const others = rooms.filter(({ permission }) => permission !== 'any' && permission !== 'webhooks');
  for (const one of others) {
    const answer = await fetch(service.app.url + urlOf(one).replace(/:\w+|\*$/g, 'x'), {
      method: one.method,
      headers: { authorization: `Bearer ${none.key}` },
    });
    expect(answer.status, `${one.method} ${one.path}`).toBe(403);
    expect(await answer.text(), one.path).toContain('limited_key');
  }
});
