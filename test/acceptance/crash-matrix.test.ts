import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Cluster,
  expectInOrder,
  type Instance,
  startCluster,
  until,
  untilOver,
} from '../support/cluster.ts';
import { SOON } from '../support/soon.ts';

/** How often each point is gone through; more for a long run by hand. */
const CRASH_ROUNDS = 1;
const AT_ONCE = 3;
const TAKEOVER_MS = 40_000;
const WORK_MS = 30_000;
const NOTHING_CREATED = 'before-admission-commit';

let cluster: Cluster;
let survivor: Instance;
let lastDeathAt: Date;

beforeAll(async () => {
  cluster = await startCluster();
  survivor = await cluster.start();
  const waiting = [...scenarios];
  const started: Array<() => Promise<void>> = [];
  const startNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) started.push(await next());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, startNext));
  // All die within one lease, so that only the survivor is left to take over.
  await Promise.all(started.map((crash) => crash()));
  // A scenario that took another's run over is repeated; a loaded machine may do that a few times.
}, 600_000);
afterAll(() => cluster[Symbol.asyncDispose]());

interface Crash {
  /** Found in the run's input and in the provider's task. */
  mark: string;
  runId: string;
}

/** Starts the instance of a scenario; the returned function drives that instance to its death. */
const scenarios: Array<() => Promise<() => Promise<void>>> = [];

/** First every instance is started, then each is killed at its point; the results are looked at one after the other. */
function scenario(
  name: string,
  point: string,
  drive: (doomed: Instance, mark: string) => Promise<unknown>,
  check: (crash: Crash) => Promise<void>,
  isTelling: (runId: string) => Promise<boolean> = async () => true,
): void {
  for (let round = 1; round <= CRASH_ROUNDS; round += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<Crash>();
    promise.catch(() => undefined);
    scenarios.push(async () => {
      const doomed = await startDoomed(point);
      return () => crashAt(point, doomed, drive, isTelling).then(resolve, reject);
    });
    const suffix = CRASH_ROUNDS === 1 ? '' : ` (${round})`;
    test(`killed ${point}: ${name}${suffix}`, async () => check(await promise));
  }
}

// With one place it takes over little where it outlives the lease of another.
const startDoomed = (point: string) => cluster.start({ FAULT: point, MAX_LIVE_RUNS: '1' });

async function crashAt(
  point: string,
  first: Instance,
  drive: Parameters<typeof scenario>[2],
  isTelling: (runId: string) => Promise<boolean>,
): Promise<Crash> {
  for (let doomed = first; ; doomed = await startDoomed(point)) {
    const mark = `mark-${randomUUID()}`;
    const died = new Promise<Date>((resolve) => doomed.child.once('exit', () => resolve(new Date())));
    const late = new Promise<never>((_, reject) =>
      setTimeout(reject, 120_000, new Error(`not killed ${point}`)),
    );
    // The answer may be lost with the instance; where that matters the check asks others.
    const told = await drive({ ...doomed, create: whenThereIsRoom(doomed) }, mark).catch(() => undefined);
    lastDeathAt = await Promise.race([died, late]);
    expect(doomed.child.signalCode).toBe('SIGKILL');
    // Of a deleted run no word is left to find it by.
    const [runId = ''] = typeof told === 'string' ? [told] : await runsOf(mark);
    // An instance that died over another's run, before its own was there, shows nothing of its point.
    if (runId === '' && point !== NOTHING_CREATED) continue;
    if (await isTelling(runId)) return { mark, runId };
  }
}

/** The run of a dead instance may take its one place. */
function whenThereIsRoom(doomed: Instance): Instance['create'] {
  return async (...sent) => {
    for (;;) {
      const answer = await doomed.create(...sent);
      if (answer.status !== 429) return answer;
      await delay(500);
    }
  };
}

async function runsOf(mark: string): Promise<string[]> {
  const rows = await cluster.db.query<{ id: string }>(
    sql`select id from runs where request::text like ${`%${mark}%`}`,
  );
  return rows.map((row) => row.id);
}

const hosted = (words: string) => ({
  input: `Find the answer ${words}`,
  routing: 'browser-use',
  background: true,
});
const local = (words: string) => ({
  input: `Get the text of the page (${words})`,
  url: cluster.page,
  routing: 'local-fetch',
  background: true,
});
const cancel = (at: Instance, id: string) => at.call('POST', `/v1/responses/${id}/cancel`);
const startsOf = (mark: string) => cluster.provider.tasks.filter((task) => task.text.includes(mark)).length;

/** Over within 40 seconds of the last death, plus the work itself, for which a loaded machine has its time. */
async function expectTakenOver({ runId }: Crash): Promise<void> {
  expect(await untilOver(cluster, runId, TAKEOVER_MS + WORK_MS)).toBe('succeeded');
  const [row] = await cluster.db.query<{ finished_at: Date }>(
    sql`select finished_at from runs where id = ${runId}`,
  );
  expect(Number(row?.finished_at) - Number(lastDeathAt)).toBeLessThan(TAKEOVER_MS + WORK_MS);
}

async function attemptsOf(runId: string): Promise<unknown> {
  return cluster.db.query(sql`select runner, status from attempts where run_id = ${runId} order by ordinal`);
}

const LOST_AND_DONE = [
  { runner: 'browser-use', status: 'lost' },
  { runner: 'browser-use', status: 'finished' },
];
const DONE = [{ runner: 'browser-use', status: 'finished' }];

scenario(
  'nothing was created, and the key runs once its claim has lapsed',
  NOTHING_CREATED,
  (doomed, mark) => doomed.create(hosted(mark), { 'idempotency-key': mark }),
  async ({ mark, runId }) => {
    expect(runId).toBe('');
    const again = () => survivor.create(hosted(mark), { 'idempotency-key': mark });
    await expect.poll(async () => (await again()).status, { timeout: 90_000, interval: 500 }).toBe(202);
    const [id = ''] = await runsOf(mark);
    expect(await untilOver(cluster, id, 60_000)).toBe('succeeded');
    expect((await again()).json.id).toBe(id);
    expect(startsOf(mark)).toBe(1);
  },
);

scenario(
  'the run is found by its key and ends',
  'after-admission-commit',
  (doomed, mark) => doomed.create(hosted(mark), { 'idempotency-key': mark }),
  async (crash) => {
    const replay = await survivor.create(hosted(crash.mark), { 'idempotency-key': crash.mark });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.json.id).toBe(crash.runId);
    await expectTakenOver(crash);
    expect(startsOf(crash.mark)).toBe(1);
  },
);

scenario(
  'a task whose reference was not kept is begun again, as another attempt',
  'after-provider-start',
  (doomed, mark) => doomed.create(hosted(mark)),
  async (crash) => {
    await expectTakenOver(crash);
    expect(await attemptsOf(crash.runId)).toEqual(LOST_AND_DONE);
    expect(startsOf(crash.mark)).toBe(2);
  },
);

scenario(
  'a second attempt that was written down and not begun is made again',
  'after-attempt-row',
  (doomed, mark) =>
    doomed.create({ ...local(`${mark} [[status=400]]`), routing: ['browser-use', 'local-fetch'] }),
  async (crash) => {
    await expectTakenOver(crash);
    expect(await attemptsOf(crash.runId)).toEqual([
      { runner: 'browser-use', status: 'finished' },
      { runner: 'local-fetch', status: 'lost' },
      { runner: 'local-fetch', status: 'finished' },
    ]);
  },
);

scenario(
  'a task with a kept reference is polled on and not started again',
  'during-renewal',
  (doomed, mark) => doomed.create(hosted(`${mark} [[after=15000]]`)),
  async (crash) => {
    await expectTakenOver(crash);
    expect(await attemptsOf(crash.runId)).toEqual(DONE);
    expect(startsOf(crash.mark)).toBe(1);
  },
  // On a crowded machine a renewal may come before the provider has given the reference.
  async (runId) => {
    const [row] = await cluster.db.query(
      sql`select 1 from attempts where run_id = ${runId} and reference is not null`,
    );
    return row !== undefined;
  },
);

scenario(
  'the result is fetched and brought into shape again, and billed once',
  'during-normalization',
  (doomed, mark) =>
    doomed.create({
      ...hosted(`${mark} [[output={"Title":"Kettle","cost":"58 USD"}]]`),
      output_schema: { name: 'string', price: 'number' },
      normalize: true,
    }),
  async (crash) => {
    await expectTakenOver(crash);
    expect(await attemptsOf(crash.runId)).toEqual(DONE);
    expect(startsOf(crash.mark)).toBe(1);
    const { json } = await survivor.call('GET', `/v1/responses/${crash.runId}`);
    expect(json.svc).toMatchObject({
      output: { name: 'Kettle', price: 58 },
      normalization: { applied: true },
      cost: { total_usd: 0.3, normalization_usd: 0.1 },
    });
  },
);

scenario(
  'a local attempt is lost and made again',
  'after-artifact-bytes',
  (doomed, mark) => doomed.create(local(mark)),
  async (crash) => {
    await expectTakenOver(crash);
    expect(await attemptsOf(crash.runId)).toEqual([
      { runner: 'local-fetch', status: 'lost' },
      { runner: 'local-fetch', status: 'finished' },
    ]);
  },
);

scenario(
  'the run is over for everybody',
  'after-terminal-commit',
  (doomed, mark) => doomed.create({ ...hosted(mark), background: false }),
  async ({ runId, mark }) => {
    const { json } = await survivor.call('GET', `/v1/responses/${runId}`);
    expect(json).toMatchObject({ status: 'completed', svc: { cost: { total_usd: 0.2 } } });
    expect(startsOf(mark)).toBe(1);
  },
);

scenario(
  'the run goes on as if nobody had asked, until somebody asks again',
  'during-cancel',
  async (doomed, mark) => {
    const { json } = await survivor.create(hosted(`${mark} [[hang]]`));
    await cancel(doomed, json.id);
  },
  async ({ runId }) => {
    expect((await survivor.call('GET', `/v1/responses/${runId}`)).json.status).toBe('in_progress');
    expect((await cancel(survivor, runId)).json.status).toBe('cancelled');
  },
);

scenario(
  'the run is gone for everybody, and its task is stopped',
  'after-tombstone',
  async (doomed, mark) => {
    const { json } = await survivor.create(hosted(`${mark} [[hang]]`));
    await until(() => startsOf(mark) === 1, 60_000);
    await doomed.call('DELETE', `/v1/responses/${json.id}`).catch(() => undefined);
    return json.id;
  },
  async ({ runId, mark }) => {
    expect((await survivor.call('GET', `/v1/responses/${runId}`)).status).toBe(404);
    const isStopped = () => cluster.provider.tasks.some((task) => task.text.includes(mark) && task.isStopped);
    await expect.poll(isStopped, SOON).toBe(true);
  },
);

test('after all that, no run, attempt, job or hold is left and the ledger balances', async () => {
  expect(survivor.child.exitCode).toBeNull();
  const unfinished = () => cluster.db.query(sql`select id from runs where finished_at is null`);
  await until(async () => (await unfinished()).length === 0, TAKEOVER_MS + 60_000);
  await expectInOrder(cluster);
});
