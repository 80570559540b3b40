import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { HOSTED, type ManyHosted, startManyHosted } from '../../../test/support/many-hosted.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';
import { type ServiceProcess, startService } from '../../../test/support/service-process.ts';
import { createTestDatabase } from '../../../test/support/test-database.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { systemClock } from '../../platform/clock.ts';
import { Db } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const KEY = `svc_${'w'.repeat(40)}`;
const PROGRAM = fileURLToPath(new URL('../../../test/support/many-hosted.ts', import.meta.url));
// Long enough for a loaded machine.
const TAKEN_OVER = { timeout: 120_000, interval: 250 };

const resources = new AsyncDisposableStack();
let provider: ManyHosted;
let db: Db;
let start: (env?: Record<string, string>) => Promise<ServiceProcess>;
let page: string;

beforeAll(async () => {
  const database = resources.use(await createTestDatabase());
  db = resources.use(new Db({ url: database.url, log: createLog('silent'), clock: systemClock }));
  provider = resources.use(await startManyHosted());
  const site = createServer((_request, response) => response.end());
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  resources.defer(() => void site.close());
  const { port } = site.address() as AddressInfo;
  page = `http://127.0.0.1:${port}/mug`;
  const folder = join(tmpdir(), `switchyard-waves-${randomUUID()}`);
  resources.defer(() => removeFolder(folder));
  let started = 0;
  start = async (env = {}) => {
    started += 1;
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, String(started)),
      KMS_KEYS_DIR: join(folder, 'keys'),
      SVC_API_KEY: KEY,
      SVC_LOCAL_TARGETS: `127.0.0.1:${port}`,
      MANY_HOSTED_URL: provider.url,
      LEARNING_PROBES: '8',
      ...env,
    };
    return resources.use(await startService(settings, [], [], [PROGRAM]));
  };
  await start();
});
afterAll(() => resources.disposeAsync());

interface AttemptRow extends Record<string, unknown> {
  id: string;
  runner: string;
  batch: number;
  status: string;
  reference: string | null;
  charges: number;
}

function attemptsOf(runId: string): Promise<AttemptRow[]> {
  return db.query<AttemptRow>(
    sql`select id, runner, batch, status, reference,
               (select count(*) from ledger_entries where reference = 'attempt:' || attempts.id) as charges
        from attempts where run_id = ${runId} order by ordinal`,
  );
}

/** A sweep over all twelve on an instance that dies; answers when it is dead. */
async function killedIn(mark: string, fault: string | null): Promise<string> {
  const doomed = await start({ MAX_LIVE_RUNS: '1', ...(fault ? { FAULT: fault } : {}) });
  const died = once(doomed.child, 'exit');
  const response = await fetch(`${doomed.url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: `Read the price ${mark}`, url: page, routing: 'learning-all' }),
  });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as { id: string };
  if (fault === null) {
    const held = async () => (await attemptsOf(id)).filter(({ reference }) => reference !== null).length;
    await vi.waitUntil(async () => (await held()) === 8, TAKEN_OVER);
    await doomed.end('SIGKILL');
  } else if (fault.startsWith('before-result-commit') || fault.startsWith('after-attempt-row')) {
    provider.release(mark);
  }
  await died;
  expect(doomed.child.signalCode).toBe('SIGKILL');
  await letLapse(id);
  provider.release(mark);
  return id;
}

/** Lets half a minute pass: the lease of the dead instance is over, and the queue hands out its jobs. */
async function letLapse(id: string): Promise<void> {
  await db.query(sql`update runs set lease_expires_at = now() - interval '1 second' where id = ${id}`);
  await db.query(
    sql`update pgboss.job set state = case when state = 'active' then 'retry' else state end, start_after = now()
        where data ->> 'subject' = ${id}`,
  );
}

/** Every option was tried to its end once and paid once; attempts lost with the process cost nothing. */
async function expectWhole(id: string, mark: string): Promise<AttemptRow[]> {
  const state = async () =>
    (await db.query(sql`select status, held_micro, in_flight_micro from runs where id = ${id}`))[0];
  await expect.poll(state, TAKEN_OVER).toEqual({ status: 'succeeded', held_micro: 0, in_flight_micro: 0 });
  const attempts = await attemptsOf(id);
  const finished = attempts.filter(({ status }) => status === 'finished');
  expect(finished.map(({ runner }) => runner).toSorted()).toEqual(HOSTED);
  expect(attempts.filter(({ charges, status }) => charges !== (status === 'finished' ? 1 : 0))).toEqual([]);
  const lost = attempts.filter(({ status }) => status !== 'finished');
  expect(lost.filter(({ reference, status }) => reference !== null || status !== 'lost')).toEqual([]);
  const tasks = provider.tasks.filter(({ goal }) => goal.includes(mark));
  // No attempt starts two tasks, and no known task is started again.
  expect(new Set(tasks.map(({ attemptId }) => attemptId)).size).toBe(tasks.length);
  for (const { id: attemptId, reference } of finished)
    expect(tasks.find((task) => task.attemptId === attemptId)?.reference).toBe(reference);
  expect(await findBreaks(db)).toEqual([]);
  return attempts;
}

test('killed with eight attempts in flight: all eight are polled on, none is started again', async () => {
  const id = await killedIn('mark-eight', null);
  const attempts = await expectWhole(id, 'mark-eight');
  expect(attempts).toHaveLength(HOSTED.length);
  expect(provider.tasks.filter(({ goal }) => goal.includes('mark-eight'))).toHaveLength(HOSTED.length);
});

test.each([
  ['attempts were written down and not begun', 'during-attempt:6'],
  ['the third result was in hand', 'before-result-commit:3'],
  ['the first attempt of the second wave was written down', 'after-attempt-row:10'],
])('killed when %s: the sweep is whole, and nothing is paid twice', async (_name, fault) => {
  const mark = `mark-${fault.replace(':', '-')}`;
  await expectWhole(await killedIn(mark, fault), mark);
});
