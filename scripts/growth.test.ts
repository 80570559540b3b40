import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { type GrowthNews, growthTargets } from './growth-targets.ts';

const STUCK_MS = 60_000;

/** The one timed test: it compares the CPU time of one call with that of a smaller one, best of five. */
test('no function that reads foreign text takes much longer than its text grows', async () => {
  const targets = growthTargets();
  const { called, problems } = await tryAll(targets);
  expect(problems).toEqual([]);
  expect(called).toBeGreaterThan(150);
}, 600_000);

/** In a thread, so that a call without an end is named. */
async function tryAll(targets: ReturnType<typeof growthTargets>) {
  const worker = new Worker(new URL('growth-worker.ts', import.meta.url), {
    workerData: targets,
    execArgv: [],
  });
  const problems: string[] = [];
  let called = 0;
  let doing = '';
  let timer: NodeJS.Timeout | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.on('message', (news: GrowthNews) => {
    clearTimeout(timer);
    timer = setTimeout(() => reject(new Error(`${doing} takes more than ${STUCK_MS / 1_000} s`)), STUCK_MS);
    if ('doing' in news) doing = news.doing;
    else if (news.problems) {
      called += 1;
      problems.push(...news.problems);
    }
  });
  worker.on('error', reject).on('exit', () => resolve());
  try {
    await promise;
    return { called, problems };
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
