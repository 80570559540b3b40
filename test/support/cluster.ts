import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { findBreaks } from '../../src/billing/breaks.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Db } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { removeFolder } from './remove-folder.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { SOON } from './soon.ts';
import { startBrowserUseStandIn } from './stand-ins/browser-use.ts';
import { createTestDatabase } from './test-database.ts';

const KEY = `svc_${'c'.repeat(40)}`;

export interface Instance extends ServiceProcess {
  key: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  create(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
}

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read wire objects by their documented names
  json: any;
}

export interface Cluster extends AsyncDisposable {
  databaseUrl: string;
  /** For looking into the database, past every proxy. */
  db: Db;
  provider: Awaited<ReturnType<typeof startBrowserUseStandIn>>;
  /** A page for the local runners; `?ms=500` makes it slow. */
  page: string;
  /** The number of reads by the local runners. */
  pageReads(): number;
  /** `main` is another program that prints its address in the same words. */
  start(env?: Record<string, string>, args?: string[], main?: string[]): Promise<Instance>;
}

/**
 * Instances of the service as processes on one database (a fresh one by default), with a provider and a page that outlive their
 * deaths.
 */
export async function startCluster(databaseUrl?: string): Promise<Cluster> {
  const resources = new AsyncDisposableStack();
  const database = databaseUrl ? { url: databaseUrl } : resources.use(await createTestDatabase());
  const db = resources.use(new Db({ url: database.url, log: createLog('silent'), clock: systemClock }));
  const provider = resources.use(await startBrowserUseStandIn());
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-cluster-'));
  resources.defer(() => removeFolder(folder));
  const site = resources.use(await startSite());
  let started = 0;
  return {
    databaseUrl: database.url,
    db,
    provider,
    page: `${site.origin}/page`,
    pageReads: site.reads,
    async start(env = {}, args = [], main) {
      started += 1;
      const service = await startService(
        {
          DATABASE_URL: database.url,
          DATA_DIR: join(folder, String(started)),
          KMS_KEYS_DIR: join(folder, 'keys'),
          SVC_API_KEY: KEY,
          SVC_LOCAL_TARGETS: site.origin.replace('http://', ''),
          // Enough for an hour of load.
          SVC_TRIAL_CREDITS_USD: '100000',
          BROWSER_USE_API_KEY: 'key',
          BROWSER_USE_BASE_URL: provider.url,
          ...env,
        },
        args,
        [],
        main,
      );
      const instance = withCalls(service);
      resources.use(instance);
      return instance;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function withCalls(service: ServiceProcess): Instance {
  const call: Instance['call'] = async (method, path, body, headers) => {
    const response = await fetch(`${service.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return {
    ...service,
    key: KEY,
    call,
    create: (body, headers) => call('POST', '/v1/responses', body, headers),
  };
}

async function startSite() {
  let reads = 0;
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') return void response.end();
    reads += 1;
    const ms = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('ms') ?? 0);
    const text = `<html><title>Opening hours</title><body><main><h1>Opening hours</h1>
      <p>The museum is open from nine in the morning to five in the afternoon, every day but Monday.</p></main></body></html>`;
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(text), ms);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reads: () => reads,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** As `expect.poll`, and usable outside of a test. */
export async function until(check: () => Promise<boolean> | boolean, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > endsAt) throw new Error(`not within ${timeoutMs} ms: ${check}`);
    await delay(100);
  }
}

/** Waits until the run is over; answers its final status. */
export async function untilOver(cluster: Cluster, id: string, timeoutMs: number): Promise<string> {
  let status = '';
  await until(async () => {
    const [row] = await cluster.db.query<{ status: string; over: boolean }>(
      sql`select status, finished_at is not null as over from runs where id = ${id}`,
    );
    status = row?.status ?? '';
    return row?.over === true;
  }, timeoutMs);
  return status;
}

/** Waits until all of them are over and reports the first without an answer. */
export async function expectAnswered(cluster: Cluster, ids: string[], timeoutMs: number): Promise<void> {
  for (const id of ids) {
    if ((await untilOver(cluster, id, timeoutMs)) === 'succeeded') continue;
    const told = await cluster.db.query(
      sql`select r.outcome -> 'error' as error, json_agg(a order by a.ordinal) as attempts
          from runs r left join attempts a on a.run_id = r.id where r.id = ${id} group by r.workspace_id, r.id`,
    );
    throw new Error(`run ${id} has no answer: ${JSON.stringify(told)}`);
  }
}

/** The conditions that must hold once every run is over, after any events on the way. */
export async function expectInOrder(cluster: Cluster): Promise<void> {
  const { db, provider } = cluster;
  // After an hour of load it reads thousands of rows.
  const none = (statement: Parameters<Db['query']>[0]) =>
    db.slowQuery(statement, 60_000).then((rows) => expect(rows).toEqual([]));
  await none(sql`select id, status from runs where finished_at is null`);
  await none(sql`select id, run_id from attempts where status = 'running'`);
  // Both are the times at which their transactions began, and one may have waited for the other.
  await none(
    sql`select a.id from attempts a join runs r on r.id = a.run_id where a.started_at > r.finished_at + interval '3 seconds'`,
  );
  // Every executed attempt is charged once, a lost one not at all.
  await none(
    sql`select a.id, a.status, a.cost_micro from attempts a
        where (select count(*) from ledger_entries where reference = 'attempt:' || a.id) <> (a.cost_micro > 0)::int`,
  );
  await none(
    sql`select r.id from runs r where spent_micro <> (
          select coalesce(sum(amount_micro), 0) from ledger_entries e where e.run_id = r.id and e.reference like 'attempt:%')`,
  );
  await none(sql`select id from runs where held_micro <> 0 or owner is not null`);
  await none(sql`select workspace_id, held_micro from balances where held_micro <> 0`);
  expect(await findBreaks(db)).toEqual([]);
  await expect.poll(() => db.query(sql`select id, state from pgboss.job`), SOON).toEqual([]);
  const executed = provider.tasks.map((task) => task.attemptId);
  expect(new Set(executed).size, 'tasks begun at the provider per attempt').toBe(executed.length);
}
