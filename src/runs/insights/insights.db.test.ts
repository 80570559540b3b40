import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { writeHistory } from '../../../test/support/history.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

const resources = new AsyncDisposableStack();
let service: TestApp;
const RUNS = 600;

beforeAll(async () => {
  service = resources.use(await startTestApp({ runners: [scriptedRunner('alpha')] }));
  const pool = new pg.Pool({ connectionString: service.databaseUrl });
  resources.defer(() => pool.end());
  await writeHistory(pool, { runs: RUNS, nowMs: Date.now() });
});
afterAll(() => resources.disposeAsync());

const sum = (rows: Record<string, number>[], of: string) =>
  rows.reduce((all, row) => all + (row[of] ?? 0), 0);

test('the figures of all days add up to the runs that there were', async () => {
  const { json } = await service.client.get('/v1/insights/routing?days=90');
  expect(sum(json.days, 'runs')).toBeGreaterThan(RUNS * 0.98);
  expect(sum(json.days, 'succeeded') / sum(json.days, 'runs')).toBeGreaterThan(0.6);
  expect(json.exploration.decisions).toBe(sum(json.days, 'runs'));
  expect(json.exploration.explored).toBe(sum(json.days, 'explored'));
  for (const { success_rate, low, high, attempts } of json.heat_map) {
    expect(attempts).toBeGreaterThan(0);
    expect(low <= success_rate && success_rate <= high).toBe(true);
  }
});

test('the router that made this past is well calibrated, and gains over most single runners', async () => {
  const { json } = await service.client.get('/v1/insights/routing?days=90');
  const error = sum(
    json.calibration.map(({ predicted, observed, attempts }: Record<string, number>) => ({
      off: Math.abs((predicted ?? 0) - (observed ?? 0)) * (attempts ?? 0),
    })),
    'off',
  );
  expect(error / sum(json.calibration, 'attempts')).toBeLessThan(0.1);
  const better = json.gains.filter(({ low }: { low: number }) => low > 0);
  expect(better.length).toBeGreaterThan(json.gains.length / 2);
});

test('fewer days have fewer runs, and a wrong number of days is refused', async () => {
  const week = await service.client.get('/v1/insights/routing?days=7');
  expect(sum(week.json.days, 'runs')).toBeLessThan(RUNS / 4);
  expect(sum(week.json.days, 'runs')).toBeGreaterThan(0);
  for (const days of ['0', '91', 'many']) {
    const { status } = await service.client.get(`/v1/insights/routing?days=${days}`);
    expect(status).toBe(400);
  }
});

test('a run that honestly found nothing is a success, as it is to the router', async () => {
  const { client } = await addWorkspace(service);
  const url = `${service.app.demoOrigin}/`;
  expect((await client.create({ input: 'List the sold-out kettles [[output=[]]]', url })).json).toMatchObject(
    { status: 'completed', svc: { status: 'empty' } },
  );
  const { json } = await client.get('/v1/insights/routing');
  expect(json.days).toMatchObject([{ runs: 1, succeeded: 1, first_choice_succeeded: 1 }]);
  expect(json.heat_map).toMatchObject([{ attempts: 1, succeeded: 1 }]);
  expect(sum(json.calibration, 'observed')).toBe(1);
});

test('another workspace sees nothing of it', async () => {
  const { client } = await addWorkspace(service);
  const { json } = await client.get('/v1/insights/routing');
  expect(json).toMatchObject({ heat_map: [], days: [], gains: [], calibration: [], changes: [] });
  expect(json.exploration).toEqual({ decisions: 0, explored: 0, share: null });
});
