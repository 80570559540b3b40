import { expect, onTestFinished, test, vi } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import { LearnedRouter } from './learned-router.ts';

vi.setConfig({ testTimeout: 120_000 });

test('a provider that fails is left alone by every instance, and one try later brings it back', async () => {
  let aheadMs = 0;
  /** As far ahead as the test wants; routines of every five seconds run twice a second. */
  const clock: Clock = {
    ...systemClock,
    now: () => new Date(Date.now() + aheadMs),
    sleep: (ms, signal) => systemClock.sleep(Math.abs(ms - 5_000) < 500 ? 500 : ms, signal),
  };
  const clockOffsetMs = () => aheadMs;
  // Two ways of one provider, much cheaper than the other one.
  const cheap = { family: 'shaky', price: { unit: 'task', microUsd: 10, typicalTaskMicroUsd: 10 } } as const;
  const dear = { price: { unit: 'task', microUsd: 5_000, typicalTaskMicroUsd: 5_000 } } as const;
  const runners = () => [
    scriptedRunner('shaky', cheap),
    scriptedRunner('shaky-eu', cheap),
    scriptedRunner('steady', dear),
  ];
  const resources = new AsyncDisposableStack();
  onTestFinished(() => resources.disposeAsync());
  const one = resources.use(await startTestApp({ runners: runners(), clock, clockOffsetMs }));
  const { databaseUrl } = one;
  const other = resources.use(await startTestApp({ runners: runners(), clock, clockOffsetMs, databaseUrl }));
  const away = (service: TestApp) => [...service.app.context.router.probation(clock.now().getTime()).keys()];
  const routed = async ({ client }: TestApp) =>
    (await client.create({ input: 'Read the page', url: 'https://1.1.1.1/', routing: 'smart' })).json;

  const down = { input: 'Read [[fail=platform:provider_down:It is down]]', url: 'https://1.1.1.1/' };
  for (let tries = 0; tries < 3; tries += 1) await one.client.create({ ...down, routing: 'shaky-eu' });
  await vi.waitFor(() => expect(away(other)).toEqual(expect.arrayContaining(['provider:shaky'])), {
    timeout: 20_000,
  });
  // No run tried `shaky` itself: its provider failed.
  const passed = await routed(other);
  expect(passed.svc.runner).toBe('steady');
  const { json } = await other.client.get(`/v1/responses/${passed.id}/explanation`);
  expect(JSON.stringify(json)).toContain('probation:shaky');

  aheadMs = 3 * 60_000;
  expect(away(other)).toEqual([]);
  await other.client.create({ input: 'Read the page', url: 'https://1.1.1.1/', routing: 'shaky-eu' });
  const { router } = one.app.context;
  if (!(router instanceof LearnedRouter)) throw new Error('the service learns');
  const known = () => router.state.probation.get('provider:shaky')?.lastMs;
  await vi.waitFor(() => expect(known()).toBe(0), { timeout: 20_000 });
  // The slate is clean: a further fault is the first of a row, and no failed trial.
  await one.client.create({ ...down, routing: 'shaky-eu' });
  expect(away(one)).toEqual([]);
  const { id } = await routed(one);
  const { json: card } = await one.client.get(`/v1/responses/${id}/explanation`);
  expect(card.candidates.map(({ runner }: { runner: string }) => runner)).toContain('shaky-eu');
});
