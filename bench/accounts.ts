import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { type App, routesOf } from '../src/app.ts';
import { charge, hold } from '../src/billing/postings.ts';
import { withPosting } from '../src/billing/store.ts';
import { addUp } from '../src/billing/usage/store.ts';
import type { Db } from '../src/platform/db.ts';
import type { Caller } from '../src/platform/http/route.ts';
import { buildServer } from '../src/platform/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { readJson } from './api.ts';
import { fillRuns } from './fill-runs.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { Stage } from './stage.ts';

/** The cost of keys, the ledger and statements. */
export async function accounts(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  return [await keys(stage, load), await postings(stage), await statements(stage, load)];
}

/** The poll route with its key, against the same route of the same service that asks for none. */
async function keys(stage: Stage, load: Load): Promise<Finding> {
  const app = await stage.service({
    runners: [instantRunner],
    databaseUrl: await stage.createDatabase('keys'),
  });
  const run = await oneRun(app);
  const open = await openServer(stage, app);
  const side = (url: string) => () =>
    load.run({
      url,
      requests: [{ method: 'GET', path: `/api/v1/responses/${run}` }],
      connections: 16,
      seconds: 1.5,
    });
  for (const url of [open, app.url]) await side(url)();
  const rounds = await inTurns(9, side(open), side(app.url));
  const pairs = rounds.map(({ baseline, product }) => ({
    baseline: 1_000 / baseline.perSecond,
    product: 1_000 / product.perSecond,
  }));
  return ratioFinding('GET of a run with a key, against the same without', 'ms', pairs, { atMost: 1.2 });
}

async function openServer(stage: Stage, app: App): Promise<string> {
  const [row] = await app.context.db.query<{ id: string; account_id: string }>(
    sql`select id, account_id from workspaces`,
  );
  const caller: Caller = {
    accountId: row?.account_id ?? '',
    workspaceId: row?.id ?? '',
    keyId: null,
    feeRatePpm: 0,
  };
  const server = await buildServer({
    routes: routesOf({ context: app.context, executor: null }, () => false),
    log: createLog('error'),
    authenticate: async () => caller,
    isDraining: () => false,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  stage.defer(() => server.close());
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const POSTINGS = 4_000;
const AT_ONCE = 64;

/** A hold and a charge with both balances and the budget of the key, against one plain row for each. */
async function postings(stage: Stage): Promise<Finding> {
  const app = await stage.service({
    runners: [instantRunner],
    databaseUrl: await stage.createDatabase('money'),
  });
  const { db } = app.context;
  const [row] = await db.query<{ workspace_id: string; id: string }>(
    sql`select workspace_id, id from api_keys`,
  );
  await db.query(sql`create table bare_entries (like ledger_entries including all)`);
  let made = 0;
  const bare = (id: string, index: number) =>
    db.commit({
      statements: [
        sql`insert into bare_entries (reference, workspace_id, debit, credit, amount_micro)
            values (${`${id}:${index}`}, ${row?.workspace_id}, 'a', 'b', 500)`,
      ],
      hot: null,
    });
  const posted = async (id: string) => {
    const of = { workspaceId: row?.workspace_id ?? '', runId: id, keyId: row?.id ?? null, mustCover: false };
    await db.commit(withPosting([], { ...of, posting: hold(`hold:${id}`, 525) }));
    const { posting } = charge({ attemptId: id, costMicro: 500, feeRatePpm: 50_000, heldMicro: 525 });
    await db.commit(withPosting([], { ...of, posting }));
  };
  const measured = (work: (id: string) => Promise<unknown>) => async () => {
    made += 1;
    return perSecond(POSTINGS, (index) => work(`bench-${made}-${index}`));
  };
  const rounds = await inTurns(
    5,
    measured(async (id) => {
      await bare(id, 0);
      await bare(id, 1);
    }),
    measured(posted),
  );
  return ratioFinding('a hold and a charge, against two plain inserts', '/s', rounds, { atLeast: 0.3 });
}

async function perSecond(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (count * 1_000) / (performance.now() - startedAt);
}

const FEW = 10_000;
const MANY = 1_000_000;
const DAYS = 20;

/** The usage report of three weeks with a million attempts, against ten thousand. */
async function statements(stage: Stage, load: Load): Promise<Finding> {
  const few = await serviceWith(stage, 'few', FEW);
  const many = await serviceWith(stage, 'many', MANY);
  const path = '/api/v1/billing/usage?group_by=day,runner,key';
  const side = (app: App) => () =>
    load.run({ url: app.url, requests: [{ method: 'GET', path }], connections: 1, seconds: 1 });
  const rounds = await inTurns(9, side(few), side(many));
  const pairs = rounds.map(({ baseline, product }) => ({ baseline: baseline.p50Ms, product: product.p50Ms }));
  return ratioFinding('GET /v1/billing/usage, 1,000,000 attempts against 10,000, p50', 'ms', pairs, {
    atMost: 3,
  });
}

async function serviceWith(stage: Stage, name: string, attempts: number): Promise<App> {
  const databaseUrl = await stage.createDatabase(name);
  const app = await stage.service({ runners: [instantRunner], databaseUrl });
  await oneRun(app);
  const pool = stage.pool(databaseUrl);
  await fillRuns(pool, attempts, Math.floor((DAYS * 86_400) / attempts));
  const client = await pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(`update attempts set runner = 'runner-' || abs(hashtext(id)) % 5`);
  await client.query(`insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro, created_at)
    select 'bench:' || a.id, r.workspace_id, r.id, 'workspace:held', 'platform:runners', 500, a.finished_at
    from attempts a join runs r on r.id = a.run_id order by a.finished_at`);
  await client.query('update usage_mark set added_until = (select min(created_at) from ledger_entries)');
  await client.query('vacuum (analyze) ledger_entries, runs, attempts');
  client.release(true);
  await addAll(app.context.db);
  return app;
}

async function addAll(db: Db): Promise<void> {
  while (await addUp(db));
}

async function oneRun(app: App): Promise<string> {
  const body = { input: 'Say hello to the reader of this benchmark.', routing: 'instant' };
  return (await readJson(app.url, 'POST', '/api/v1/responses', body)).id;
}
