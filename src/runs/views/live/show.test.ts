import { expect, test } from 'vitest';
import { recordingData } from '../../../artifacts/recording.ts';
import type { Clock } from '../../../platform/clock.ts';
import { Show } from './show.ts';
import type { View } from './store.ts';

/** A clock that the test moves; due work is done as it passes. */
function movingClock() {
  let now = 0;
  const due: Array<{ at: number; run(): void }> = [];
  const clock: Clock = {
    now: () => new Date(now),
    mono: () => now,
    sleep: () => Promise.resolve(),
    after(ms, run) {
      const entry = { at: now + ms, run };
      due.push(entry);
      return () => {
        if (due.includes(entry)) due.splice(due.indexOf(entry), 1);
      };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    for (const entry of due.filter(({ at }) => at <= now)) {
      due.splice(due.indexOf(entry), 1);
      entry.run();
    }
  };
  return { clock, pass };
}

function open() {
  const { clock, pass } = movingClock();
  const published: View[] = [];
  const watched: boolean[] = [];
  const show = new Show({
    clock,
    steps: [],
    publish: async (view) => void published.push(view),
    onClosed: () => undefined,
  });
  show.scope.onCamera({ watch: (isWatched) => watched.push(isWatched) });
  return { show, pass, published, watched };
}

test('a run without watchers publishes nothing', async () => {
  const { show, published, watched } = open();
  show.scope.onFrame(Buffer.from('frame'));
  await show.close();
  expect([published, watched]).toEqual([[], [false]]);
});

test('a watcher gets the latest picture at once, and filming stops after the last one', async () => {
  const { show, pass, published, watched } = open();
  show.scope.onFrame(Buffer.from('frame'));
  show.watched();
  await Promise.resolve();
  expect(published.map(({ frame }) => String(frame))).toEqual(['frame']);
  pass(9_000);
  show.watched();
  pass(9_000);
  expect(watched).toEqual([false, true]);
  pass(2_000);
  expect(watched).toEqual([false, true, false]);
  show.scope.onFrame(Buffer.from('unseen'));
  await show.close();
  expect(published).toHaveLength(1);
});

test('a long recording keeps its whole length within 30 MB', () => {
  const { show, pass } = open();
  for (let frame = 0; frame < 400; frame += 1) {
    show.scope.onFrame(Buffer.alloc(100_000, frame % 256));
    pass(1_000);
  }
  const [file] = show.recording();
  expect(file?.bytes.length).toBeLessThan(30_000_000);
  const { frames } = JSON.parse(String(recordingData(file?.bytes ?? Buffer.alloc(0))));
  expect(frames.length).toBeGreaterThan(90);
  expect([frames[0].ms, frames.at(-1).ms]).toEqual([0, 399_000]);
});

test('without a picture there is no recording', () => {
  expect(open().show.recording()).toEqual([]);
});
