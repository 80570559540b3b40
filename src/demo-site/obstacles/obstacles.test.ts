import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { type DemoSite, startDemoSite } from '../start.ts';

const log = createLog('silent');
let site: DemoSite;

beforeAll(async () => {
  site = await startDemoSite({ clock: systemClock, log });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

test('the challenge page looks like one in status, header, title and markup', async () => {
  const answer = await fetch(`${site.origin}/challenge`);
  const body = await answer.text();
  expect(answer.status).toBe(403);
  expect(answer.headers.get('cf-mitigated')).toBe('challenge');
  expect(body).toContain('<title>Just a moment...</title>');
  expect(body).toContain('/cdn-cgi/challenge-platform/');
});

test('live prices are in no page, only in the answer its script asks for', async () => {
  const page = await fetch(`${site.origin}/live-prices`);
  expect(await page.text()).not.toContain('Dove Hollow');
  const answer = await fetch(`${site.origin}/api/live-prices.json`);
  expect(await answer.json()).toMatchObject({
    lots: expect.arrayContaining([expect.objectContaining({ lot: 'Dove Hollow' })]),
  });
});

test('the slow page waits as long as it is told, eight seconds otherwise, a minute at most', async () => {
  const waits: number[] = [];
  const clock: Clock = { ...systemClock, sleep: async (ms) => void waits.push(ms) };
  await using quick = await startDemoSite({ clock, log });
  for (const query of ['', '?ms=120', '?ms=999999', '?ms=-5', '?ms=soon'])
    expect((await fetch(`${quick.origin}/slow${query}`)).status).toBe(200);
  expect(waits).toEqual([8_000, 120, 60_000, 8_000, 8_000]);
});

test('a visitor who leaves ends the waiting', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = async (ms, signal) => {
    enter();
    await systemClock.sleep(ms, signal).finally(end);
  };
  await using slow = await startDemoSite({ clock: { ...systemClock, sleep }, log });
  const leaving = new AbortController();
  const answer = fetch(`${slow.origin}/slow?ms=60000`, { signal: leaving.signal }).catch(() => 'left');
  await entered;
  leaving.abort();
  await ended;
  expect(await answer).toBe('left');
});

test('stopping the site does not wait for a slow page', async () => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = (ms, signal) => {
    enter();
    return systemClock.sleep(ms, signal);
  };
  const slow = await startDemoSite({ clock: { ...systemClock, sleep }, log });
  const answer = fetch(`${slow.origin}/slow?ms=60000`).catch(() => 'cut off');
  await entered;
  await slow[Symbol.asyncDispose]();
  expect(await answer).toBe('cut off');
});
