import sql, { raw } from 'sql-template-tag';
import type { Db, Row, Statement } from '../platform/db.ts';
import { json, prepared } from '../platform/sql.ts';
import { CHANGE, kindOf, levelAt, precisionLimit } from './model/parameters.ts';
import { newSite, type Site } from './model/site.ts';
import {
  type ChangeTest,
  type Effect,
  type EffectDelta,
  effectHalfLifeMs,
  type Neighbor,
  type Probation,
  type SumDelta,
  siteKey,
} from './model/state.ts';
import type { AttemptOutcome, Defense, Differing } from './port.ts';

export type Memory = ChangeTest | Probation | Differing;

/** A stored observation: the attempt, and the place of its effects. */
export type Facts = AttemptOutcome & { cluster: Defense; tags: string[] };

export interface SiteRow {
  workspaceId: string;
  domain: string;
}

export interface StoredObservation {
  attemptId: string;
  facts: Facts;
  moves: number[];
  ageMs: number;
}

export function insertObservation(facts: Facts, moves: readonly number[]): Statement {
  return prepared(
    'router_observe',
    sql`with observed as (
        insert into router_observations (attempt_id, workspace_id, facts, moves)
        values (${facts.attemptId}, ${facts.workspaceId}, ${json(facts)}, ${`{${moves.join(',')}}`})
        on conflict (attempt_id) do nothing returning attempt_id, at)
      insert into router_unfolded (attempt_id, at) select attempt_id, at from observed`,
  );
}

/** Takes those of the list that wait to be folded. */
export function takeObservations(ids: readonly string[]): Statement {
  return prepared(
    'router_take',
    sql`delete from router_unfolded where attempt_id = any(${ids}) returning attempt_id`,
  );
}

/** The same for observations that others left behind. */
export function takeLeftBehind(olderThanMs: number, limit: number): Statement {
  return prepared(
    'router_take_left_behind',
    sql`with left_behind as (
        select attempt_id from router_unfolded
        where at < db_now() - make_interval(secs => ${olderThanMs / 1000}::float8)
        order by attempt_id limit ${limit} for update skip locked
      ), taken as (
        delete from router_unfolded u using left_behind where u.attempt_id = left_behind.attempt_id returning u.attempt_id
      )
      select attempt_id, facts, moves, extract(epoch from db_now() - at)::float8 * 1000 as age_ms
      from taken join router_observations using (attempt_id) order by at`,
  );
}

/** The attempt's lesson, once: a second call finds it taken back. */
export function takeForRetraction(attemptId: string): Statement {
  return sql`update router_observations set retracted_at = db_now()
    where attempt_id = ${attemptId} and retracted_at is null and owner_correct is null
    returning attempt_id, facts, moves, extract(epoch from db_now() - at)::float8 * 1000 as age_ms`;
}

/** The attempt's lesson, to be exchanged for another; where it was taken back, only its owner may count it again. */
export function lockObservation(attemptId: string): Statement {
  return sql`select attempt_id, facts, moves, retracted_at is not null as is_retracted, owner_correct,
      extract(epoch from db_now() - at)::float8 * 1000 as age_ms
    from router_observations where attempt_id = ${attemptId} for update`;
}

export function keepRecount(attemptId: string, correct: boolean, moves: readonly number[]): Statement {
  return sql`update router_observations
    set owner_correct = ${correct}, moves = ${`{${moves.join(',')}}`}, retracted_at = null where attempt_id = ${attemptId}`;
}

/** Earlier successes of the same task by the same runner; a replay repeats another's. */
export function findRepeats({ workspaceId, task, runner }: AttemptOutcome): Statement {
  return sql`select attempt_id from router_observations
    where workspace_id = ${workspaceId} and facts ->> 'task' = ${task} and facts ->> 'verdict' = 'succeeded' and retracted_at is null
      and (facts -> 'runner' ->> 'runner' = ${runner.runner} or ${kindOf(runner) === 'replay'}::boolean)
      and at > db_now() - interval '7 days' limit 50`;
}

export function forgetObservations(): Statement {
  return sql`delete from router_observations where attempt_id in (
    select attempt_id from router_observations
    where at < db_now() - interval '14 days' and attempt_id not in (select attempt_id from router_unfolded) limit 2000)`;
}

export interface ObservationRow extends Row {
  attempt_id: string;
  facts: Facts;
  moves: number[];
  age_ms: number;
}

export function observationOf(row: ObservationRow): StoredObservation {
  return { attemptId: row.attempt_id, facts: row.facts, moves: row.moves, ageMs: row.age_ms };
}

/** Adds to effects, with the decay of the present evidence and the floor of the variance. In the order of the key: no deadlocks. */
export function addEffects(deltas: readonly (EffectDelta & { workspaceId: string | null })[]): Statement {
  const rows = deltas.toSorted((one, other) => byKey(one, other));
  const of = (pick: (delta: (typeof rows)[number]) => unknown) => rows.map(pick);
  const level = ({ level: at }: EffectDelta) => levelAt(at);
  return prepared(
    'router_add_effects',
    sql`insert into router_effects as e (key, col, workspace_id, half_life_ms, block_tau2, block_limit, complete_tau2,
        complete_limit, block_lam, block_h, block_n, complete_lam, complete_h, complete_n, updated_at)
      select d.key, d.col, d.ws, d.half_life, d.bt, d.bc, d.ct, d.cc, d.bl, d.bh, d.bn, d.cl, d.ch, d.cn, db_now()
      from unnest(${of((row) => row.key)}::text[], ${of((row) => row.column)}::text[], ${of((row) => row.workspaceId)}::text[],
        ${of((row) => effectHalfLifeMs(row.level))}::float8[],
        ${of((row) => level(row).tau2[0])}::float8[], ${of((row) => precisionLimit(level(row), 0))}::float8[],
        ${of((row) => level(row).tau2[1])}::float8[], ${of((row) => precisionLimit(level(row), 1))}::float8[],
        ${of((row) => row.add[0])}::float8[], ${of((row) => row.add[1])}::float8[], ${of((row) => row.add[2])}::float8[],
        ${of((row) => row.add[3])}::float8[], ${of((row) => row.add[4])}::float8[], ${of((row) => row.add[5])}::float8[])
        as d (key, col, ws, half_life, bt, bc, ct, cc, bl, bh, bn, cl, ch, cn)
      on conflict (key, col) do update set
        block_lam = router_lam(e.block_lam * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.block_lam, excluded.block_limit),
        block_h = router_h(e.block_lam * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.block_lam,
          e.block_h * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.block_h, excluded.block_tau2, excluded.block_limit),
        block_n = greatest(0, e.block_n * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.block_n),
        complete_lam = router_lam(e.complete_lam * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.complete_lam, excluded.complete_limit),
        complete_h = router_h(e.complete_lam * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.complete_lam,
          e.complete_h * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.complete_h, excluded.complete_tau2, excluded.complete_limit),
        complete_n = greatest(0, e.complete_n * router_left(excluded.updated_at - e.updated_at, e.half_life_ms) + excluded.complete_n),
        half_life_ms = excluded.half_life_ms, block_tau2 = excluded.block_tau2, block_limit = excluded.block_limit,
        complete_tau2 = excluded.complete_tau2, complete_limit = excluded.complete_limit, updated_at = excluded.updated_at`,
  );
}

/** After a change test's alarm: little precision stays, the mean does. */
export function reopenEffects(reopened: readonly { key: string; column: string }[]): Statement {
  const rows = reopened.toSorted(byKey);
  const keep = CHANGE.keep;
  return sql`update router_effects e set
      block_h = block_h / (1 / block_tau2 + block_lam) * (1 / block_tau2 + least(block_lam, ${keep}::float8 / block_tau2)),
      block_lam = least(block_lam, ${keep}::float8 / block_tau2),
      complete_h = complete_h / (1 / complete_tau2 + complete_lam) * (1 / complete_tau2 + least(complete_lam, ${keep}::float8 / complete_tau2)),
      complete_lam = least(complete_lam, ${keep}::float8 / complete_tau2), updated_at = db_now()
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.column)}::text[]) as d (key, col)
    where e.key = d.key and e.col = d.col`;
}

export function addSums(deltas: readonly (SumDelta & { workspaceId: string | null })[]): Statement {
  const rows = deltas.toSorted(byKey);
  const of = (pick: (delta: (typeof rows)[number]) => unknown) => rows.map(pick);
  return prepared(
    'router_add_sums',
    sql`insert into router_sums as s (key, col, workspace_id, half_life_ms, fade, v, updated_at)
      select d.key, d.col, d.ws, d.half_life, d.fade, d.v::float8[], db_now()
      from unnest(${of((row) => row.key)}::text[], ${of((row) => row.column)}::text[], ${of((row) => row.workspaceId)}::text[],
        ${of((row) => row.halfLifeMs)}::float8[], ${of((row) => row.fade)}::float8[],
        ${of((row) => `{${row.add.join(',')}}`)}::text[]) as d (key, col, ws, half_life, fade, v)
      on conflict (key, col) do update set fade = excluded.fade, updated_at = excluded.updated_at,
        v = router_added(s.v, excluded.v, excluded.fade * router_left(excluded.updated_at - s.updated_at, excluded.half_life_ms))`,
  );
}

/** Locks and reads sites, in key order to avoid deadlocks; unknown sites get a row. */
export function lockSites(sites: readonly SiteRow[]): Statement {
  const rows = sites.toSorted(bySite);
  return sql`insert into router_sites as s (workspace_id, domain, value, attempts)
    select d.ws, d.domain, ${json(newSite())}::jsonb, 0
    from unnest(${rows.map((row) => row.workspaceId)}::text[], ${rows.map((row) => row.domain)}::text[]) as d (ws, domain)
    on conflict (workspace_id, domain) do update set updated_at = db_now()
    returning workspace_id, domain, value`;
}

export function keepSites(sites: readonly (SiteRow & { value: Site })[]): Statement {
  const rows = sites.toSorted(bySite);
  return sql`update router_sites s set value = d.value::jsonb, attempts = d.attempts
    from unnest(${rows.map((row) => row.workspaceId)}::text[], ${rows.map((row) => row.domain)}::text[],
      ${rows.map((row) => json(row.value))}::text[], ${rows.map((row) => row.value.attempts)}::int[]) as d (ws, domain, value, attempts)
    where s.workspace_id = d.ws and s.domain = d.domain`;
}

function bySite(one: SiteRow, other: SiteRow): number {
  return order(siteKey(one.workspaceId, one.domain), siteKey(other.workspaceId, other.domain));
}

export function keepMemory(entries: readonly { key: string; value: Memory }[]): Statement {
  const rows = entries.toSorted((one, other) => order(one.key, other.key));
  return sql`insert into router_memory (key, value)
    select * from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => json(row.value))}::jsonb[])
    on conflict (key) do update set value = excluded.value, updated_at = db_now()`;
}

export interface LoadedEffect {
  key: string;
  column: string;
  effect: Effect;
}
export interface LoadedSum {
  key: string;
  column: string;
  atMs: number;
  values: number[];
}

const EFFECT_COLUMNS = `key, col, block_lam, block_h, block_n, complete_lam, complete_h, complete_n,
  extract(epoch from db_now() - updated_at)::float8 * 1000 as age_ms`;
const SUM_COLUMNS = 'key, col, v, extract(epoch from db_now() - updated_at)::float8 * 1000 as age_ms';

/** The evidence that all workspaces share, or its changes within these milliseconds. */
export async function loadShared(db: Db, nowMs: number, withinMs: number | null) {
  const since = withinMs === null ? null : withinMs / 1000;
  const [effects = [], sums = [], memory = []] = await db.batch<
    [EffectRow[], SumRow[], { key: string; value: Memory }[]]
  >([
    prepared(
      'router_shared_effects',
      sql`select ${raw(EFFECT_COLUMNS)} from router_effects
        where workspace_id is null and updated_at >= coalesce(db_now() - make_interval(secs => ${since}::float8), '-infinity')`,
    ),
    prepared(
      'router_shared_sums',
      sql`select ${raw(SUM_COLUMNS)} from router_sums
        where workspace_id is null and updated_at >= coalesce(db_now() - make_interval(secs => ${since}::float8), '-infinity')`,
    ),
    prepared(
      'router_memory',
      sql`select key, value from router_memory
        where updated_at >= coalesce(db_now() - make_interval(secs => ${since}::float8), '-infinity') and key not like 'import|%'`,
    ),
  ]);
  return {
    effects: effects.map((row) => effectOf(row, nowMs)),
    sums: sums.map((row) => sumOf(row, nowMs)),
    memory: memory.map((row) => ({ key: row.key, value: row.value })),
  };
}

type NeighborRow = { domain: string; similarity: number; attempts: number; value: Site };

/** A workspace's evidence about a site, and its other sites of a similar name: one round trip. */
export async function loadSite(
  db: Db,
  nowMs: number,
  of: { workspaceId: string; domain: string; effectKeys: readonly string[]; sumKeys: readonly string[] },
) {
  const [effects = [], sums = [], sites = [], neighbors = []] = await db.batch<
    [EffectRow[], SumRow[], { value: Site }[], NeighborRow[]]
  >([
    prepared(
      'router_site_effects',
      sql`select ${raw(EFFECT_COLUMNS)} from router_effects where key = any(${of.effectKeys})`,
    ),
    prepared(
      'router_site_sums',
      sql`select ${raw(SUM_COLUMNS)} from router_sums where key = any(${of.sumKeys})`,
    ),
    prepared(
      'router_site',
      sql`select value from router_sites where workspace_id = ${of.workspaceId} and domain = ${of.domain}`,
    ),
    prepared(
      'router_neighbors',
      sql`select domain, similarity, attempts, value from (
          select domain, attempts, value, router_similarity(domain, ${of.domain}) as similarity
          from (select domain, attempts, value from router_sites
            where workspace_id = ${of.workspaceId} and domain <> ${of.domain} order by attempts desc limit 500) known
        ) compared where similarity >= 0.3 order by similarity * attempts / (attempts + 5.0) desc limit 5`,
    ),
  ]);
  return {
    effects: effects.map((row) => effectOf(row, nowMs)),
    sums: sums.map((row) => sumOf(row, nowMs)),
    site: sites[0]?.value ?? null,
    neighbors: neighbors.map(({ domain, similarity, attempts, value: { defense, tags } }): Neighbor => {
      return { domain, similarity, evidence: attempts, defense, tags };
    }),
  };
}

/** The last minutes of attempts, for telling outages from slow runners. */
export async function loadRecent(
  db: Db,
  withinMs: number,
): Promise<(StoredObservation & { isRetracted: boolean })[]> {
  const rows = await db.query<
    ObservationRow & { is_retracted: boolean }
  >(sql`select attempt_id, facts, moves, retracted_at is not null as is_retracted,
      extract(epoch from db_now() - at)::float8 * 1000 as age_ms
    from router_observations where at > db_now() - make_interval(secs => ${withinMs / 1000}) order by at desc limit 2000`);
  return rows.map((row) => ({ ...observationOf(row), isRetracted: row.is_retracted })).reverse();
}

export interface EffectRow extends Row {
  key: string;
  col: string;
  age_ms: number;
  block_lam: number;
  block_h: number;
  block_n: number;
  complete_lam: number;
  complete_h: number;
  complete_n: number;
}

interface SumRow extends Row {
  key: string;
  col: string;
  age_ms: number;
  v: number[];
}

function effectOf(row: EffectRow, nowMs: number): LoadedEffect {
  const { block_lam, block_h, block_n, complete_lam, complete_h, complete_n } = row;
  const numbers = [block_lam, block_h, block_n, complete_lam, complete_h, complete_n] as const;
  return { key: row.key, column: row.col, effect: [nowMs - row.age_ms, ...numbers] };
}

function sumOf({ key, col, age_ms, v }: SumRow, nowMs: number): LoadedSum {
  return { key, column: col, atMs: nowMs - age_ms, values: v };
}

function byKey(one: { key: string; column: string }, other: { key: string; column: string }): number {
  return order(one.key, other.key) || order(one.column, other.column);
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
