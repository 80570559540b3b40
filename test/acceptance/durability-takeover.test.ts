import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type Cluster,
  expectInOrder,
  type Instance,
  startCluster,
  until,
  untilOver,
} from '../support/cluster.ts';
import { SOON } from '../support/soon.ts';

let cluster: Cluster;
let zombie: Instance;
let other: Instance;

beforeAll(async () => {
  cluster = await startCluster();
  [zombie, other] = await Promise.all([cluster.start(), cluster.start()]);
});
afterAll(() => cluster[Symbol.asyncDispose]());

async function begin(at: Instance, body: Record<string, unknown>): Promise<string> {
  const { status, json } = await at.create({ background: true, ...body });
  expect(status).toBe(202);
  return json.id;
}

async function runRow(id: string) {
  const [row] = await cluster.db.query<{ fence: number; owner: string | null }>(
    sql`select fence, owner from runs where id = ${id}`,
  );
  return row;
}

const taskOf = (mark: string) => cluster.provider.tasks.filter((task) => task.text.includes(mark));
const referenceOf = async (id: string) =>
  (
    await cluster.db.query<{ reference: string | null }>(
      sql`select reference from attempts where run_id = ${id}`,
    )
  )[0]?.reference ?? null;

test('an instance that stood still while others took over writes nothing and starts nothing when it wakes', async () => {
  const hosted = await begin(zombie, { input: 'polled [[after=40000]]', routing: 'browser-use' });
  const local = await begin(zombie, { url: `${cluster.page}?ms=3000`, routing: 'local-fetch' });
  const fallback = await begin(zombie, {
    input: 'Get the text of the page (falls [[after=3000]] [[fail]])',
    url: cluster.page,
    routing: ['browser-use', 'local-fetch'],
  });
  const cancelled = await begin(zombie, { input: 'stopped [[hang]]', routing: 'browser-use' });
  for (const id of [hosted, fallback, cancelled])
    await expect.poll(() => referenceOf(id), SOON).not.toBeNull();

  zombie.child.kill('SIGSTOP');
  onTestFinished(() => void zombie.child.kill('SIGCONT'));
  // No other instance knows of the task, and it is stopped all the same.
  expect((await other.call('POST', `/v1/responses/${cancelled}/cancel`)).json.status).toBe('cancelled');
  await expect.poll(() => taskOf('stopped')[0]?.isStopped, SOON).toBe(true);

  for (const id of [hosted, local, fallback])
    await until(async () => ((await runRow(id))?.fence ?? 0) > 1, 90_000);
  expect(await untilOver(cluster, local, 60_000)).toBe('succeeded');
  expect(await untilOver(cluster, fallback, 60_000)).toBe('succeeded');
  const snapshot = () =>
    cluster.db.query(
      sql`select r.id, r.outcome, r.progress_events, json_agg(a order by a.ordinal) as attempts
          from runs r join attempts a on a.run_id = r.id where r.id = any(${[local, fallback, cancelled]}) group by r.workspace_id, r.id order by 1`,
    );
  const before = await snapshot();
  zombie.child.kill('SIGCONT');
  expect(await untilOver(cluster, hosted, 60_000)).toBe('succeeded');
  await expect.poll(async () => (await zombie.call('GET', '/status')).json.live_run_ratio, SOON).toBe(0);
  expect(await snapshot()).toEqual(before);
  expect(taskOf('polled')).toMatchObject([{ isStopped: false }]);
  expect(taskOf('falls')).toHaveLength(1);
  await expectInOrder(cluster);
});

test('queue rows lost in every state do not lose a run', async () => {
  const ids = await Promise.all([
    begin(zombie, { input: 'one [[after=8000]]', routing: 'browser-use' }),
    begin(other, { url: `${cluster.page}?ms=6000`, routing: 'local-fetch' }),
    begin(other, { input: 'two [[after=1000]]', routing: 'browser-use' }),
  ]);
  await cluster.db.query(sql`delete from pgboss.job`);
  for (const id of ids) expect(await untilOver(cluster, id, 90_000)).toBe('succeeded');
  await expectInOrder(cluster);
});

test('a cancel on one instance stops the attempt on another, and at its provider, promptly', async () => {
  const id = await begin(zombie, { input: 'far [[hang]]', routing: 'browser-use' });
  await expect.poll(() => referenceOf(id), SOON).not.toBeNull();
  await other.call('POST', `/v1/responses/${id}/cancel`);
  await expect.poll(() => taskOf('far')[0]?.isStopped, SOON).toBe(true);
  await expect.poll(async () => (await zombie.call('GET', '/status')).json.live_run_ratio, SOON).toBe(0);
});

test('a deleted run is gone at once and nothing is written to it after', async () => {
  const id = await begin(zombie, { url: `${cluster.page}?ms=2000`, routing: 'local-fetch' });
  expect((await other.call('DELETE', `/v1/responses/${id}`)).status).toBe(200);
  expect((await zombie.call('GET', `/v1/responses/${id}`)).status).toBe(404);
  const row = () => cluster.db.query(sql`select * from runs where id = ${id}`);
  const before = await row();
  await expect.poll(async () => (await zombie.call('GET', '/status')).json.live_run_ratio, SOON).toBe(0);
  expect(await row()).toEqual(before);
  await expectInOrder(cluster);
});
