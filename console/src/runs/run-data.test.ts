import type { Attempt, Explanation, Run } from '@switchyard/sdk';
import { expect, test } from 'vitest';
import { changesOf, linesOf } from './diff.ts';
import { excludedOf, lanesOf, reachOf } from './lanes.ts';
import { fieldsOf } from './schema-result.ts';

const candidate = (runner: string, index: number, plannedPosition: number | null) => ({
  runner,
  index,
  plannedPosition,
  successProbability: 0.8,
  expectedCostUsd: 0.02,
  expectedLatencyMs: 4_000,
  confidence: 0.5,
  excludedBecause: plannedPosition === null ? 'not_worth_it' : null,
});
const explanation = {
  plan: ['b', 'a'],
  candidates: [candidate('c', 3, null), candidate('a', 1, 1), candidate('b', 2, 0)],
  excluded: [
    { runner: 'x', excludedBecause: 'off' },
    { runner: 'y', excludedBecause: 'no_login' },
    { runner: 'z', excludedBecause: 'off' },
  ],
} as unknown as Explanation;
const tried = { runner: 'b', verdict: 'failed', cost_usd: 0.05, timing_ms: 9_000 } as Attempt;
const run = { routing_attempts: [tried], ranked_runners: ['b', 'a'] } as unknown as Run;

test('lanes: the tried runners, then the plan, then the others; results beside expectations', () => {
  const lanes = lanesOf(run, explanation);
  expect(lanes.map(({ runner, place }) => [runner, place])).toEqual([
    ['b', 1],
    ['a', 2],
    ['c', null],
  ]);
  expect(lanes[0]?.happened).toEqual({ success: 0, costUsd: 0.05, timeMs: 9_000 });
  expect(lanes[1]?.happened).toBeNull();
  expect(lanes[2]?.leftOut).toBe('not_worth_it');
  expect(reachOf(lanes)).toEqual({ costUsd: 0.05, timeMs: 9_000 });
});

test('a runner that the caller chose has a lane without expectations', () => {
  expect(lanesOf(run, null)[0]).toMatchObject({ runner: 'b', expected: null, happened: { success: 0 } });
});

test('a cancelled attempt says nothing about success', () => {
  const cut = { ...tried, verdict: null };
  expect(lanesOf({ ...run, routing_attempts: [cut] } as Run, null)[0]?.happened?.success).toBeNull();
});

test('excluded runners are grouped by the reason, the largest group first', () => {
  expect(excludedOf(explanation)).toEqual([
    ['off', ['x', 'z']],
    ['no_login', ['y']],
  ]);
});

test('changes name the leaf', () => {
  expect(changesOf({ a: [1, 2], b: 1 }, { a: [1, 3], c: 2 })).toEqual([
    { path: 'a[1]', kind: 'changed', before: 2, after: 3 },
    { path: 'b', kind: 'removed', before: 1, after: undefined },
    { path: 'c', kind: 'added', before: undefined, after: 2 },
  ]);
  expect(changesOf([1], { 0: 1 })).toHaveLength(1);
  expect(changesOf({ a: 1 }, { a: 1 })).toEqual([]);
  expect(changesOf(new Array(500).fill(1), new Array(500).fill(2))).toHaveLength(200);
});

test('lines: kept, removed, added', () => {
  expect(linesOf('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
  ]);
  expect(linesOf('x\n'.repeat(500), 'y')).toHaveLength(2);
});

test('fields of a schema: there, missing, of the wrong type, not in the list', () => {
  const schema = {
    type: 'object',
    required: ['price', 'name'],
    properties: {
      price: { type: 'number' },
      name: { type: 'string' },
      size: { enum: ['S', 'M'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
  };
  const fields = fieldsOf(schema, { price: '12', size: 'L', tags: ['a'] });
  expect(fields?.map(({ name, type, problem }) => [name, type, problem])).toEqual([
    ['price', 'number', 'type'],
    ['name', 'string', 'missing'],
    ['size', 'one of a list', 'not_listed'],
    ['tags', 'list of string', null],
  ]);
  expect(fieldsOf({ type: 'string' }, 'x')).toBeNull();
  expect(fieldsOf(null, null)).toBeNull();
});
