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
  // Its shop would be on this machine, out of reach of workers.
  expect(api.output()).not.toMatch(/Demo site|Try it/);
  expect(await (await fetch(`${api.url}/metrics`)).text()).not.toContain('svc_browser_places');
  const died = new Promise((resolve) => doomed.child.once('exit', resolve));
  const ids = await Promise.all([
    begin(api, { input: 'queued', routing: 'browser-use' }),
    begin(api, { url: cluster.page, routing: 'local-fetch' }),
  ]);
  await died;
  expect(doomed.child.signalCode).toBe('SIGKILL');
  const worker = await cluster.start({ MAX_LIVE_RUNS: '1' }, ['--role', 'worker']);
  await lapseLeases(cluster.databaseUrl, doomed.child.pid);
  for (const id of ids) expect(await untilOver(cluster, id, 90_000)).toBe('succeeded');
  const sync = await api.create({ url: cluster.page, routing: 'local-fetch' });
  expect(sync).toMatchObject({ status: 200, json: { status: 'completed' } });
  await expectInOrder(cluster);

  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${worker.url}/api/v1/responses`, { method: 'POST' })).status).toBe(404);
  const hanging = await Promise.all(
    [1, 2, 3].map((n) => begin(api, { input: `Hang ${n} [[hang]]`, routing: 'browser-use' })),
  );
  const text = await (await fetch(`${worker.url}/metrics`)).text();
  expect(text).toMatch(/^svc_slots 1$/m);
  expect(text).toMatch(/^svc_workers_wanted 3$/m);
  expect(text).toMatch(/^svc_queue_oldest_seconds \d/m);
  for (const id of hanging) await api.call('POST', `/v1/responses/${id}/cancel`);
});
