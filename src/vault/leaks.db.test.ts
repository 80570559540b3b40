import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { KMS_ENV, startKmsStandIn } from '../../test/support/stand-ins/kms.ts';
import { Canaries, canSee, dumpDatabase } from '../../test/support/taint.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import type { TestAnswer } from '../../test/support/test-client.ts';
import { openCredential } from './open-credential.ts';

const canaries = new Canaries();
const canary = () => canaries.make();

test('no secret of the vault is in an answer, a log line or the database', async () => {
  Object.assign(process.env, KMS_ENV);
  await using kms = await startKmsStandIn();
  const logged: string[] = [];
  await using service = await startTestApp({
    runners: [scriptedRunner('first')],
    onLog: (line) => logged.push(line),
    env: {
      LOG_LEVEL: 'trace',
      KMS_PROVIDER: 'aws',
      AWS_KMS_KEY_ID: kms.keyId,
      AWS_KMS_BASE_URL: kms.url,
      AWS_REGION: 'eu-central-1',
    },
  });
  const answers = await aDayWithCredentials(service, kms);
  const dump = await dumpDatabase(service.app.context.db);
  const channels = {
    answers: JSON.stringify(answers.map(({ json, headers }) => [json, ...headers])),
    logs: logged.join('\n'),
    dump,
    'requests to the key service': kms.bodies.join('\n'),
  };
  expect(canaries.values.length).toBeGreaterThan(12);
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 201, 400, 500, 503]));
  expect(dump).toContain('shop.example');
  expect(logged.length).toBeGreaterThan(2);
  for (const [channel, text] of Object.entries(channels)) {
    expect(canSee(text)).toBe(true);
    expect({ channel, found: canaries.findIn(text) }).toEqual({ channel, found: [] });
  }
});

async function aDayWithCredentials({ client, app }: TestApp, kms: { mode: string }): Promise<TestAnswer[]> {
  const { db, vault } = app.context;
  const login = () => ({
    domain: 'shop.example',
    username: `u${canary()}@${canary()}.example`,
    password: canary(),
    totp_secret: canary(),
  });
  const made = await client.post('/v1/credentials', login());
  const path = `/v1/credentials/${made.json.id}`;
  const answers = [
    made,
    await client.post('/v1/credentials', { ...login(), password: `${canary()}${'x'.repeat(1_100)}` }),
    await client.post('/v1/credentials', { ...login(), totp_secret: `${canary()}1` }),
    await client.post('/v1/credentials', { ...login(), custody: `pinned:${canary().toLowerCase()}` }),
    await client.post('/v1/credentials', { ...login(), domain: `https://x:${canary()}@shop.example` }),
    await client.post('/v1/credentials', { ...login(), username: { deep: canary() } }),
    await client.post('/v1/credentials', { ...login(), password: `${canary()}\u0000` }),
    await client.request('PATCH', path, { body: { password: canary(), totp_secret: canary() } }),
    await client.request('PATCH', path, { body: { password: [canary()] } }),
    await client.get(path),
    await client.get('/v1/credentials'),
  ];
  const { workspace_id: workspaceId } = (await client.get('/v1/me')).json;
  app.context.log.info(
    { opened: await openCredential(vault, workspaceId, made.json.id) },
    'opened for a run',
  );
  kms.mode = 'fail';
  answers.push(await client.post('/v1/credentials', login()));
  kms.mode = 'up';
  // The database refuses the very statement that carries the sealed values.
  await db.query(sql`alter table credentials add constraint refuse_all check (domain = 'nothing') not valid`);
  answers.push(await client.post('/v1/credentials', login()));
  await db.query(sql`alter table credentials drop constraint refuse_all`);
  const short = await client.post('/v1/credentials', login());
  answers.push(short, await client.request('DELETE', `/v1/credentials/${short.json.id}`));
  return answers;
}
