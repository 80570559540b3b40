import type { Db, Tx } from '../platform/db.ts';
import { observe } from './model/observe.ts';
import { kindOf, LEVELS } from './model/parameters.ts';
import { type Conditions, keyAt } from './model/predict.ts';
import { type Site, type SiteChange, siteAfter } from './model/site.ts';
import {
  type Deltas,
  type EffectDelta,
  effectHalfLifeMs,
  remaining,
  type State,
  type SumDelta,
  scaled,
  siteKey,
} from './model/state.ts';
import type { AttemptOutcome, OwnersWord } from './port.ts';
import {
  addEffects,
  addSums,
  type Facts,
  keepMemory,
  keepRecount,
  keepSites,
  lockObservation,
  lockSites,
  type Memory,
  type ObservationRow,
  observationOf,
  reopenEffects,
  type SiteRow,
  takeForRetraction,
  takeLeftBehind,
  takeObservations,
} from './store.ts';

/** From journal to tables: the changes of several attempts become one change of each row. */

interface Observation {
  outcome: Pick<AttemptOutcome, 'attemptId' | 'workspaceId'>;
  deltas: Deltas;
}

/** Writes down the observations of this instance. Observations that another has folded meanwhile are left alone. */
export async function fold(db: Db, batch: readonly Observation[]): Promise<void> {
  await db.transaction(async (run) => {
    const ids = batch.map(({ outcome }) => outcome.attemptId);
    const open = new Set(
      (await run<{ attempt_id: string }>(takeObservations(ids))).map((row) => row.attempt_id),
    );
    await writeAll(
      run,
      batch.filter(({ outcome }) => open.has(outcome.attemptId)),
    );
  });
}

// By then the writer of an observation has folded it or is gone.
const LEFT_BEHIND_MS = 30_000;
const BATCH = 200;

/** Folds observations of instances that are gone. */
export async function foldLeftBehind(db: Db, state: State, olderThanMs = LEFT_BEHIND_MS): Promise<number> {
  let all = 0;
  for (let found = BATCH; found === BATCH; all += found)
    found = await db.transaction(async (run) => {
      const taken = (await run<ObservationRow>(takeLeftBehind(olderThanMs, BATCH))).map(observationOf);
      const known = taken.flatMap(({ facts, moves }) => {
        const deltas = observe(state, facts);
        return deltas ? [{ outcome: facts, deltas: { ...deltas, effects: effectsOf(facts, moves, 1) } }] : [];
      });
      await writeAll(run, known);
      return taken.length;
    });
  return all;
}

async function writeAll(run: Tx, batch: readonly Observation[]): Promise<void> {
  const effects = merged<EffectDelta>(
    batch,
    ({ deltas }) => deltas.effects,
    () => 1,
  );
  const sums = merged<SumDelta>(
    batch,
    ({ deltas }) => deltas.sums,
    (sum, { fade }) => {
      sum.fade *= fade;
      return fade;
    },
  );
  const sites = batch.flatMap(({ deltas, outcome: { workspaceId } }) =>
    deltas.sites.map(({ key, change }) => ({
      workspaceId,
      domain: key.slice(workspaceId.length + 1),
      change,
    })),
  );
  const memory = new Map<string, Memory>(
    batch.flatMap(({ deltas }) => [
      ...deltas.changes.map(({ key, value }) => [`change|${key}`, value] as const),
      ...deltas.probation.map(({ key, value }) => [`probation|${key}`, value] as const),
      ...deltas.differing.map(({ key, value }) => [`differing|${key}`, value] as const),
    ]),
  );
  const reopened = batch.flatMap(({ deltas }) => deltas.reopened);
  if (effects.length > 0) await run(addEffects(effects));
  if (reopened.length > 0) await run(reopenEffects(reopened));
  if (sums.length > 0) await run(addSums(sums));
  if (sites.length > 0) await changeSites(run, sites);
  if (memory.size > 0) await run(keepMemory([...memory].map(([key, value]) => ({ key, value }))));
}

type LockedSite = { workspace_id: string; domain: string; value: Site };

/** One after the other, on the present rows: no instance overwrites the evidence of another. */
async function changeSites(run: Tx, changes: readonly (SiteRow & { change: SiteChange })[]): Promise<void> {
  const sites = new Map(changes.map((one) => [siteKey(one.workspaceId, one.domain), one]));
  const rows = await run<LockedSite>(lockSites([...sites.values()]));
  const updated = rows.map(({ workspace_id: workspaceId, domain, value: before }) => {
    const own = changes.filter((one) => one.workspaceId === workspaceId && one.domain === domain);
    const value = own.reduce<Site>((site, { change }) => siteAfter(site, change), before);
    return { workspaceId, domain, value };
  });
  await run(keepSites(updated));
}

/** Keeps a fact about one site from outside an attempt. */
export async function keepChange(db: Db, row: SiteRow, change: SiteChange): Promise<void> {
  await db.transaction((run) => changeSites(run, [{ ...row, change }]));
}

/** Takes an attempt's evidence out of the effects again, as far as it has not faded; its site, or null when there was none. */
export async function retract(db: Db, attemptId: string): Promise<string | null> {
  return db.transaction(async (run) => {
    const [row] = await run<ObservationRow>(takeForRetraction(attemptId));
    if (!row) return null;
    const { facts, moves, ageMs } = observationOf(row);
    const effects = effectsOf(facts, moves, -1, ageMs).map((delta) => withOwner(delta, facts.workspaceId));
    if (effects.length > 0) await run(addEffects(effects));
    const { workspaceId, domain, taskType: task, runner } = facts;
    if (domain === null) return null;
    const change = { by: 'retraction', task, runner: runner.runner } as const;
    if (facts.verdict === 'succeeded') await changeSites(run, [{ workspaceId, domain, change }]);
    return siteKey(workspaceId, domain);
  });
}

/** Replaces an attempt's verdict with its owner's feedback; null if nothing changes. */
export async function recount(
  db: Db,
  state: State,
  nowMs: number,
  { attemptId, correct, isShared }: { attemptId: string } & OwnersWord,
): Promise<{ site: string | null } | null> {
  return db.transaction(async (run) => {
    const [row] = await run<ObservationRow & { owner_correct: boolean | null }>(lockObservation(attemptId));
    if (!row || row.owner_correct === correct) return null;
    const { facts, moves, ageMs } = observationOf(row);
    const deltas = observe(state, { ...byOwner(facts, correct), nowMs });
    if (!deltas) return null;
    const isOwn = (level: number) => isShared || LEVELS[level]?.of === 'domain';
    const fresh = deltas.effects.filter(({ level }) => isOwn(level));
    const updated = [...movesOf(fresh), ...someMoves(moves, (level) => !isOwn(level))];
    const before = row.is_retracted ? [] : effectsOf(facts, moves, -1, ageMs);
    const exchanged = sumsOf([...before, ...effectsOf(facts, updated, 1, ageMs)]);
    if (exchanged.length > 0)
      await run(addEffects(exchanged.map((delta) => withOwner(delta, facts.workspaceId))));
    await run(keepRecount(attemptId, correct, updated));
    const { workspaceId, domain, taskType: task, runner } = facts;
    if (domain === null) return { site: null };
    const change = { by: 'retraction', task, runner: runner.runner } as const;
    if (!correct) await changeSites(run, [{ workspaceId, domain, change }]);
    return { site: siteKey(workspaceId, domain) };
  });
}

/** The outcome as the owner saw it; unchanged where the verdict says the same. */
function byOwner(facts: Facts, correct: boolean): Facts {
  const isSuccess = facts.verdict === 'succeeded' || (facts.verdict === 'empty' && facts.answerPresent);
  if (isSuccess === correct) return facts;
  return correct
    ? { ...facts, verdict: 'succeeded', fault: 'none', answerPresent: true, errorCode: null }
    : { ...facts, verdict: 'failed', fault: 'runner', answerPresent: false, errorCode: 'run_failed' };
}

function someMoves(moves: readonly number[], isWanted: (level: number) => boolean): number[] {
  return moves.filter((_, at) => isWanted(moves[at - (at % NUMBERS)] ?? 0));
}

/** One change for each row. */
function sumsOf(deltas: readonly EffectDelta[]): EffectDelta[] {
  const rows = Map.groupBy(deltas, ({ key, column }) => `${key}\n${column}`);
  return [...rows.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const add = first.add.map((value, at) =>
      others.reduce((sum, other) => sum + (other.add[at] ?? 0), value),
    );
    return { ...first, add: scaled(add, 1) };
  });
}

const NUMBERS = 7;

/** Seven numbers for each effect: its level, and the added evidence. */
export function movesOf(effects: readonly EffectDelta[]): number[] {
  return effects.flatMap(({ level, add }) => [level, ...add]);
}

/** The effects that an attempt touched, from its stored observation. */
function effectsOf(facts: Facts, moves: readonly number[], sign: 1 | -1, ageMs = 0): EffectDelta[] {
  const site = facts.domain === null ? null : siteKey(facts.workspaceId, facts.domain);
  const conditions: Conditions = {
    nowMs: 0,
    site,
    cluster: facts.cluster,
    tags: facts.tags,
    task: facts.taskType,
  };
  const found: EffectDelta[] = [];
  for (let start = 0; start < moves.length; start += NUMBERS) {
    const [level = 0, ...add] = moves.slice(start, start + NUMBERS);
    const key = keyAt(level, conditions);
    const of = LEVELS[level]?.column;
    if (key === null || of === undefined) continue;
    const column = of === 'runner' ? facts.runner.runner : of === 'kind' ? kindOf(facts.runner) : '';
    const left = sign * remaining(ageMs, effectHalfLifeMs(level));
    found.push({ level, key, column, add: scaled(add, left) });
  }
  return found;
}

/** One change of each row; `left` is the share of the earlier value that stays. */
function merged<T extends EffectDelta | SumDelta>(
  batch: readonly Observation[],
  pick: (one: Observation) => readonly T[],
  left: (sum: T, delta: T) => number,
) {
  const found = new Map<string, ReturnType<typeof withOwner<T>>>();
  for (const one of batch)
    for (const delta of pick(one)) {
      const name = `${delta.key}\n${delta.column}`;
      const sum = found.get(name);
      if (!sum) {
        found.set(name, withOwner({ ...delta, add: [...delta.add] }, one.outcome.workspaceId));
        continue;
      }
      const rest = left(sum, delta);
      for (const [at, value] of delta.add.entries()) sum.add[at] = (sum.add[at] ?? 0) * rest + value;
    }
  return [...found.values()];
}

/** Rows about a domain or a workspace's own keys belong to that workspace; all others are shared. */
function withOwner<T extends { key: string }>(
  delta: T,
  workspaceId: string,
): T & { workspaceId: string | null } {
  const isOwn = delta.key.includes(`|${workspaceId}`);
  return { ...delta, workspaceId: isOwn ? workspaceId : null };
}
