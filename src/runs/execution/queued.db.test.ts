import { expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp } from '../../../test/support/test-app.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';

/** Looks for waiting runs once in three minutes. */
const patient: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms * 90, signal) };

test('a worker with a free place takes a waiting run on its notice, and the next one when a place is free', async () => {
  const runners = [scriptedRunner('first')];
  await using api = await startTestApp({ runners, role: 'api' });
  const worker = { runners, role: 'worker', databaseUrl: api.databaseUrl, clock: patient } as const;
  await using _worker = await startTestApp({ ...worker, env: { MAX_LIVE_RUNS: '1' } });
  const created = await Promise.all(
    ['One', 'Two', 'Three'].map((input) => api.client.create({ input, routing: 'first', background: true })),
  );
  for (const { json } of created)
    expect(await api.client.untilOver(json.id)).toMatchObject({ status: 'completed' });
});
