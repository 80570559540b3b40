import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from '../platform/clock.ts';
import { Db } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { LearnedRouter } from './learned-router.ts';
import { aCandidate, aContext, anOutcome, FAILED } from './model/routing.fixture.ts';
import type { Published } from './published.ts';
import { type EvidenceFile, exportEvidence, importEvidence, readEvidence } from './transfer.ts';

const log = createLog('silent');
const owned = new AsyncDisposableStack();
const installations: Array<{ db: Db }> = [];
let made = 0;

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const database: TestDatabase = owned.use(await createTestDatabase());
    installations.push({ db: owned.use(new Db({ url: database.url, log, clock: systemClock })) });
  }
});
afterAll(() => owned.disposeAsync());

const dbOf = (at: number) => installations[at]?.db as Db;
const day = 86_400_000;
const daysAgo = (days: number) => new Date(systemClock.now().getTime() - days * day).toISOString();

async function startRouter(at: number, published: Published[] = []): Promise<LearnedRouter> {
  const router = new LearnedRouter({ instanceId: 'i', db: dbOf(at), clock: systemClock, log, published });
  await router.start();
  return router;
}

async function learn(at: number, runner: string, times: number, over = {}): Promise<void> {
  await using router = await startRouter(at);
  for (let count = 0; count < times; count += 1) {
    made += 1;
    const seen = anOutcome(runner, { attemptId: `att_${made}`, nowMs: systemClock.now().getTime(), ...over });
    await dbOf(at).batch(router.observeStatements(seen));
    router.observed(seen);
  }
}

/** The beliefs about runners on an unknown site. */
async function believed(at: number, runners: string[], published: Published[] = []) {
  await using router = await startRouter(at, published);
  const candidates = runners.map((runner) => aCandidate(runner));
  const context = aContext({ domain: 'new.example', nowMs: systemClock.now().getTime(), candidates });
  const numbers = router.decide(context).candidates;
  return Object.fromEntries(numbers.map((one) => [one.runner, one]));
}

test('the evidence of one installation starts another, weighed down, once, and without domains', async () => {
  await learn(0, 'good', 40);
  await learn(0, 'bad', 40, FAILED);
  const evidence = await exportEvidence(dbOf(0));
  const text = JSON.stringify(evidence);
  expect(text).not.toMatch(/shop\.example|ws_one/);
  expect(new Set(evidence.effects.map(({ key }) => key.split('|')[0]))).toEqual(
    new Set(['g', 't', 'c', 'ct', 'k', 'kt', 'kc', 'r', 'rt', 'rc', 'rct']),
  );
  const before = await believed(1, ['good', 'bad']);
  expect(before.good?.success).toBeCloseTo(before.bad?.success ?? 0, 6);
  const read = readEvidence(text);
  expect(read.ok).toBe(true);
  await importEvidence(dbOf(1), evidence);
  const after = await believed(1, ['good', 'bad']);
  expect(after.good?.success).toBeGreaterThan((after.bad?.success ?? 1) + 0.2);
  const source = await believed(0, ['good', 'bad']);
  const samples = (numbers: typeof source) => numbers.good?.evidence.at(-1) ?? 0;
  expect(samples(after) / samples(source)).toBeCloseTo(0.25, 1);
  await expect(importEvidence(dbOf(1), evidence)).rejects.toMatchObject({ code: 'imported_before' });
});

test('imported evidence ages', async () => {
  const fileOf = (column: string, days: number): EvidenceFile => ({
    format: 'switchyard.evidence',
    version: 1,
    exported_at: daysAgo(0),
    effects: [{ key: 'r', column, at: daysAgo(days), block: [0, 0, 100], complete: [10, 20, 100] }],
  });
  await importEvidence(dbOf(1), fileOf('fresh', 0));
  await importEvidence(dbOf(1), fileOf('old', 600));
  const { fresh, old } = await believed(1, ['fresh', 'old']);
  expect(fresh?.success).toBeGreaterThan((old?.success ?? 1) + 0.02);
  const freshSamples = fresh?.evidence.at(-1) ?? 0;
  expect((old?.evidence.at(-1) ?? 0) / freshSamples).toBeCloseTo(0.25, 1);
});

test.each([
  ['no JSON', 'garbage'],
  ['another format', '{"format":"else"}'],
  ['a domain', { key: 'rd|ws_one|shop.example' }],
  ['a task of nobody', { key: 'rt|spy' }],
  ['an impossible number', { key: 'r', block: [-1, 0, 0] }],
])('%s is no evidence', (_, wrong) => {
  const effect = { key: 'r', column: 'one', at: daysAgo(1), block: [0, 0, 0], complete: [1, 1, 1] };
  const fileWith = (over: object) =>
    JSON.stringify({
      format: 'switchyard.evidence',
      version: 1,
      exported_at: daysAgo(0),
      effects: [{ ...effect, ...over }],
    });
  expect(readEvidence(fileWith({})).ok).toBe(true);
  expect(readEvidence(typeof wrong === 'string' ? wrong : fileWith(wrong)).ok).toBe(false);
});

test('an unknown runner starts with its published success rate, and local evidence soon counts more', async () => {
  const rate = (runner: string, success: number, days = 0): Published => ({
    runner,
    kind: 'hosted_agent',
    success,
    date: daysAgo(days),
  });
  const published = [rate('praised', 0.95), rate('panned', 0.3), rate('dated', 0.3, 900), rate('good', 0.3)];
  const known = await believed(0, ['good']);
  const names = ['praised', 'panned', 'dated', 'unknown', 'good'];
  const { praised, panned, dated, unknown, good } = await believed(0, names, published);
  expect(praised?.success).toBeGreaterThan(unknown?.success ?? 1);
  expect(panned?.success).toBeLessThan((unknown?.success ?? 0) - 0.1);
  expect(dated?.success).toBeGreaterThan((panned?.success ?? 1) + 0.05);
  expect(praised?.evidence.at(-1)).toBe(0);
  expect(good?.success).toBeCloseTo(known.good?.success ?? 0, 2);
  await learn(0, 'praised', 12, FAILED);
  const later = await believed(0, ['praised', 'unknown'], published);
  expect(later.praised?.success).toBeLessThan(later.unknown?.success ?? 0);
});
