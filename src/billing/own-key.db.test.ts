import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtRunner } from '../../test/support/built-runner.ts';
import { startBrowserUseStandIn } from '../../test/support/stand-ins/browser-use.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { findBreaks } from './breaks.ts';

// Runs under the workspace's own key at a provider: the workspace pays the provider, the fee is ours.

const owned = new AsyncDisposableStack();
let service: TestApp;
beforeAll(async () => {
  const standIn = owned.use(await startBrowserUseStandIn());
  service = await startTestApp({
    runners: [await builtRunner('browser-use', owned)],
    env: { BROWSER_USE_BASE_URL: standIn.url },
  });
  owned.use(service);
  const { db } = service.app.context;
  await db.query(sql`update workspaces set topped_up_at = db_now()`);
  await service.client.put('/v1/provider-keys/browser-use', { api_key: 'own-key' });
});
afterAll(() => owned.disposeAsync());

const input = 'Read the page [[cost=0.5]]';
const routing = 'browser-use';
const url = 'https://1.1.1.1/';
const message = {
  model: 'svc',
  max_tokens: 9,
  routing,
  messages: [{ role: 'user', content: `${input} ${url}` }],
};

test.each([
  ['a run', '/v1/responses', { input, url, routing }],
  ['a chain', '/v1/responses', { input, url, routing: [routing] }],
  ['a failed run', '/v1/responses', { input: `${input} [[fail]]`, url, routing }],
  ['a message', '/v1/messages', message],
  ['a wrapper', '/wrappers/skyvern/v1/run/tasks', { prompt: input, url, routing }],
])('%s costs the fee alone', async (_name, path, body) => {
  const { db } = service.app.context;
  const since = (await db.query<{ at: Date }>(sql`select clock_timestamp() as at`))[0]?.at;
  const { status, json } = await service.client.post(path, body);
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  const id = json.svc.id as string;
  await expect
    .poll(async () => (await service.client.get(`/v1/responses/${id}`)).json.svc.finished_at)
    .not.toBeNull();
  const { cost } = (await service.client.get(`/v1/responses/${id}`)).json.svc;
  const billed = await db.query(
    sql`select credit, sum(amount_micro)::int as micro from ledger_entries
        where run_id = ${id} and created_at >= ${since} and credit like 'platform:%' group by credit`,
  );
  expect(billed).toEqual([{ credit: 'platform:fees', micro: 25_000 }]);
  expect(cost).toMatchObject({ runner_usd: 0, platform_fee_usd: 0.025, total_usd: 0.025 });
  expect(await findBreaks(db)).toEqual([]);
});
