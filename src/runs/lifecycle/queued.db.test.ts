import { expect, test } from 'vitest';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp } from '../../../test/support/test-app.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';

/** Looks for waiting runs once in three minutes. */
const patient: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms * 90, signal) };

test('a stored run that this version cannot read ends once with internal_error, holds no credits, and can be read', async () => {
  const runners = [scriptedRunner('first')];
  const log: string[] = [];
  await using api = await startTestApp({ runners, role: 'api' });
  const { db } = api.app.context;
  const ids: string[] = [];
  for (const change of [
    `request = (request::jsonb - 'task')::json`,
    `request = (request::jsonb #- '{task,steps}')::json`,
    `request = (request::jsonb - 'custody')::json`,
    `plan = '{}'`,
  ]) {
    const { json } = await api.client.create({ input: 'One', routing: 'first', background: true });
    await db.script(`update runs set ${change} where id = '${json.id}'`, 5_000);
    ids.push(json.id);
  }
  const onLog = (line: string) => log.push(line);
  await using _worker = await startTestApp({
    ...{ runners, role: 'worker', databaseUrl: api.databaseUrl, onLog },
  });
  for (const id of ids) {
    const over = await api.client.untilOver(id);
    expect(over).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
    expect(over.svc.cost.total_usd).toBe(0);
    const failures = log.filter((line) => line.includes(id) && line.includes('run execution failed'));
    expect(failures).toHaveLength(1);
  }
  expect(runners[0]?.executed).toEqual([]);
  expect(await findBreaks(db)).toEqual([]);
});

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
