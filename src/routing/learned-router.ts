import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import type { Db, Statement } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';
import { tracedStep } from '../platform/trace.ts';
import { TASK_TYPES } from '../task/index.ts';
import { fold, foldLeftBehind, keepChange, movesOf, retract } from './fold.ts';
import { decide } from './model/decide.ts';
import { observe } from './model/observe.ts';
import { TIMEOUTS } from './model/parameters.ts';
import { evidenceAtMs } from './model/predict.ts';
import { onProbation } from './model/probation.ts';
import { newSite, siteAfter } from './model/site.ts';
import {
  applyDeltas,
  type Deltas,
  newState,
  type Probation,
  remember,
  type State,
  siteKey,
} from './model/state.ts';
import type { AttemptOutcome, DecideContext, Decision, Place, Router } from './port.ts';
import type { Sighting } from './probe-site.ts';
import {
  findRepeats,
  forgetObservations,
  insertObservation,
  loadRecent,
  loadShared,
  loadSite,
} from './store.ts';

export interface RouterOptions {
  instanceId: string;
  db: Db;
  clock: Clock;
  log: Log;
  /** Absent where there is one instance only, as in some tests. */
  notices?: Pick<ChangeNotices, 'publish' | 'onChange'>;
  /** Looks at a site from outside; null where it cannot be seen. */
  look?(url: string): Promise<Sighting | null>;
}

interface Seen {
  outcome: AttemptOutcome;
  deltas: Deltas;
}

const SITES = 20_000;
/** Evidence of other instances is at most so old; what this one saw itself is known at once. */
const POLL_MS = 5_000;
const SITE_TTL_MS = 60_000;
/** A decision does not wait longer for its site. */
const PATIENCE_MS = 50;
const FOLD_AFTER_MS = 500;
const FORGET_EVERY = 720;
const PROBE_AGAIN_MS = 3_600_000;
/** "Evidence about this site changed", from which instance. */
const NOTICE = /^routing:([^|]*)\|(.+)$/;

/** The router over the database: all shared evidence in memory, that of domains as runs come to them. */
export class LearnedRouter implements Router, AsyncDisposable {
  readonly #options: RouterOptions;
  readonly #state: State = { ...newState(), isReadable: false };
  /** Sites in memory, with the moment they were read; what falls out is forgotten with all its evidence. */
  readonly #sites = new LRUCache<string, { atMono: number }>({
    max: SITES,
    dispose: (_, site, reason) => {
      if (reason !== 'set') this.#dropSite(site);
    },
  });
  readonly #loading = new Map<string, Promise<void>>();
  readonly #deltas = new WeakMap<AttemptOutcome, Deltas>();
  readonly #probed = new LRUCache<string, true>({ max: SITES, ttl: PROBE_AGAIN_MS });
  readonly #probes = new Set<Promise<void>>();
  #pending: Seen[] = [];
  #folding: Promise<void> | null = null;
  #writing: Promise<void> | null = null;
  readonly #reads = new Set<Promise<void>>();
  #cancelFold: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;
  #polls = 0;
  #isClosed = false;

  constructor(options: RouterOptions) {
    this.#options = options;
    options.notices?.onChange((id) => {
      const [, from, site] = NOTICE.exec(id) ?? [];
      if (site !== undefined && from !== options.instanceId) this.#sites.delete(site);
    });
  }

  /** Reads what is shared. A database that is away does not stop the service: the catalog decides until it is back. */
  async start(): Promise<void> {
    await this.#refresh();
  }

  async prepare(place: Place): Promise<void> {
    const { workspaceId, domain } = place;
    if (domain === null) return;
    const key = siteKey(workspaceId, domain);
    const known = this.#sites.get(key);
    if (known && this.#options.clock.mono() - known.atMono < SITE_TTL_MS) return;
    const load = this.#loading.get(key) ?? this.#loadSite(key, workspaceId, domain);
    const timeUp = new AbortController();
    const patience = this.#options.clock.sleep(PATIENCE_MS, timeUp.signal).catch(() => undefined);
    await Promise.race([load, patience]);
    timeUp.abort();
  }

  decide(context: DecideContext): Decision {
    const { clock } = this.#options;
    const begunMono = clock.mono();
    const decision = decide(context, this.#state);
    const { reason, chain } = decision;
    const span = { 'svc.run_id': context.runId, 'svc.runner': chain[0] ?? '', 'svc.reason': reason };
    tracedStep('decision', span, clock.mono() - begunMono);
    return decision;
  }

  evidenceAtMs({ workspaceId, domain, taskType: task }: Place, runners: readonly string[]): number | null {
    const site = domain === null ? null : siteKey(workspaceId, domain);
    const { defense: cluster, tags } = (site !== null && this.#state.sites.get(site)) || newSite();
    return evidenceAtMs(this.#state, { nowMs: 0, site, cluster, tags, task }, runners);
  }

  observeStatements(outcome: AttemptOutcome): Statement[] {
    const deltas = observe(this.#state, outcome);
    if (!deltas) {
      const { attemptId, costMicro, latencyMs } = outcome;
      this.#options.log.warn({ attemptId, costMicro, latencyMs }, 'impossible observation refused');
      return [];
    }
    this.#deltas.set(outcome, deltas);
    const site = this.#siteOf(outcome);
    return [
      insertObservation({ ...outcome, cluster: site.defense, tags: site.tags }, movesOf(deltas.effects)),
    ];
  }

  observed(outcome: AttemptOutcome): void {
    const deltas = this.#deltas.get(outcome);
    if (!deltas) return;
    this.#deltas.delete(outcome);
    applyDeltas(this.#state, deltas, outcome.nowMs);
    for (const { key, column } of deltas.reopened)
      this.#options.log.info(
        { runner: column, level: key },
        'a runner does not work as it did: opened again',
      );
    this.#pending.push({ outcome, deltas });
    this.#foldSoon();
  }

  probe(url: string, place: Place): void {
    const { look, log } = this.#options;
    if (!look || place.domain === null) return;
    const key = siteKey(place.workspaceId, place.domain);
    const known = this.#state.sites.get(key);
    if (this.#probed.has(key) || (known && known.defense !== 'unknown')) return;
    this.#probed.set(key, true);
    const probe = this.#look(look, url, place)
      .catch((error) => log.info({ reason: String(error) }, 'site could not be looked at'))
      .finally(() => this.#probes.delete(probe));
    this.#probes.add(probe);
  }

  probation(nowMs: number): ReadonlyMap<string, number> {
    return onProbation(this.#state, nowMs);
  }

  /** For rankings: the evidence itself. */
  get state(): State {
    return this.#state;
  }

  /** Until everything seen here is in the tables, and every look is over. */
  async settled(): Promise<void> {
    await Promise.all(this.#probes);
    await this.#folding;
    await this.#folded();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#cancelPoll?.();
    await this.settled().catch(() => undefined);
  }

  async #look(look: NonNullable<RouterOptions['look']>, url: string, place: Place): Promise<void> {
    const sighting = await look(url);
    if (!sighting || place.domain === null) return;
    const { workspaceId, domain } = place;
    const key = siteKey(workspaceId, domain);
    const change = { by: 'look', atMs: this.#options.clock.now().getTime(), ...sighting } as const;
    await keepChange(this.#options.db, { workspaceId, domain }, change);
    // Whoever reads the site just now may not have seen it.
    await this.#loading.get(key);
    this.#state.sites.set(key, siteAfter(this.#state.sites.get(key), change));
  }

  async #loadSite(key: string, workspaceId: string, domain: string): Promise<void> {
    const { db, clock, log } = this.#options;
    const meant = {
      workspaceId,
      domain,
      effectKeys: domainKeys(key),
      sumKeys: [`share|${workspaceId}`, `up|${workspaceId}`, `up-provider|${workspaceId}`],
    };
    const load = this.#read(
      () => loadSite(db, clock.now().getTime(), meant),
      ({ effects, sums, site, neighbors }) => {
        this.#dropSite(key);
        for (const { key: at, column, effect } of effects)
          blockOf(this.#state.effects, at).set(column, effect);
        for (const { key: at, column, ...sum } of sums) blockOf(this.#state.sums, at).set(column, sum);
        if (site) this.#state.sites.set(key, site);
        this.#state.neighbors.set(key, neighbors);
        this.#sites.set(key, { atMono: clock.mono() });
        this.#reapply((at) => at.endsWith(`|${key}`), key);
      },
    )
      .catch((error) => log.warn({ reason: String(error) }, 'evidence about a site cannot be read'))
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, load);
    return load;
  }

  #dropSite(site: string): void {
    for (const key of domainKeys(site)) this.#state.effects.delete(key);
    this.#state.sites.delete(site);
    this.#state.neighbors.delete(site);
  }

  /** What is shared, as it stands in the tables, with what was seen here and is not in them yet. */
  async #refresh(): Promise<void> {
    const { db, clock, log } = this.#options;
    this.#cancelPoll?.();
    try {
      const nowMs = clock.now().getTime();
      const isFirst = !this.#state.isReadable;
      await this.#readShared(nowMs, isFirst ? null : POLL_MS * 3);
      if (isFirst) {
        if (await foldLeftBehind(db, this.#state, 0)) await this.#readShared(nowMs, POLL_MS);
        await this.#readRecent(nowMs);
      }
      this.#state.isReadable = true;
    } catch (error) {
      log.warn({ reason: String(error) }, 'routing evidence cannot be read');
    }
    if (!this.#isClosed) this.#cancelPoll = clock.after(POLL_MS, () => void this.#poll());
  }

  async #readShared(nowMs: number, withinMs: number | null): Promise<void> {
    const load = () => loadShared(this.#options.db, nowMs, withinMs);
    await this.#read(load, (shared) => this.#takeShared(shared));
  }

  #takeShared(shared: Awaited<ReturnType<typeof loadShared>>): void {
    const read = new Set<string>();
    for (const { key, column, effect } of shared.effects) {
      blockOf(this.#state.effects, key).set(column, effect);
      read.add(`${key}\n${column}`);
    }
    for (const { key, column, ...sum } of shared.sums) {
      blockOf(this.#state.sums, key).set(column, sum);
      read.add(`${key}\n${column}`);
    }
    for (const { key, value } of shared.memory)
      if ('untilMs' in value) this.#state.probation.set(key.slice('probation|'.length), value as Probation);
      else this.#state.changes.set(key.slice('change|'.length), value);
    this.#reapply((key, column) => read.has(`${key}\n${column}`), null);
  }

  async #poll(): Promise<void> {
    const { db, log } = this.#options;
    this.#polls += 1;
    await this.#refresh();
    await foldLeftBehind(db, this.#state).catch((error) =>
      log.warn({ reason: String(error) }, 'observations of others could not be folded'),
    );
    if (this.#polls % FORGET_EVERY === 0) await db.query(forgetObservations()).catch(() => undefined);
  }

  async #readRecent(nowMs: number): Promise<void> {
    for (const { facts, ageMs } of await loadRecent(this.#options.db, TIMEOUTS.withinMs)) {
      const atMs = nowMs - ageMs;
      const isTimeout = facts.errorCode === 'timeout' || facts.errorCode === 'no_progress';
      const attempt = {
        attemptId: facts.attemptId,
        domain: facts.domain ?? '',
        atMs,
        isBad: isTimeout || facts.fault === 'platform',
        isScoredTimeout: isTimeout && facts.fault === 'runner',
      };
      remember(this.#state, facts.runner.provider, attempt);
    }
  }

  /** Adds what was seen here, and is not in the tables yet, to the rows that were just read from them. */
  #reapply(isRead: (key: string, column: string) => boolean, site: string | null): void {
    for (const { outcome, deltas } of this.#pending)
      applyDeltas(
        this.#state,
        {
          ...deltas,
          effects: deltas.effects.filter(({ key, column }) => isRead(key, column)),
          sums: deltas.sums.filter(({ key, column }) => isRead(key, column)),
          sites: deltas.sites.filter(({ key }) => key === site),
          recent: null,
          reopened: [],
          retracted: [],
        },
        outcome.nowMs,
      );
  }

  #siteOf({ workspaceId, domain, defense }: AttemptOutcome) {
    const site = (domain !== null && this.#state.sites.get(siteKey(workspaceId, domain))) || newSite();
    return defense !== null && defense !== 'unknown' ? { ...site, defense } : site;
  }

  #announce(site: string): void {
    this.#options.notices?.publish(`routing:${this.#options.instanceId}|${site}`);
  }

  #foldSoon(): void {
    this.#cancelFold ??= this.#options.clock.after(FOLD_AFTER_MS, () => void this.#folded());
  }

  async #folded(): Promise<void> {
    this.#cancelFold?.();
    this.#cancelFold = null;
    this.#folding ??= this.#fold().finally(() => {
      this.#folding = null;
    });
    await this.#folding;
  }

  async #fold(): Promise<void> {
    const { log } = this.#options;
    // A copy: what is seen from now on waits for the next one.
    const batch = [...this.#pending];
    if (batch.length === 0) return;
    try {
      this.#writing = this.#write(batch);
      await this.#writing;
      for (const site of new Set(batch.flatMap(({ deltas }) => deltas.sites.map(({ key }) => key))))
        this.#announce(site);
      await this.#takeBack(batch);
    } catch (error) {
      log.warn({ reason: String(error) }, 'observations wait to be folded');
    }
    if (this.#pending.length > 0 && !this.#isClosed) this.#foldSoon();
  }

  /** Not while something is read: that would be older than what is in memory, or count it a second time. */
  async #write(batch: readonly Seen[]): Promise<void> {
    try {
      await Promise.allSettled(this.#reads);
      await fold(this.#options.db, batch);
      this.#pending = this.#pending.slice(batch.length);
    } finally {
      this.#writing = null;
    }
  }

  async #read<T>(load: () => Promise<T>, take: (found: T) => void): Promise<void> {
    while (this.#writing) await this.#writing.catch(() => undefined);
    const read = load().then(take);
    this.#reads.add(read);
    await read.finally(() => this.#reads.delete(read));
  }

  /** Evidence that turned out to be a provider's outage, and successes that a repeat of their task showed to be hollow. */
  async #takeBack(batch: readonly Seen[]): Promise<void> {
    const { db } = this.#options;
    const ids = batch.flatMap(({ deltas }) => deltas.retracted);
    for (const { outcome } of batch)
      if (outcome.isHollow && outcome.task !== null)
        ids.push(...(await db.query(findRepeats(outcome))).map((row) => row.attempt_id as string));
    for (const attemptId of ids) {
      const site = await retract(db, attemptId);
      if (!site) continue;
      this.#sites.delete(site);
      this.#announce(site);
    }
    if (ids.length > 0) await this.#refresh();
  }
}

/** Every key under which evidence about a site may lie. */
function domainKeys(site: string): string[] {
  return [
    `d|${site}`,
    `rd|${site}`,
    ...TASK_TYPES.flatMap((task) => [`dt|${task}|${site}`, `rdt|${task}|${site}`]),
  ];
}

function blockOf<T>(blocks: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const known = blocks.get(key) ?? new Map<string, T>();
  blocks.set(key, known);
  return known;
}
