import { expect, test } from 'vitest';
import { type Glimpse, Stillness, UNSEEN } from './stillness.ts';

const page = (mark: string, elements = 50, letters = 1_000): Glimpse => ({ mark, elements, letters });

test('a page is quiet from its last change on', () => {
  const stillness = new Stillness(0);
  stillness.note(page('a'), 100, null);
  stillness.note(page('b'), 200, null);
  stillness.note(page('b'), 500, null);
  expect(stillness.quietMs(500)).toBe(300);
});

test('a page that fetches is not quiet', () => {
  const stillness = new Stillness(0);
  stillness.note(page('a'), 100, null);
  stillness.note(page('a'), 400, 50);
  expect(stillness.quietMs(400)).toBe(0);
});

test('a clock in the page, and short requests all the time, leave it steady', () => {
  const stillness = new Stillness(0);
  for (let now = 100; now <= 1_000; now += 100) stillness.note(page(`now ${now}`), now, 60);
  expect([stillness.quietMs(1_000), stillness.steadyMs(1_000)]).toEqual([0, 900]);
});

test('a page that grows, or waits for a request, is not steady', () => {
  const growing = new Stillness(0);
  for (let now = 100; now <= 1_000; now += 100)
    growing.note(page(`${now}`, 50 + now / 10, 1_000 + now), now, null);
  expect(growing.steadyMs(1_000)).toBeLessThan(300);
  const waiting = new Stillness(0);
  for (let now = 100; now <= 1_000; now += 100) waiting.note(page('same'), now, now);
  expect(waiting.steadyMs(1_000)).toBe(0);
});

test('a page that cannot be seen is never steady', () => {
  const stillness = new Stillness(0);
  for (let now = 100; now <= 1_000; now += 100) stillness.note(UNSEEN, now, null);
  expect(stillness.steadyMs(1_000)).toBe(0);
});
