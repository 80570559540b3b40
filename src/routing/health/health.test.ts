import { describe, expect, test } from 'vitest';
import type { RegistryEntry } from '../../runners/catalog.ts';
import { healthOf } from './health.ts';
import type { Lesson } from './store.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const HOUR = 3_600_000;

function lesson(facts: Partial<Lesson> & { hoursAgo?: number } = {}): Lesson {
  const { hoursAgo = 1, ...rest } = facts;
  return {
    at: new Date(NOW.getTime() - hoursAgo * HOUR),
    runId: 'resp_1',
    runner: 'one',
    site: 'shop.example',
    verdict: 'succeeded',
    answerPresent: true,
    fault: 'none',
    errorCode: null,
    latencyMs: 1_000,
    ...rest,
  };
}

const failed = { verdict: 'failed', fault: 'runner', errorCode: 'broken' } as const;

describe('health', () => {
  const entry = (slug: string, family = slug, status: RegistryEntry['status'] = 'available') =>
    ({
      facts: { slug, family },
      status,
      reason: status === 'available' ? null : 'set A_KEY',
    }) as RegistryEntry;

  test('a runner is on, off, on probation, or out with its provider', () => {
    const until = NOW.getTime() + HOUR;
    const entries = [entry('one'), entry('two'), entry('three', 'deck'), entry('four', 'four', 'needs_key')];
    const set = new Map([
      ['two', until],
      ['provider:deck', until],
    ]);
    const states = healthOf(entries, [], set, NOW).map(({ runner, state, until: to, reason }) => [
      runner,
      state,
      to !== null,
      reason,
    ]);
    expect(states).toEqual([
      ['one', 'on', false, null],
      ['two', 'probation', true, expect.stringContaining('in a row')],
      ['three', 'outage', true, expect.stringContaining('provider')],
      ['four', 'off', false, 'set A_KEY'],
    ]);
  });

  test('figures by hour and day, and the last faults', () => {
    const lessons = [
      lesson({ hoursAgo: 0.5, latencyMs: 100 }),
      lesson({ hoursAgo: 0.6, latencyMs: 300, ...failed }),
      lesson({ hoursAgo: 50, latencyMs: 900 }),
    ];
    const [one] = healthOf([entry('one')], lessons, new Map(), NOW);
    expect(one).toMatchObject({
      last_24h: { attempts: 2, successes: 1, rate: 0.5, median_ms: 100 },
      last_7d: { attempts: 3, successes: 2, median_ms: 300 },
      hours: [{ from: '2026-11-18T11:00:00.000Z', attempts: 2 }],
      days: [
        { from: '2026-11-16T00:00:00.000Z', attempts: 1 },
        { from: '2026-11-18T00:00:00.000Z', attempts: 2 },
      ],
      last_faults: [{ code: 'broken', fault: 'runner', site: 'shop.example', run_id: 'resp_1' }],
    });
  });
});
