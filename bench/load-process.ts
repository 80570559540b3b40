import { Client } from 'undici';
import type { LoadAnswer, LoadPlan, LoadResult } from './load.ts';
import { quantile } from './rounds.ts';

/** The clients' side of `load.ts`: takes plans, answers measurements. */
process.on('message', (plan: LoadPlan) => {
  const reply = (answer: LoadAnswer): void => void process.send?.(answer);
  put(plan).then(reply, (error) => reply({ failure: String(error) }));
});

async function put(plan: LoadPlan): Promise<LoadResult> {
  const clients = Array.from({ length: plan.connections }, () => new Client(plan.url));
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const total = plan.total ?? Number.POSITIVE_INFINITY;
  await Promise.all(
    clients.map(async (client) => {
      while (next < total && performance.now() < endsAt) {
        const request = plan.requests[next % plan.requests.length];
        next += 1;
        if (!request) throw new Error('the plan has no requests');
        const sentAt = performance.now();
        const response = await client.request({ ...request, headers: plan.headers });
        const text = await response.body.text();
        if (response.statusCode >= 300) throw new Error(`${response.statusCode} ${text.slice(0, 300)}`);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.close()));
  return {
    perSecond: latencies.length / (elapsedMs / 1_000),
    p50Ms: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    requests: latencies.length,
  };
}
