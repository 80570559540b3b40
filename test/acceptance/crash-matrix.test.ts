import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, expectInOrder, type Instance, startCluster, untilOver } from '../support/cluster.ts';

/** How often each point is gone through; more for a long run by hand. */
const CRASH_ROUNDS = 1;
const TAKEOVER_MS = 40_000;

let cluster: Cluster;
let survivors: Instance[];

beforeAll(async () => {
  cluster = await startCluster();
  survivors = await Promise.all([cluster.start(), cluster.start()]);
});
afterAll(() => cluster[Symbol.asyncDispose]());

/** An instance that kills itself at the point, and what is sent to it meanwhile. */
async function crashAt(point: string, drive: (doomed: Instance) => Promise<unknown>): Promise<number> {
  const doomed = await cluster.start({ FAULT: point });
  const died = new Promise<number>((resolve) => doomed.child.once('exit', () => resolve(performance.now())));
  await drive(doomed);
  const at = await died;
  expect(doomed.child.signalCode).toBe('SIGKILL');
  return at;
}

const hosted = (words: string) => ({
  input: `Find the answer ${words}`,
  routing: 'browser-use',
  background: true,
});
const local = (ms: number) => ({ url: `${cluster.page}?ms=${ms}`, routing: 'local-fetch', background: true });
const survivor = () => survivors[0] as Instance;

async function expectTakenOver(id: string, diedAt: number, workMs: number): Promise<void> {
  const leftMs = TAKEOVER_MS + workMs - (performance.now() - diedAt);
  expect(await untilOver(cluster, id, leftMs)).toBe('succeeded');
}

async function attemptsOf(id: string): Promise<unknown> {
  return cluster.db.query(sql`select runner, status from attempts where run_id = ${id} order by ordinal`);
}

async function runsWithInput(text: string): Promise<string[]> {
  const rows = await cluster.db.query<{ id: string }>(
    sql`select id from runs where request::text like ${`%${text}%`}`,
  );
  return rows.map((row) => row.id);
}

const startsOf = (mark: string) => cluster.provider.tasks.filter((task) => task.text.includes(mark)).length;
const newMark = () => `mark-${randomUUID()}`;

for (let round = 1; round <= CRASH_ROUNDS; round += 1) {
  describe.concurrent(`an executor killed (round ${round})`, () => {
    test.each(['before-admission-commit', 'after-idempotency-claim'])(
      '%s leaves nothing, and its key runs once',
      async (point) => {
        const mark = newMark();
        const headers = { 'idempotency-key': mark };
        const diedAt = await crashAt(point, (doomed) =>
          expect(doomed.create(hosted(mark), headers)).rejects.toThrow(),
        );
        expect(await runsWithInput(mark)).toEqual([]);
        // The claim of the dead lapses; until then a duplicate is told to wait.
        const again = () => survivor().create(hosted(mark), headers);
        expect(await again()).toMatchObject({
          status: 409,
          json: { error: { code: 'idempotency_in_flight' } },
        });
        await expect.poll(async () => (await again()).status, { timeout: 35_000, interval: 1_000 }).toBe(202);
        const [id = ''] = await runsWithInput(mark);
        await expectTakenOver(id, diedAt, 10_000);
        expect(await runsWithInput(mark)).toHaveLength(1);
        expect(startsOf(mark)).toBe(1);
      },
    );

    test('after the admission was committed: the run is found by its key and ends', async () => {
      const mark = newMark();
      const headers = { 'idempotency-key': mark };
      const diedAt = await crashAt('after-admission-commit', (doomed) =>
        expect(doomed.create(hosted(mark), headers)).rejects.toThrow(),
      );
      const replay = await survivor().create(hosted(mark), headers);
      expect(replay.status).toBe(202);
      expect(replay.headers.get('idempotent-replayed')).toBe('true');
      await expectTakenOver(replay.json.id, diedAt, 5_000);
      expect(startsOf(mark)).toBe(1);
    });

    test('before its runner is called: the attempt is lost and made again', async () => {
      const mark = newMark();
      const diedAt = await crashAt('during-attempt', (doomed) =>
        doomed.create(hosted(mark)).catch(() => null),
      );
      const [id = ''] = await runsWithInput(mark);
      await expectTakenOver(id, diedAt, 5_000);
      expect(await attemptsOf(id)).toEqual([
        { runner: 'browser-use', status: 'lost' },
        { runner: 'browser-use', status: 'finished' },
      ]);
      expect(startsOf(mark)).toBe(1);
    });

    test('after the provider began and before its reference is kept: another attempt, under another id', async () => {
      const mark = newMark();
      const diedAt = await crashAt('after-provider-start', (doomed) => doomed.create(hosted(mark)));
      const [id = ''] = await runsWithInput(mark);
      await expectTakenOver(id, diedAt, 5_000);
      expect(startsOf(mark)).toBe(2);
    });

    test('with a second attempt written down and not begun', async () => {
      const mark = newMark();
      const body = { ...local(0), input: `${mark} [[status=400]]`, routing: ['browser-use', 'local-fetch'] };
      const diedAt = await crashAt('after-attempt-row', (doomed) => doomed.create(body));
      const [id = ''] = await runsWithInput(mark);
      await expectTakenOver(id, diedAt, 5_000);
      expect(await attemptsOf(id)).toEqual([
        { runner: 'browser-use', status: 'finished' },
        { runner: 'local-fetch', status: 'lost' },
        { runner: 'local-fetch', status: 'finished' },
      ]);
    });

    test('while it renews its leases: the provider is polled on and not started again', async () => {
      const mark = newMark();
      const diedAt = await crashAt('during-renewal', (doomed) =>
        doomed.create(hosted(`${mark} [[after=20000]]`)),
      );
      const [id = ''] = await runsWithInput(mark);
      await expectTakenOver(id, diedAt, 5_000);
      expect(await attemptsOf(id)).toEqual([{ runner: 'browser-use', status: 'finished' }]);
      expect(startsOf(mark)).toBe(1);
    });

    test('with the result of a provider in hand: it is asked again for the same result', async () => {
      const mark = newMark();
      const diedAt = await crashAt('before-result-commit', (doomed) =>
        doomed.create(hosted(`${mark} [[after=500]]`)),
      );
      const [id = ''] = await runsWithInput(mark);
      await expectTakenOver(id, diedAt, 5_000);
      expect(await attemptsOf(id)).toEqual([{ runner: 'browser-use', status: 'finished' }]);
      expect(startsOf(mark)).toBe(1);
    });

    test('with the files of a local attempt written: the attempt is lost and made again', async () => {
      const body = local(100);
      let id = '';
      const diedAt = await crashAt('after-artifact-bytes', async (doomed) => {
        id = (await doomed.create(body)).json.id;
      });
      await expectTakenOver(id, diedAt, 5_000);
      expect(await attemptsOf(id)).toEqual([
        { runner: 'local-fetch', status: 'lost' },
        { runner: 'local-fetch', status: 'finished' },
      ]);
    });

    test('just after the end was committed: the run is over for everybody', async () => {
      const mark = newMark();
      await crashAt('after-terminal-commit', (doomed) =>
        expect(doomed.create({ ...hosted(mark), background: false })).rejects.toThrow(),
      );
      const [id = ''] = await runsWithInput(mark);
      const { json } = await survivor().call('GET', `/v1/responses/${id}`);
      expect(json).toMatchObject({ status: 'completed', svc: { cost: { total_usd: 0.2 } } });
    });

    test('during a cancel: the run goes on as if nobody had asked, until somebody asks again', async () => {
      const { json } = await survivor().create(hosted('[[hang]]'));
      await crashAt('during-cancel', (doomed) =>
        expect(doomed.call('POST', `/v1/responses/${json.id}/cancel`)).rejects.toThrow(),
      );
      expect((await survivor().call('GET', `/v1/responses/${json.id}`)).json.status).toBe('in_progress');
      const cancelled = await survivor().call('POST', `/v1/responses/${json.id}/cancel`);
      expect(cancelled.json.status).toBe('cancelled');
    });

    test('after it deleted a run: the run is gone for everybody and its attempt stopped', async () => {
      const mark = newMark();
      const { json } = await survivor().create(hosted(`${mark} [[hang]]`));
      await expect.poll(() => startsOf(mark)).toBe(1);
      await crashAt('after-tombstone', (doomed) =>
        expect(doomed.call('DELETE', `/v1/responses/${json.id}`)).rejects.toThrow(),
      );
      expect((await survivor().call('GET', `/v1/responses/${json.id}`)).status).toBe(404);
      const task = () => cluster.provider.tasks.find((one) => one.text.includes(mark));
      await expect.poll(() => task()?.isStopped, { timeout: 10_000 }).toBe(true);
    });
  });
}

test('after all that, no run, attempt, job or hold is left and the ledger balances', () =>
  expectInOrder(cluster));
