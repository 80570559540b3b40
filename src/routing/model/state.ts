import type { Defense, Differing } from '../port.ts';
import { CHANGE, LEVELS, precisionLimit } from './parameters.ts';
import { type Site, type SiteChange, siteAfter } from './site.ts';

/**
 * The evidence about one effect: precision, precision times mean, and discounted attempts, of both questions. An array of doubles
 * and no object: a decision reads thousands of them, and objects would scatter the numbers over the memory.
 */
export type Effect = [
  atMs: number,
  blockLam: number,
  blockH: number,
  blockN: number,
  completeLam: number,
  completeH: number,
  completeN: number,
];
export const [AT, BLOCK_LAM, BLOCK_H, BLOCK_N, COMPLETE_LAM, COMPLETE_H] = [0, 1, 2, 3, 4, 5, 6] as const;

/** The sums of unverified runners that worked: one for the first success. */
export const WORKED = 'worked';

/** Discounted sums; their key names their subject. */
export interface Sum {
  atMs: number;
  values: number[];
}

export interface ChangeTest {
  x: number;
  /** Domains that failed since `x` was last zero, as hashes. */
  domains: number[];
}

export interface Probation {
  untilMs: number;
  /** Its length the last time, for doubling; 0 once the runner has worked again. */
  lastMs: number;
  /** Platform faults in a row, and identical errors in a row. */
  faults: number;
  faultsSinceMs: number;
  error: string | null;
  sameErrors: number;
  /** The sites of the error, as hashes. */
  errorSites: number[];
}

export interface Neighbor {
  domain: string;
  similarity: number;
  evidence: number;
  defense: Defense;
  tags: string[];
}

/** A recent attempt on a provider, for telling a provider's outage from a slow runner. */
export interface RecentAttempt {
  attemptId: string;
  domain: string;
  atMs: number;
  isBad: boolean;
  /** A timeout that was held against its runner. */
  isScoredTimeout: boolean;
}

/** All evidence in memory. Keys of domains carry the workspace that made the evidence. */
export interface State {
  /** False where it could not be read: then the catalog alone decides. */
  isReadable: boolean;
  effects: Map<string, Map<string, Effect>>;
  sums: Map<string, Map<string, Sum>>;
  sites: Map<string, Site>;
  neighbors: Map<string, Neighbor[]>;
  changes: Map<string, ChangeTest>;
  probation: Map<string, Probation>;
  differing: Map<string, Differing>;
  recent: Map<string, RecentAttempt[]>;
}

export function newState(): State {
  return {
    isReadable: true,
    effects: new Map(),
    sums: new Map(),
    sites: new Map(),
    neighbors: new Map(),
    changes: new Map(),
    probation: new Map(),
    differing: new Map(),
    recent: new Map(),
  };
}

/** Where evidence about a domain is kept: with the workspace that made it. */
export function siteKey(workspaceId: string, domain: string): string {
  return `${workspaceId}|${domain}`;
}

export interface EffectDelta {
  level: number;
  key: string;
  column: string;
  /** Precision, precision times mean and count to add; block first, then complete. */
  add: [number, number, number, number, number, number];
}

/** Six numbers of an effect times a factor; missing ones are zero. */
export function scaled(
  [lam = 0, h = 0, n = 0, completeLam = 0, completeH = 0, completeN = 0]: readonly number[],
  by: number,
): EffectDelta['add'] {
  return [lam * by, h * by, n * by, completeLam * by, completeH * by, completeN * by];
}

export interface SumDelta {
  key: string;
  column: string;
  halfLifeMs: number | null;
  /** Factor on the present evidence, besides age. */
  fade: number;
  add: number[];
}

/** The changes that one attempt makes. Effects and sums add up in any order; of the rest the later counts. */
export interface Deltas {
  effects: EffectDelta[];
  sums: SumDelta[];
  sites: { key: string; change: SiteChange }[];
  changes: { key: string; value: ChangeTest }[];
  probation: { key: string; value: Probation }[];
  differing: { key: string; value: Differing }[];
  /** Effects that a change test reopened: little of their precision stays, their mean does. */
  reopened: { level: number; key: string; column: string }[];
  /** Earlier attempts whose evidence turned out to be a provider's outage. */
  retracted: string[];
  recent: { provider: string; attempt: RecentAttempt } | null;
}

export function applyDeltas(state: State, deltas: Deltas, nowMs: number): void {
  for (const delta of deltas.effects) addEffect(state, delta, nowMs);
  for (const delta of deltas.sums) addSum(state, delta, nowMs);
  for (const { key, change } of deltas.sites) state.sites.set(key, siteAfter(state.sites.get(key), change));
  for (const { key, value } of deltas.changes) state.changes.set(key, value);
  for (const { key, value } of deltas.probation) state.probation.set(key, value);
  for (const { key, value } of deltas.differing) state.differing.set(key, value);
  for (const { level, key, column } of deltas.reopened) reopen(state, level, key, column);
  if (deltas.retracted.length > 0) forgive(state, deltas.retracted);
  if (deltas.recent) remember(state, deltas.recent.provider, deltas.recent.attempt);
}

/** The attempts of a provider that are looked at. */
export const RECENT_ATTEMPTS = 200;

/** Forgets the timeouts of these attempts, so that none is taken back twice. */
function forgive(state: State, attemptIds: readonly string[]): void {
  for (const [provider, attempts] of state.recent)
    state.recent.set(
      provider,
      attempts.map((one) => (attemptIds.includes(one.attemptId) ? { ...one, isScoredTimeout: false } : one)),
    );
}

export function remember(state: State, provider: string, attempt: RecentAttempt): void {
  const recent = state.recent.get(provider) ?? [];
  if (recent.length === 0) state.recent.set(provider, recent);
  recent.push(attempt);
  if (recent.length > 2 * RECENT_ATTEMPTS) recent.splice(0, RECENT_ATTEMPTS);
}

const HALF_LIVES_MS = LEVELS.map(({ halfLifeDays }) => halfLifeDays * 86_400_000);
const LIMITS = LEVELS.map((level) => [precisionLimit(level, 0), precisionLimit(level, 1)] as const);

export function remaining(ageMs: number, halfLifeMs: number): number {
  return ageMs <= 0 ? 1 : Math.exp((-Math.LN2 * ageMs) / halfLifeMs);
}

export function effectHalfLifeMs(level: number): number {
  return HALF_LIVES_MS[level] ?? 1;
}

function addEffect(state: State, { level, key, column, add }: EffectDelta, nowMs: number): void {
  const effect = effectAt(state, key, column, nowMs);
  const rho = remaining(nowMs - effect[AT], effectHalfLifeMs(level));
  for (const question of [0, 1] as const) {
    const at = question === 0 ? BLOCK_LAM : COMPLETE_LAM;
    const tau2 = LEVELS[level]?.tau2[question] ?? 1;
    const limit = LIMITS[level]?.[question] ?? 0;
    const [lam = 0, h = 0, n = 0] = add.slice(3 * question);
    const now = capped(effect[at] * rho + lam, (effect[at + 1] ?? 0) * rho + h, tau2, limit);
    effect[at] = now.lam;
    effect[at + 1] = now.h;
    effect[at + 2] = Math.max(0, (effect[at + 2] ?? 0) * rho + n);
  }
  effect[AT] = Math.max(effect[AT], nowMs);
}

/** Keeps the mean where the floor of the variance cuts the precision. Levels with a floor have prior mean zero. */
function capped(lam: number, h: number, tau2: number, limit: number): { lam: number; h: number } {
  if (lam < 0) return { lam: 0, h: 0 };
  if (lam <= limit) return { lam, h };
  return { lam: limit, h: (h * (1 / tau2 + limit)) / (1 / tau2 + lam) };
}

function blockAt<T>(blocks: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const known = blocks.get(key) ?? new Map<string, T>();
  if (known.size === 0) blocks.set(key, known);
  return known;
}

function effectAt(state: State, key: string, column: string, nowMs: number): Effect {
  const block = blockAt(state.effects, key);
  let effect = block.get(column);
  if (!effect) {
    effect = [nowMs + 0.5, 0, 0, 0, 0, 0, 0];
    effect[AT] = nowMs;
    block.set(column, effect);
  }
  return effect;
}

function addSum(state: State, { key, column, halfLifeMs, fade, add }: SumDelta, nowMs: number): void {
  const block = blockAt(state.sums, key);
  const sum = block.get(column) ?? { atMs: nowMs, values: add.map(() => 0) };
  const rho = fade * (halfLifeMs === null ? 1 : remaining(nowMs - sum.atMs, halfLifeMs));
  block.set(column, {
    atMs: Math.max(sum.atMs, nowMs),
    values: add.map((value, index) => (sum.values[index] ?? 0) * rho + value),
  });
}

/** Keeps the mean and little of the precision. */
function reopenedEvidence(lam: number, h: number, tau2: number, keep: number): { lam: number; h: number } {
  const left = Math.min(lam, keep / tau2);
  return { lam: left, h: (h / (1 / tau2 + lam)) * (1 / tau2 + left) };
}

function reopen(state: State, level: number, key: string, column: string): void {
  const effect = state.effects.get(key)?.get(column);
  if (!effect) return;
  for (const question of [0, 1] as const) {
    const at = question === 0 ? BLOCK_LAM : COMPLETE_LAM;
    const tau2 = LEVELS[level]?.tau2[question] ?? 1;
    const now = reopenedEvidence(effect[at], effect[at + 1] ?? 0, tau2, CHANGE.keep);
    effect[at] = now.lam;
    effect[at + 1] = now.h;
  }
}

/** The present value of a sum. */
export function readSum(
  state: State,
  key: string,
  column: string,
  nowMs: number,
  halfLifeMs: number | null,
): readonly number[] {
  const sum = state.sums.get(key)?.get(column);
  if (!sum) return EMPTY;
  if (halfLifeMs === null) return sum.values;
  const rho = remaining(nowMs - sum.atMs, halfLifeMs);
  return sum.values.map((value) => value * rho);
}
const EMPTY: readonly number[] = [];
