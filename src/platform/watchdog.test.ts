import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { Watchdog } from './watchdog.ts';

function standStill(isOver: () => boolean): void {
  for (let looks = 0; looks < 1_000_000 && !isOver(); looks += 1);
}

test('a stall is logged with the stack of the main thread while it lasts, and remembered for 30 s', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'watchdog-')), 'log');
  let offsetMs = 0;
  const clock = { ...systemClock, mono: () => systemClock.mono() + offsetMs };
  await using dog = new Watchdog({ clock, limitMs: 250, fd: openSync(path, 'w') });
  const read = () => readFileSync(path, 'utf8');
  expect(dog.hasStalled).toBe(false);
  standStill(() => read().includes('\n'));
  const line = JSON.parse(read());
  expect(line).toMatchObject({ level: 50, msg: 'the event loop has stood still for 0.25 s' });
  expect(line.stack).toContain('standStill');
  await expect.poll(() => dog.hasStalled).toBe(true);
  offsetMs = 30_000;
  expect(dog.hasStalled).toBe(false);
});
