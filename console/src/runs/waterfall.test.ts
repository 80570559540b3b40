import type { Attempt, Run, Timeline } from '@switchyard/sdk';
import { expect, test } from 'vitest';
import { ticks, timeAxis } from './time-axis.ts';
import { spentAt, stepAt, waterfallOf } from './waterfall.ts';

const at = (ms: number) => new Date(Date.parse('2026-11-18T10:00:00Z') + ms).toISOString();
const attempt = (id: string, from: number, to: number | null, more: Partial<Attempt> = {}): Attempt =>
  ({
    id,
    runner: id,
    started_at: at(from),
    finished_at: to === null ? null : at(to),
    cost_usd: 0.1,
    ...more,
  }) as Attempt;
const run = (attempts: Attempt[], endMs: number | null): Run =>
  ({
    created_at: at(0),
    finished_at: endMs === null ? null : at(endMs),
    routing_attempts: attempts,
    cost: {
      platform_fee_rate: 0.1,
      attempts: attempts.map(({ id, cost_usd }) => ({ attempt_id: id, usd: cost_usd })),
    },
  }) as Run;
const timeline = (part: Partial<Timeline>): Timeline => ({ attempts: [], waits: [], ...part }) as Timeline;

test('queue, work and judgement follow each other, and belong to their attempts', () => {
  const { lanes, totalMs } = waterfallOf(
    run([attempt('a', 100, 500), attempt('b', 600, 900)], 1_000),
    undefined,
    0,
  );
  expect(totalMs).toBe(1_000);
  expect(lanes.map(({ spans }) => spans)).toEqual([
    [
      { kind: 'queue', from: 0, to: 100 },
      { kind: 'work', from: 100, to: 500 },
      { kind: 'judge', from: 500, to: 600 },
    ],
    [
      { kind: 'work', from: 600, to: 900 },
      { kind: 'judge', from: 900, to: 1_000 },
    ],
  ]);
});

test('while another attempt works nothing is judged', () => {
  const { lanes } = waterfallOf(run([attempt('a', 0, 300), attempt('b', 100, 900)], 900), undefined, 0);
  expect(lanes.flatMap(({ spans }) => spans.map(({ kind }) => kind))).toEqual(['work', 'work']);
});

test('a wait for a person cuts the work of its attempt', () => {
  const waits = [
    { attempt_id: 'a', asked_at: at(200), closed_at: at(700), kind: 'otp', prompt: '', state: 'answered' },
  ] as Timeline['waits'];
  const { lanes, waits: merged } = waterfallOf(run([attempt('a', 0, 1_000)], 1_000), timeline({ waits }), 0);
  expect(lanes[0]?.spans.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['work', 0, 200],
    ['wait', 200, 700],
    ['work', 700, 1_000],
  ]);
  expect(merged).toEqual([{ from: 200, to: 700 }]);
});

test('a clock that runs ahead draws nothing outside of the run', () => {
  const steps = [{ index: 0, at: at(99_000) }] as Timeline['attempts'][number]['steps'];
  const drawn = waterfallOf(
    run([attempt('a', -50, 5_000)], 1_000),
    timeline({ attempts: [{ id: 'a', runner: 'a', steps }] }),
    0,
  );
  expect(drawn.lanes[0]?.spans).toEqual([{ kind: 'work', from: 0, to: 1_000 }]);
  expect(drawn.lanes[0]?.steps[0]?.atMs).toBe(1_000);
});

test('a live run reaches to now, with an attempt that has no end', () => {
  const { totalMs, lanes } = waterfallOf(
    run([attempt('a', 0, null)], null),
    undefined,
    Date.parse(at(4_000)),
  );
  expect([totalMs, lanes[0]?.spans]).toEqual([4_000, [{ kind: 'work', from: 0, to: 4_000 }]]);
});

test('the spend grows as attempts end, with the fee', () => {
  const drawn = waterfallOf(run([attempt('a', 0, 300), attempt('b', 300, 900)], 1_000), undefined, 0);
  expect([0, 299, 300, 900].map((ms) => Number(spentAt(drawn, ms).toFixed(4)))).toEqual([0, 0, 0.11, 0.22]);
});

test('the step at a moment is the last that had begun', () => {
  const steps = [
    { index: 0, at: at(100), action: 'open' },
    { index: 1, at: at(500), action: 'click' },
  ] as Timeline['attempts'][number]['steps'];
  const drawn = waterfallOf(
    run([attempt('a', 0, 900)], 1_000),
    timeline({ attempts: [{ id: 'a', runner: 'a', steps }] }),
    0,
  );
  expect([50, 100, 499, 999].map((ms) => stepAt(drawn, ms)?.action ?? null)).toEqual([
    null,
    'open',
    'open',
    'click',
  ]);
});

test('a long wait is folded, a short one is not, and the axis goes both ways', () => {
  const axis = timeAxis(100_000, [{ from: 10_000, to: 90_000 }]);
  expect(axis.folds).toHaveLength(1);
  expect(axis.share(10_000)).toBeCloseTo(0.43);
  expect(axis.share(90_000)).toBeCloseTo(0.57);
  for (const ms of [0, 5_000, 10_000, 50_000, 95_000, 100_000])
    expect(axis.timeAt(axis.share(ms))).toBeCloseTo(ms, 3);
  expect(timeAxis(100_000, [{ from: 10_000, to: 12_000 }]).folds).toEqual([]);
  expect(timeAxis(0, []).share(0)).toBe(1 - 1);
});

test('ticks are round and few', () => {
  expect(ticks(4_300)).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  expect(ticks(72e6).length).toBeLessThanOrEqual(7);
});
