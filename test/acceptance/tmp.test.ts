import { test } from 'vitest';
import { startCluster } from '../support/cluster.ts';
test('x', async () => {
  await using cluster = await startCluster();
  const t = performance.now();
  const a = await cluster.start();
  console.log('up in', performance.now() - t);
  console.log(JSON.stringify((await a.create({ url: `${cluster.page}?ms=100`, routing: 'local-fetch' })).json).slice(0, 1500));
  console.log(a.output().slice(-2000));
});
