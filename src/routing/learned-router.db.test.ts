import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { systemClock } from '../platform/clock.ts';
import { Db } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { LearnedRouter } from './learned-router.ts';
import type { SiteLook } from './look-at-site.ts';
import { aCandidate, aContext, anOutcome, BLOCKED, FAILED } from './model/routing.fixture.ts';
import { AT, BLOCK_N, type State } from './model/state.ts';
import type { AttemptOutcome, Router } from './port.ts';

let database: TestDatabase;
let db: Db;
const warnings: string[] = [];
const log = createLog('info', { write: (line: string) => void warnings.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Db({ url: database.url, log, clock: systemClock });
});
afterAll(async () => {
  await db[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

let instances = 0;
/** A decision waits for the database only briefly; a test waits until it answers. */
const patient = {
  ...systemClock,
  sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(3_600_000, signal),
};

async function startRouter(look?: () => Promise<SiteLook | null>): Promise<LearnedRouter> {
  instances += 1;
  const router = new LearnedRouter({
    instanceId: `i${instances}`,
    db,
    clock: patient,
    log,
    ...(look ? { look } : {}),
  });
  await router.start();
  return router;
}

let made = 0;
function outcome(runner: string, over: Partial<AttemptOutcome> = {}): AttemptOutcome {
  made += 1;
  return anOutcome(runner, { attemptId: `att_${made}`, nowMs: systemClock.now().getTime(), ...over });
}

async function learn(router: Router, seen: AttemptOutcome): Promise<void> {
  await router.prepare(seen);
  await db.batch(router.observeStatements(seen));
  router.observed(seen);
}

/** Keys, columns and numbers, without the moments. */
function numbersOf(state: State, isMeant: (key: string) => boolean): Record<string, number[]> {
  return Object.fromEntries(
    [...state.effects]
      .filter(([key]) => isMeant(key))
      .flatMap(([key, block]) =>
        [...block].map(([column, effect]) => [`${key} ${column}`, effect.slice(AT + 1)]),
      ),
  );
}

function expectSame(one: Record<string, number[]>, other: Record<string, number[]>): void {
  expect(Object.keys(one).toSorted()).toEqual(Object.keys(other).toSorted());
  for (const [name, numbers] of Object.entries(one))
    for (const [at, value] of numbers.entries())
      expect(value, name).toBeCloseTo(other[name]?.[at] ?? Number.NaN, 4);
}

const successIn = (router: LearnedRouter, scope: { workspaceId: string; domain: string }, runner: string) => {
  const context = aContext({ ...scope, nowMs: systemClock.now().getTime() });
  return (
    router.decide(context).candidates.find((candidate) => candidate.runner === runner)?.success ?? Number.NaN
  );
};

async function sharedEffects() {
  return db.query(
    sql`select key, col, block_lam, block_h, complete_lam, complete_h from router_effects where workspace_id is null order by 1, 2`,
  );
}

test.each(['one', 'two'])("the owner's word replaces the verdict, back and forth: %s", async (runner) => {
  await using router = await startRouter();
  const places = ['judged', 'failed', 'kept'].map((name) => {
    return { workspaceId: `ws_${runner}_${name}`, domain: 'owner.example', taskType: 'extract' } as const;
  });
  const [judged, failed, kept] = places as [(typeof places)[0], (typeof places)[0], (typeof places)[0]];
  const seen = outcome(runner, judged);
  for (const one of [seen, outcome(runner, { ...failed, ...FAILED }), outcome(runner, kept)])
    await learn(router, one);
  const before = successIn(router, judged, runner);
  const shared = await sharedEffects();
  await router.recount(seen.attemptId, judged, { correct: false, isShared: false });
  await router.prepare(judged);
  const wrong = successIn(router, judged, runner);
  expect(wrong).toBeLessThan(before);
  // As if the attempt had failed.
  expect(wrong).toBeCloseTo(successIn(router, failed, runner), 1);
  // A stranger's word moves nothing that others share: the two rows of the fold apart.
  await router.settled();
  const after = await sharedEffects();
  const moved = after.filter(
    (row, at) => Math.abs(Number(row.complete_h) - Number(shared[at]?.complete_h)) > 0.01,
  );
  expect(shared.length === after.length ? moved : []).toEqual([]);
  // The same word twice is one word.
  await router.recount(seen.attemptId, judged, { correct: false, isShared: false });
  await router.prepare(judged);
  expect(successIn(router, judged, runner)).toBeCloseTo(wrong, 5);
  await router.recount(seen.attemptId, judged, { correct: true, isShared: false });
  await router.prepare(judged);
  expect(successIn(router, judged, runner)).toBeGreaterThan(wrong);
});

test('the word of a claimed account moves what all share', async () => {
  await using router = await startRouter();
  const scope = { workspaceId: 'ws_claimed', domain: 'claimed.example', taskType: 'extract' } as const;
  const other = { workspaceId: 'ws_elsewhere', domain: 'elsewhere.example' };
  const seen = outcome('three', scope);
  await learn(router, seen);
  await router.settled();
  const before = successIn(router, other, 'three');
  await router.recount(seen.attemptId, scope, { correct: false, isShared: true });
  expect(successIn(router, other, 'three')).toBeLessThan(before);
  // Nothing is known of such an attempt, or not any more.
  await router.recount('att_unknown', scope, { correct: true, isShared: true });
});

test('a restart forgets nothing', async () => {
  const scope = { workspaceId: 'ws_restart', domain: 'restart.example', taskType: 'extract' } as const;
  await using before = await startRouter();
  for (const over of [{}, FAILED, BLOCKED, {}, {}])
    await learn(before, outcome('one', { ...scope, ...over }));
  await before.settled();
  await using after = await startRouter();
  await after.prepare(scope);
  const isMeant = (key: string) => key.includes('ws_restart') || key === 'r' || key === 'g';
  expectSame(numbersOf(after.state, isMeant), numbersOf(before.state, isMeant));
  const context = aContext({ ...scope, nowMs: systemClock.now().getTime() });
  expect(after.decide(context).chain).toEqual(before.decide(context).chain);
  expect(after.state.sites.get('ws_restart|restart.example')).toEqual(
    before.state.sites.get('ws_restart|restart.example'),
  );
});

test('a committed observation that was not folded is found by the next instance', async () => {
  const scope = { workspaceId: 'ws_crash', domain: 'crash.example' };
  const dying = await startRouter();
  const seen = outcome('crashed', scope);
  await db.batch(dying.observeStatements(seen));
  await using next = await startRouter();
  expect(next.state.effects.get('r')?.get('crashed')?.[BLOCK_N]).toBeCloseTo(1, 3);
  // The other comes back to life: nothing is counted twice.
  dying.observed(seen);
  await dying.settled();
  await using last = await startRouter();
  expect(last.state.effects.get('r')?.get('crashed')?.[BLOCK_N]).toBeCloseTo(1, 3);
  await dying[Symbol.asyncDispose]();
});

test('an observation during a fold is folded next', async () => {
  await using router = await startRouter();
  const [first, second] = ['one', 'two'].map((runner) => outcome(runner, { workspaceId: 'ws_during' }));
  if (!first || !second) throw new Error('there are two');
  for (const seen of [first, second]) await db.batch(router.observeStatements(seen));
  router.observed(first);
  // Its fold has begun and waits for us.
  const folding = await db.transaction(async (run) => {
    await run(sql`select from router_unfolded where attempt_id = ${first.attemptId} for update`);
    const begun = router.settled();
    await vi.waitFor(async () =>
      expect(await db.query(sql`select from pg_locks where not granted`)).toHaveLength(1),
    );
    router.observed(second);
    return { begun };
  });
  await folding.begun;
  await router.settled();
  const left = sql`select attempt_id from router_unfolded where attempt_id = any(${[first.attemptId, second.attemptId]})`;
  expect(await db.query(left)).toEqual([]);
});

test('two instances at once lose nothing', async () => {
  const scope = { workspaceId: 'ws_two', domain: 'two.example' };
  await using one = await startRouter();
  await using other = await startRouter();
  const work = async (router: LearnedRouter) => {
    for (let at = 0; at < 25; at += 1) {
      await learn(router, outcome('both', { ...scope, ...(at % 3 ? {} : FAILED) }));
      if (at % 5 === 0) await router.settled();
    }
    await router.settled();
  };
  await Promise.all([work(one), work(other)]);
  await using fresh = await startRouter();
  await fresh.prepare({ ...scope, taskType: 'extract' });
  for (const key of ['r', 'rt|extract', 'rd|ws_two|two.example'])
    expect(fresh.state.effects.get(key)?.get('both')?.[BLOCK_N], key).toBeCloseTo(50, 1);
});

test('a cold domain costs one question to the database, a warm one none', async () => {
  const scope = { workspaceId: 'ws_warm', domain: 'warm.example', taskType: 'extract' } as const;
  let trips = 0;
  const counting = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'batch' || name === 'query') trips += 1;
      return value.bind(target);
    },
  });
  await using router = new LearnedRouter({ instanceId: 'warm', db: counting, clock: systemClock, log });
  await router.start();
  trips = 0;
  await router.prepare(scope);
  expect(trips).toBe(1);
  await router.prepare(scope);
  router.decide(aContext(scope));
  expect(trips).toBe(1);
});

test('a success that a repeat shows to be hollow is taken back, once', async () => {
  const scope = { workspaceId: 'ws_hollow', domain: 'hollow.example', taskType: 'extract' } as const;
  const broken = { ...FAILED, errorCode: 'schema_violation', isHollow: true };
  await using router = await startRouter();
  await learn(router, outcome('hollow', { ...scope, task: 'same' }));
  await learn(router, outcome('hollow', { ...scope, task: 'other' }));
  await learn(router, outcome('others', { ...scope, task: 'same' }));
  for (const repeat of [1, 2]) {
    await learn(router, outcome('hollow', { ...scope, task: 'same', ...broken }));
    await router.settled();
    const taken = await db.query(
      sql`select facts ->> 'task' as task, facts -> 'runner' ->> 'runner' as runner from router_observations
          where workspace_id = 'ws_hollow' and retracted_at is not null`,
    );
    expect(taken).toEqual([{ task: 'same', runner: 'hollow' }]);
    await using fresh = await startRouter();
    for (const { state } of [router, fresh]) {
      await router.prepare(scope);
      await fresh.prepare(scope);
      // The remaining success, and the failures.
      for (const key of ['r', 'rd|ws_hollow|hollow.example'])
        expect(state.effects.get(key)?.get('hollow')?.[BLOCK_N]).toBeCloseTo(1 + repeat, 3);
      expect(state.sites.get('ws_hollow|hollow.example')?.tasks.extract?.winner?.runner).toBe('others');
    }
  }
});

test('an impossible observation is refused and logged', async () => {
  await using router = await startRouter();
  warnings.length = 0;
  expect(router.observeStatements(outcome('one', { costMicro: Number.NaN }))).toEqual([]);
  expect(router.observeStatements(outcome('one', { costMicro: -1 }))).toEqual([]);
  expect(warnings.filter((line) => line.includes('impossible observation'))).toHaveLength(2);
});

test("a workspace's domains are read for nobody else", async () => {
  const domain = 'secret.example';
  await using router = await startRouter();
  await learn(router, outcome('one', { workspaceId: 'ws_owner', domain, defense: 'datadome' }));
  await router.settled();
  await using fresh = await startRouter();
  const stranger = { workspaceId: 'ws_stranger', domain: 'secret.test', taskType: 'extract' } as const;
  await fresh.prepare(stranger);
  await fresh.prepare({ ...stranger, domain });
  const decision = fresh.decide(aContext({ ...stranger, domain }));
  expect(decision.siteProfile.defense).toBe('unknown');
  expect(decision.evidenceDepth).toEqual({ domainVisits: 0, domainEvidence: 0, runnersTried: 0 });
  expect(JSON.stringify(fresh.decide(aContext(stranger)))).not.toContain(domain);
  await fresh.prepare({ ...stranger, workspaceId: 'ws_owner' });
  const own = fresh.decide(aContext({ ...stranger, workspaceId: 'ws_owner' }));
  expect(own.neighborsUsed).toMatchObject([{ domain }]);
});

test('a look from outside is kept, and does not overwrite the findings of an attempt', async () => {
  const scope = { workspaceId: 'ws_look', domain: 'look.example', taskType: 'extract' } as const;
  await using router = await startRouter(async () => ({ defense: 'akamai', tags: ['next/open', 'product'] }));
  await router.prepare(scope);
  router.look('https://look.example/', scope);
  await router.settled();
  expect(router.decide(aContext(scope)).siteProfile).toMatchObject({
    defense: 'akamai',
    source: 'probe',
    tags: ['next/open', 'product'],
  });
  await learn(router, outcome('one', { ...scope, ...BLOCKED, defense: 'datadome' }));
  expect(router.decide(aContext(scope)).siteProfile).toMatchObject({
    defense: 'datadome',
    source: 'attempt',
  });
});

test('attempts side by side, and a look meanwhile, take nothing from each other', async () => {
  const scope = { workspaceId: 'ws_side', domain: 'side.example', taskType: 'extract' } as const;
  await using router = await startRouter(async () => ({ defense: 'none', tags: ['next/open', 'product'] }));
  await router.prepare(scope);
  const probes = ['good', 'bad', 'worse'].map((runner) =>
    outcome(runner, { ...scope, source: 'learning', defense: null, ...(runner === 'good' ? {} : FAILED) }),
  );
  // All of them are over before the first is written down.
  await db.batch(probes.flatMap((seen) => router.observeStatements(seen)));
  router.look('https://side.example/', scope);
  await router.settled();
  for (const seen of probes) router.observed(seen);
  await router.settled();
  const known = {
    defense: 'none',
    attempts: 3,
    tasks: { extract: { sweep: { runner: 'good', id: 'resp_1' } } },
  };
  expect(router.state.sites.get('ws_side|side.example')).toMatchObject(known);
  await using fresh = await startRouter();
  await fresh.prepare(scope);
  expect(fresh.state.sites.get('ws_side|side.example')).toMatchObject(known);
});

test('a broken effect is opened in the tables too', async () => {
  const scope = { workspaceId: 'ws_break', taskType: 'extract' } as const;
  await using router = await startRouter();
  for (let at = 0; at < 40; at += 1)
    await learn(router, outcome('breaks', { ...scope, domain: `a${at}.example` }));
  await router.settled();
  const known = router.state.effects.get('r')?.get('breaks')?.[4] ?? 0;
  for (let at = 0; at < 8; at += 1)
    await learn(router, outcome('breaks', { ...scope, domain: `b${at}.example`, ...FAILED }));
  await router.settled();
  const [row] = await db.query<{ lam: number }>(
    sql`select complete_lam as lam from router_effects where key = 'r' and col = 'breaks'`,
  );
  expect(row?.lam).toBeLessThan(known);
});

test('a database that is away leaves the catalog to decide', async () => {
  const away = new Db({ url: 'postgres://nobody@127.0.0.1:1/none', log, clock: systemClock });
  await using router = new LearnedRouter({ instanceId: 'away', db: away, clock: systemClock, log });
  await router.start();
  await router.prepare({ workspaceId: 'ws', domain: 'a.example', taskType: 'extract' });
  expect(router.decide(aContext({ candidates: [aCandidate('one'), aCandidate('two')] }))).toMatchObject({
    strategy: 'fallback',
    reason: 'fallback_static_chain',
  });
  await away[Symbol.asyncDispose]();
});
