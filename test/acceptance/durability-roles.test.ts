import { expect, test } from 'vitest';
import { expectInOrder, type Instance, startCluster, untilOver } from '../support/cluster.ts';
import { lapseLeases } from '../support/lapse-leases.ts';

async function begin(at: Instance, body: Record<string, unknown>): Promise<string> {
  const { status, json } = await at.create({ background: true, ...body });
  expect(status).toBe(202);
  return json.id;
}

test('an instance that only accepts and one that only executes make a service together', {
  timeout: 240_000,
}, async () => {
  await using cluster = await startCluster();
  const [api, doomed] = await Promise.all([
    cluster.start({}, ['--role', 'api']),
    cluster.start({ FAULT: 'after-claim' }, ['--role', 'worker']),
  ]);
  const died = new Promise((resolve) => doomed.child.once('exit', resolve));
  const ids = await Promise.all([
    begin(api, { input: 'queued', routing: 'browser-use' }),
    begin(api, { url: cluster.page, routing: 'local-fetch' }),
  ]);
  await died;
  expect(doomed.child.signalCode).toBe('SIGKILL');
  await cluster.start({}, ['--role', 'worker']);
  await lapseLeases(cluster.databaseUrl, doomed.child.pid);
  for (const id of ids) expect(await untilOver(cluster, id, 90_000)).toBe('succeeded');
  const sync = await api.create({ url: cluster.page, routing: 'local-fetch' });
  expect(sync).toMatchObject({ status: 200, json: { status: 'completed' } });
  await expectInOrder(cluster);
});
