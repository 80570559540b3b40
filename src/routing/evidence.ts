import { LRUCache } from 'lru-cache';
import { type Clock, pause } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';
import { Routine } from '../platform/routine.ts';
import { TASK_TYPES } from '../task/index.ts';
import { fold, foldLeftBehind, keepChange, recount, retract } from './fold.ts';
import { TIMEOUTS } from './model/parameters.ts';
import { type SiteChange, siteAfter } from './model/site.ts';
import { applyDeltas, type Deltas, newState, remember, type State, siteKey } from './model/state.ts';
import { recentOf } from './model/timeouts.ts';
import type { AttemptOutcome, OwnersWord } from './port.ts';
import { type Published, seedPublished } from './published.ts';
import { findRepeats, forgetObservations, loadRecent, loadShared, loadSite } from './store.ts';

export interface EvidenceOptions {
  instanceId: string;
  db: Db;
  clock: Clock;
  log: Log;
  /** Absent where there is one instance only, as in some tests. */
  notices?: Pick<ChangeNotices, 'publish' | 'onChange'>;
  /** Published success rates of runners: the start of a new installation. */
  published?: readonly Published[];
}

interface Seen {
  outcome: AttemptOutcome;
  deltas: Deltas;
}

export const SITES = 20_000;
/** Evidence of other instances is at most this old; evidence of this one is known at once. */
const POLL_MS = 5_000;
const SITE_TTL_MS = 60_000;
/** A decision does not wait longer for its site. */
const PATIENCE_MS = 50;
const FOLD_AFTER_MS = 500;
const FORGET_EVERY = 720;
/** Notification that evidence about a site changed, with the sending instance. */
const NOTICE = /^routing:([^|]*)\|(.+)$/;

/** The evidence in memory and in the tables: the shared part at once, domains as runs come to them. */
export class Evidence implements AsyncDisposable {
  readonly state: State = { ...newState(), isReadable: false };
  readonly #options: EvidenceOptions;
  /** Sites in memory, with the time of their read; an evicted site is forgotten with all its evidence. */
  readonly #sites = new LRUCache<string, { atMono: number }>({
    max: SITES,
    dispose: (_, site, reason) => {
      if (reason !== 'set') this.#dropSite(site);
    },
  });
  readonly #loading = new Map<string, Promise<void>>();
  #pending: Seen[] = [];
  #folding: Promise<void> | null = null;
  #writing: Promise<void> | null = null;
  readonly #reads = new Set<Promise<void>>();
  #cancelFold: (() => void) | null = null;
  #polling: Routine | null = null;
  #polls = 0;
  #isClosed = false;

  constructor(options: EvidenceOptions) {
    this.#options = options;
    options.notices?.onChange((id) => {
      const [, from, site] = NOTICE.exec(id) ?? [];
      if (site !== undefined && from !== options.instanceId) this.#sites.delete(site);
    });
  }

  /** Reads the shared evidence. A database that is away does not stop the service: the catalog decides until it is back. */
  async start(): Promise<void> {
    const { clock, log } = this.#options;
    const failure = 'routing evidence cannot be read or folded';
    this.#polling = new Routine({ clock, log, everyMs: POLL_MS, failure }, () => this.#poll());
    await this.#polling.first;
  }

  /** Brings a site into memory, as far as that is quick. Never throws. */
  async prepare(workspaceId: string, domain: string): Promise<void> {
    const { clock } = this.#options;
    const key = siteKey(workspaceId, domain);
    const known = this.#sites.get(key);
    if (known && clock.mono() - known.atMono < SITE_TTL_MS) return;
    const load = this.#loading.get(key) ?? this.#loadSite(key, workspaceId, domain);
    const timeUp = new AbortController();
    const patience = pause(clock, PATIENCE_MS, timeUp.signal);
    await Promise.race([load, patience]);
    timeUp.abort();
  }

  /** Takes the evidence of an attempt: in memory at once, in the tables soon. */
  take(outcome: AttemptOutcome, deltas: Deltas): void {
    applyDeltas(this.state, deltas, outcome.nowMs);
    this.#pending.push({ outcome, deltas });
    this.#foldSoon();
  }

  /** Takes a fact about a site from outside an attempt. */
  async changeSite(workspaceId: string, domain: string, change: SiteChange): Promise<void> {
    const key = siteKey(workspaceId, domain);
    await keepChange(this.#options.db, { workspaceId, domain }, change);
    // A reader of the site at this moment may have missed it.
    await this.#loading.get(key);
    this.state.sites.set(key, siteAfter(this.state.sites.get(key), change));
  }

  /** Counts an attempt by its owner's feedback. */
  async recount(attemptId: string, word: OwnersWord): Promise<void> {
    const { db, clock } = this.#options;
    // Its own evidence has to be in the tables before it can be exchanged there.
    await this.settled();
    const recounted = await recount(db, this.state, clock.now().getTime(), { attemptId, ...word });
    if (!recounted) return;
    if (recounted.site !== null) {
      this.#sites.delete(recounted.site);
      this.#announce(recounted.site);
    }
    await this.#readShared(POLL_MS * 3);
  }

  /** Until everything seen here is in the tables. */
  async settled(): Promise<void> {
    await this.#folding;
    await this.#folded();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#polling?.[Symbol.asyncDispose]();
    const { log } = this.#options;
    await this.settled().catch((error) => log.warn({ reason: String(error) }, 'evidence was not stored'));
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
          blockOf(this.state.effects, at).set(column, effect);
        for (const { key: at, column, ...sum } of sums) blockOf(this.state.sums, at).set(column, sum);
        if (site) this.state.sites.set(key, site);
        this.state.neighbors.set(key, neighbors);
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
    for (const key of domainKeys(site)) this.state.effects.delete(key);
    this.state.sites.delete(site);
    this.state.neighbors.delete(site);
  }

  async #poll(): Promise<void> {
    const { db } = this.#options;
    if (this.state.isReadable) {
      await this.#readShared(POLL_MS * 3);
      await foldLeftBehind(db, this.state);
    } else await this.#readAll();
    this.#polls += 1;
    if (this.#polls % FORGET_EVERY === 0) await db.query(forgetObservations());
  }

  async #readAll(): Promise<void> {
    const { db, clock, published = [] } = this.#options;
    await seedPublished(db, published);
    await this.#readShared(null);
    if (await foldLeftBehind(db, this.state, 0)) await this.#readShared(POLL_MS);
    const nowMs = clock.now().getTime();
    for (const { facts, ageMs, isRetracted } of await loadRecent(db, TIMEOUTS.withinMs))
      remember(this.state, facts.runner.provider, recentOf({ ...facts, nowMs: nowMs - ageMs }, isRetracted));
    this.state.isReadable = true;
  }

  /** The shared evidence of the tables, with the observations of this instance that are not in them yet. */
  async #readShared(withinMs: number | null): Promise<void> {
    const { db, clock } = this.#options;
    const load = () => loadShared(db, clock.now().getTime(), withinMs);
    await this.#read(load, (shared) => this.#takeShared(shared));
  }

  #takeShared(shared: Awaited<ReturnType<typeof loadShared>>): void {
    const read = new Set<string>();
    for (const { key, column, effect } of shared.effects) {
      blockOf(this.state.effects, key).set(column, effect);
      read.add(`${key}\n${column}`);
    }
    for (const { key, column, ...sum } of shared.sums) {
      blockOf(this.state.sums, key).set(column, sum);
      read.add(`${key}\n${column}`);
    }
    for (const { key, value } of shared.memory)
      if ('untilMs' in value) this.state.probation.set(key.slice('probation|'.length), value);
      else if ('sinceMs' in value) this.state.differing.set(key.slice('differing|'.length), value);
      else this.state.changes.set(key.slice('change|'.length), value);
    this.#reapply((key, column) => read.has(`${key}\n${column}`), null);
  }

  /** Adds observations of this instance that are not in the tables yet to rows just read from them. */
  #reapply(isRead: (key: string, column: string) => boolean, site: string | null): void {
    for (const { outcome, deltas } of this.#pending)
      applyDeltas(
        this.state,
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
    // A copy: later observations wait for the next one.
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

  /** Not during a read: its rows would be older than memory, or count an observation a second time. */
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
    // A failed write is reported to its caller; the read only waits for its end.
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
        ids.push(
          ...(await db.query<{ attempt_id: string }>(findRepeats(outcome))).map((row) => row.attempt_id),
        );
    for (const attemptId of ids) {
      const site = await retract(db, attemptId);
      if (!site) continue;
      this.#sites.delete(site);
      this.#announce(site);
    }
    if (ids.length > 0) await this.#readShared(POLL_MS * 3);
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
