import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AddedWorkspace, addWorkspace } from '../test/support/add-workspace.ts';
import { codeIn } from '../test/support/error-envelopes.ts';
import { keepFile } from '../test/support/keep-file.ts';
import { scriptedRunner } from '../test/support/scripted-runner.ts';
import { SOON } from '../test/support/soon.ts';
import { startTestApp, type TestApp } from '../test/support/test-app.ts';
import { routesOf } from './app.ts';
import { dialects } from './platform/http/dialects.ts';
import { urlOf } from './platform/http/route.ts';

let service: TestApp;
let frozen: AddedWorkspace;
let run: string;
let artifact: string;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('only')] });
  frozen = await addWorkspace(service);
  const { client, workspaceId } = frozen;
  run = (await client.create({ input: 'Say something' })).json.id;
  artifact = await keepFile({ ...service, client }, run, '{"of":"a frozen account"}');
  await service.app.context.db.query(
    sql`update accounts set claimed = false, claim_ends_at = db_now()
        where id = (select account_id from workspaces where id = ${workspaceId})`,
  );
  await vi.waitFor(async () => {
    expect((await client.create({ input: '' })).json.error.code).toBe('account_unclaimed');
  }, SOON);
});
afterAll(() => service[Symbol.asyncDispose]());

test('a frozen account reads its runs, files and usage', async () => {
  const paths = [
    '/v1/me',
    `/v1/responses/${run}`,
    '/v1/responses',
    `/v1/responses/${run}/artifacts/${artifact}`,
    '/v1/billing/usage',
    '/v1/sessions',
  ];
  for (const path of paths) expect([path, (await frozen.client.get(path)).status]).toEqual([path, 200]);
});

const creating = () =>
  routesOf({ context: service.app.context, executor: null }, () => false).filter(
    ({ method, access = 'key', opensToFrozen }) =>
      access === 'key' && !opensToFrozen && !['GET', 'DELETE'].includes(method),
  );

test('a frozen account creates nothing, and every dialect says where to claim it', async () => {
  expect(new Set(creating().map(({ dialect = 'svc' }) => dialect))).toEqual(new Set(Object.keys(dialects)));
  const { claim_url: claimUrl } = (await frozen.client.get('/v1/me')).json;
  expect(claimUrl).toContain('/claim/');
  for (const route of creating()) {
    const url = `${service.app.url}${urlOf(route).replace(/:\w+|\*/g, 'x')}`;
    const answer = await fetch(url, {
      method: route.method,
      headers: { authorization: `Bearer ${frozen.client.key}` },
    });
    const body = (await answer.json()) as Record<string, unknown> & { error?: object };
    expect([url, answer.status, codeIn(body, route.dialect)]).toEqual([url, 403, 'account_unclaimed']);
    expect({ ...body, ...Object(body.error) }).toMatchObject({ claim_url: claimUrl });
  }
});

test('a frozen account deletes its own', async () => {
  expect((await frozen.client.delete(`/v1/responses/${run}`)).status).toBe(200);
  expect((await frozen.client.get(`/v1/responses/${run}`)).status).toBe(404);
});
