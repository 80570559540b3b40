import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { KMS_ENV, startKmsStandIn } from '../../test/support/stand-ins/kms.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { newId } from '../platform/ids.ts';
import { openCredential } from './open-credential.ts';
import { credentialUsedStatement, loginEndedStatement } from './store.ts';

const login = { domain: 'https://shop.example/login', username: 'alice@mail.example', password: 'p4ss wörd' };
const seed = 'JBSWY3DPEHPK3PXP';

let service: TestApp;
let workspaceId: string;

beforeAll(async () => {
  service = await startTestApp({
    runners: [scriptedRunner('first'), scriptedRunner('second', { trusted: true })],
  });
  workspaceId = (await service.client.get('/v1/me')).json.workspace_id;
});
afterAll(() => service[Symbol.asyncDispose]());

test('a new credential answers with metadata only and reads back the same', async () => {
  const { status, json } = await create({ ...login, source_id: 'src_1' });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.stringMatching(/^cred_[0-9a-f]{32}$/),
    object: 'svc.credential',
    domain: 'shop.example',
    source_id: 'src_1',
    username_masked: 'a***@m***',
    mfa: 'none',
    custody: 'trusted_runners',
    health: 'ok',
    created_at: expect.any(String),
    last_used: null,
  });
  expect((await service.client.get(`/v1/credentials/${json.id}`)).json).toEqual(json);
  const list = (await service.client.get('/v1/credentials')).json;
  expect(list.object).toBe('list');
  expect(list.data[0]).toEqual(json);
});

test('a stored login opens for a run exactly as it was sent', async () => {
  const password = ` ${'ü😀"\\'.repeat(200)} `;
  const { json } = await create({ ...login, password, totp_secret: 'jbsw y3dp ehpk 3pxp' });
  const opened = await openCredential(service.app.context.vault, workspaceId, json.id);
  expect(opened?.username.reveal()).toBe(login.username);
  expect(opened?.password.reveal()).toBe(password);
  expect(opened?.totpSecret?.reveal()).toBe(seed);
  expect(opened).toMatchObject({
    domain: 'shop.example',
    custody: { policy: 'trusted_runners' },
    mfa: 'totp',
  });
});

test.each([
  [{}, 'none'],
  [{ totp_secret: seed }, 'totp'],
  [{ totp_secret: seed, mfa: 'sms-relay' }, 'totp'],
  [{ mfa: 'sms-relay' }, 'sms-relay'],
  [{ mfa: 'passkey' }, 'passkey'],
  [{ mfa: 'totp' }, 'totp'],
])('with %j the second factor is %s', async (fields, mfa) => {
  expect((await create({ ...login, ...fields })).json.mfa).toBe(mfa);
});

test.each(['any', 'trusted_runners', 'deck_only', 'pinned:first', 'pinned:second,first'])(
  'the policy %s is kept as it is',
  async (custody) => {
    expect((await create({ ...login, custody })).json.custody).toBe(custody);
  },
);

test.each([
  'nobody',
  '',
  'pinned:',
  'pinned:first,nobody-knows-it',
  'pinned:first,,second',
  'Any',
  7,
  null,
  ['any'],
  { policy: 'any' },
])('the policy %j is refused', async (custody) => {
  const { json: made } = await create(login);
  for (const answer of [await create({ ...login, custody }), await patch(made.id, { custody })]) {
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 'invalid_custody', param: 'custody' } },
    });
  }
});

// Marked, so that an answer that repeats any part of them is found.
const MARK = 'zQ7canary';
const badValues: Array<[string, unknown]> = [
  ['domain', undefined],
  ['domain', ''],
  ['domain', 7],
  ['domain', null],
  ['domain', [`${MARK}.example`]],
  ['domain', `${MARK} space.example`],
  ['domain', `${MARK}.example\u0007`],
  ['domain', `${'a'.repeat(250)}.${MARK}`],
  ['domain', `https://u:${MARK}@shop.example`],
  ['domain', '10.1.2.3'],
  ['username', undefined],
  ['username', ''],
  ['username', '  '],
  ['username', { MARK }],
  ['username', `${MARK}${'u'.repeat(321)}`],
  ['username', `${MARK}\n`],
  ['password', undefined],
  ['password', ''],
  ['password', 12345678],
  ['password', true],
  ['password', [MARK]],
  ['password', `${MARK}${'p'.repeat(1025)}`],
  ['password', `${MARK}\u001b`],
  ['password', `${MARK}\u0085`],
  ['totp_secret', ''],
  ['totp_secret', 42],
  ['totp_secret', `${MARK}!`],
  ['totp_secret', 'JBSWY3DPEHPK3PX1'],
  ['totp_secret', 'A'],
  ['totp_secret', 'A'.repeat(129)],
  ['mfa', 'email'],
  ['mfa', null],
  ['mfa', `${MARK}`],
  ['source_id', 7],
  ['source_id', `${MARK}\u0000`.slice(0, -1).padEnd(300, 'x')],
];

test.each(badValues)('a bad %s is refused with its code and never echoed (%#)', async (field, value) => {
  const { status, json } = await create({ ...login, password: `${MARK}-password`, [field]: value });
  expect({ status, code: json.error.code, param: json.error.param }).toEqual({
    status: 400,
    code: 'invalid_credential',
    param: field,
  });
  expect(JSON.stringify(json)).not.toContain(MARK);
});

test.each(
  badValues.filter(
    ([field, value]) =>
      field !== 'domain' && field !== 'username' && field !== 'source_id' && value !== undefined,
  ),
)('a change to a bad %s is refused and changes nothing (%#)', async (field, value) => {
  const { json: made } = await create(login);
  const { status, json } = await patch(made.id, { custody: 'any', [field]: value });
  expect(status).toBe(400);
  expect(json.error).toMatchObject({ code: 'invalid_credential', param: field });
  expect((await service.client.get(`/v1/credentials/${made.id}`)).json).toEqual(made);
});

test.each(['username', 'domain', 'source_id'])('a change of %s is refused', async (param) => {
  const { json: made } = await create(login);
  const { status, json } = await patch(made.id, { custody: 'any', [param]: 'x' });
  expect([status, json.error.param]).toEqual([400, param]);
  expect((await service.client.get(`/v1/credentials/${made.id}`)).json).toEqual(made);
});

test('a null for an optional member of a new credential means that it is not given', async () => {
  const { status, json } = await create({ ...login, source_id: null, totp_secret: null });
  expect([status, json.source_id, json.mfa]).toEqual([201, null, 'none']);
});

test('the limits themselves are legal', async () => {
  const { status } = await create({
    domain: `${'a'.repeat(249)}.com`,
    username: 'u'.repeat(320),
    password: '😀'.repeat(1024),
    totp_secret: 'A'.repeat(128),
  });
  expect(status).toBe(201);
});

test('a NUL in a secret and a body that is no object are refused', async () => {
  const { json } = await create({ ...login, password: 'a\u0000b' });
  expect(json.error).toMatchObject({ code: 'invalid_credential', param: 'password' });
  for (const body of [[], undefined]) {
    const refused = await service.client.post('/v1/credentials', body);
    expect(refused).toMatchObject({
      status: 400,
      json: {
        error: { code: 'invalid_credential', message: 'The request body must be a JSON object.' },
      },
    });
  }
});

describe('a change', () => {
  test('of policy, password and second factor', async () => {
    const { json: made } = await create(login);
    const { status, json } = await patch(made.id, {
      custody: 'pinned:first',
      password: 'next',
      totp_secret: seed,
    });
    expect(status).toBe(200);
    expect(json).toEqual({ ...made, custody: 'pinned:first', mfa: 'totp' });
    const opened = await openCredential(service.app.context.vault, workspaceId, made.id);
    expect([opened?.password.reveal(), opened?.totpSecret?.reveal()]).toEqual(['next', seed]);
    expect(opened?.username.reveal()).toBe(login.username);
  });

  test('of nothing leaves everything', async () => {
    const { json: made } = await create(login);
    expect((await patch(made.id, {})).json).toEqual(made);
  });

  test('to null removes the seed, and the factor that stood on it', async () => {
    const { json: made } = await create({ ...login, totp_secret: seed });
    expect((await patch(made.id, { totp_secret: null })).json.mfa).toBe('none');
    const opened = await openCredential(service.app.context.vault, workspaceId, made.id);
    expect(opened?.totpSecret).toBeNull();
    const { json: other } = await create({ ...login, totp_secret: seed });
    expect((await patch(other.id, { totp_secret: null, mfa: 'sms-relay' })).json.mfa).toBe('sms-relay');
  });
});

test('a deleted credential is gone everywhere and its ciphertext is erased', async () => {
  const { json: made } = await create({ ...login, totp_secret: seed });
  const answer = await service.client.request('DELETE', `/v1/credentials/${made.id}`);
  expect(answer.json).toEqual({ id: made.id, object: 'svc.credential', deleted: true });
  for (const gone of [
    await service.client.get(`/v1/credentials/${made.id}`),
    await patch(made.id, { custody: 'any' }),
    await service.client.request('DELETE', `/v1/credentials/${made.id}`),
  ]) {
    expect(gone).toMatchObject({ status: 404, json: { error: { code: 'credential_not_found' } } });
  }
  const list = (await service.client.get('/v1/credentials')).json.data;
  expect(list.some((one: { id: string }) => one.id === made.id)).toBe(false);
  expect(await openCredential(service.app.context.vault, workspaceId, made.id)).toBeNull();
  const [row] = await service.app.context.db.query(
    sql`select username, password, totp_secret, deleted_at is null as kept from credentials where id = ${made.id}`,
  );
  expect(row).toEqual({ username: null, password: null, totp_secret: null, kept: false });
});

test('another workspace meets a stored credential exactly as one that never was', async () => {
  const { json: made } = await create(login);
  const other = await addWorkspace(service);
  const ask = async (id: string) => [
    await other.client.get(`/v1/credentials/${id}`),
    await other.client.request('PATCH', `/v1/credentials/${id}`, { body: { password: 'taken over' } }),
    await other.client.request('DELETE', `/v1/credentials/${id}`),
  ];
  const shown = (answers: Awaited<ReturnType<typeof ask>>) =>
    answers.map(({ status, json }) => ({ status, json }));
  const never = shown(await ask(newId('cred')));
  expect(never.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(shown(await ask(made.id))).toEqual(never);
  expect(shown(await ask("cred_' or 1=1 --"))).toEqual(never);
  expect((await other.client.get('/v1/credentials')).json.data).toEqual([]);
  expect(await openCredential(service.app.context.vault, other.workspaceId, made.id)).toBeNull();
  const opened = await openCredential(service.app.context.vault, workspaceId, made.id);
  expect(opened?.password.reveal()).toBe(login.password);
});

test('a row moved to another workspace or field does not open', async () => {
  const { json: made } = await create({ ...login, totp_secret: seed });
  const other = await addWorkspace(service);
  const { db, vault } = service.app.context;
  await db.query(
    sql`update credentials set password = totp_secret, totp_secret = password where id = ${made.id}`,
  );
  await expect(openCredential(vault, workspaceId, made.id)).rejects.toThrow('cannot be opened');
  await db.query(
    sql`update credentials set password = totp_secret, totp_secret = password where id = ${made.id}`,
  );
  await db.query(sql`update credentials set workspace_id = ${other.workspaceId} where id = ${made.id}`);
  await expect(openCredential(vault, other.workspaceId, made.id)).rejects.toThrow('cannot be opened');
});

describe('health', () => {
  const healthAfter = async (outcomes: Array<'signed_in' | 'rejected' | 'signed_out'>): Promise<string> => {
    const { json } = await create(login);
    const { db } = service.app.context;
    for (const outcome of outcomes) await db.query(loginEndedStatement(workspaceId, json.id, outcome));
    return (await service.client.get(`/v1/credentials/${json.id}`)).json.health;
  };

  test.each([
    [[], 'ok'],
    [['rejected'], 'failed'],
    [['rejected', 'signed_in'], 'ok'],
    [['signed_out'], 'ok'],
    [['signed_out', 'signed_out'], 'stale'],
    [['signed_out', 'signed_in', 'signed_out'], 'ok'],
    [['signed_out', 'signed_out', 'signed_in'], 'ok'],
    [['rejected', 'signed_out'], 'failed'],
  ] as const)('after %j it is %s', async (outcomes, health) => {
    expect(await healthAfter([...outcomes])).toBe(health);
  });

  test.each([{ password: 'next' }, { totp_secret: 'JBSWY3DPEHPK3PXP' }])(
    '%j has not failed yet',
    async (change) => {
      const { json } = await create(login);
      await service.app.context.db.query(loginEndedStatement(workspaceId, json.id, 'rejected'));
      const changed = await patch(json.id, change);
      expect(changed.json.health).toBe('ok');
    },
  );

  test('use is shown, and 90 days without it make it stale', async () => {
    const { json } = await create(login);
    const { db } = service.app.context;
    const shown = async () => (await service.client.get(`/v1/credentials/${json.id}`)).json;
    await db.query(credentialUsedStatement(workspaceId, json.id));
    expect(Date.parse((await shown()).last_used)).toBeGreaterThan(0);
    await db.query(
      sql`update credentials set last_used_at = db_now() - interval '89 days 23 hours' where id = ${json.id}`,
    );
    expect((await shown()).health).toBe('ok');
    await db.query(
      sql`update credentials set last_used_at = db_now() - interval '90 days 1 hour' where id = ${json.id}`,
    );
    expect((await shown()).health).toBe('stale');
    await db.query(credentialUsedStatement(workspaceId, json.id));
    expect((await shown()).health).toBe('ok');
  });
});

describe('while the key service is away', () => {
  test.each(['hang', 'fail'] as const)(
    '(%s) reads and writes say so in time, erasing works, nothing is stored',
    async (mode) => {
      Object.assign(process.env, KMS_ENV);
      await using kms = await startKmsStandIn();
      await using instance = await startTestApp({
        runners: [scriptedRunner('first')],
        env: {
          KMS_PROVIDER: 'aws',
          AWS_KMS_KEY_ID: kms.keyId,
          AWS_KMS_BASE_URL: kms.url,
          AWS_REGION: 'eu-central-1',
        },
      });
      const { client, app } = instance;
      const { json: made, status } = await client.post('/v1/credentials', login);
      expect(status).toBe(201);
      kms.mode = mode;
      // Its last answer is believed for a few seconds.
      await expect.poll(async () => (await client.get('/v1/credentials')).status, SOON).toBe(503);
      const startedAt = performance.now();
      const answers = await Promise.all([
        client.post('/v1/credentials', { ...login, totp_secret: seed }),
        client.request('PATCH', `/v1/credentials/${made.id}`, { body: { password: 'next' } }),
        client.request('PATCH', `/v1/credentials/${made.id}`, { body: { custody: 'any' } }),
        client.get(`/v1/credentials/${made.id}`),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(15_000);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 503, json: { error: { code: 'service_unavailable' } } });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const [{ count } = {}] = await app.context.db.query(sql`select count(*) from credentials`);
      expect(count).toBe(1);
      expect((await client.create({ input: 'No secret needed', routing: 'first' })).json.status).toBe(
        'completed',
      );
      expect((await client.post('/v1/credentials', { ...login, mfa: 'x' })).status).toBe(400);
      expect((await client.request('DELETE', `/v1/credentials/${made.id}`)).status).toBe(200);
      kms.mode = 'up';
      expect((await client.post('/v1/credentials', login)).status).toBe(201);
    },
  );

  test('(a lost key ring) too, until the file is back', async () => {
    await using instance = await startTestApp({ runners: [scriptedRunner('first')] });
    const ring = join(keysDirOf(instance), 'ring.json');
    await rename(ring, `${ring}.away`);
    expect((await instance.client.post('/v1/credentials', login)).status).toBe(503);
    expect((await instance.client.get('/v1/credentials')).status).toBe(503);
    await rename(`${ring}.away`, ring);
    expect((await instance.client.post('/v1/credentials', login)).status).toBe(201);
  });
});

function keysDirOf(instance: TestApp): string {
  return join(tmpdir(), `switchyard-keys-${new URL(instance.databaseUrl).pathname.slice(1)}`);
}

function create(body: Record<string, unknown>) {
  return service.client.post('/v1/credentials', body);
}

function patch(id: string, body: Record<string, unknown>) {
  return service.client.request('PATCH', `/v1/credentials/${id}`, { body });
}
