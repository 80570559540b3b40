import { LRUCache } from 'lru-cache';
import type { Statement } from '../platform/db.ts';
import { tracedStep } from '../platform/trace.ts';
import { Evidence, type EvidenceOptions, SITES } from './evidence.ts';
import { movesOf } from './fold.ts';
import type { SiteLook } from './look-at-site.ts';
import { decide } from './model/decide.ts';
import { observe } from './model/observe.ts';
import { evidenceAtMs } from './model/predict.ts';
import { onProbation } from './model/probation.ts';
import { newSite, type Site } from './model/site.ts';
import { type Deltas, type State, siteKey } from './model/state.ts';
import type {
  AttemptOutcome,
  DecideContext,
  Decision,
  Differing,
  OwnersWord,
  Router,
  Scope,
} from './port.ts';
import { insertObservation } from './store.ts';

export interface RouterOptions extends EvidenceOptions {
  /** Looks at a site from outside; null where it cannot be seen. */
  look?(url: string): Promise<SiteLook | null>;
}

const LOOK_AGAIN_MS = 3_600_000;

/** The decision core over the evidence of this installation. */
export class LearnedRouter implements Router, AsyncDisposable {
  readonly #options: RouterOptions;
  readonly #evidence: Evidence;
  readonly #deltas = new WeakMap<AttemptOutcome, Deltas>();
  readonly #looked = new LRUCache<string, true>({ max: SITES, ttl: LOOK_AGAIN_MS });
  readonly #looks = new Set<Promise<void>>();

  constructor(options: RouterOptions) {
    this.#options = options;
    this.#evidence = new Evidence(options);
  }

  start(): Promise<void> {
    return this.#evidence.start();
  }

  async prepare({ workspaceId, domain }: Scope): Promise<void> {
    if (domain !== null) await this.#evidence.prepare(workspaceId, domain);
  }

  decide(context: DecideContext): Decision {
    const { clock } = this.#options;
    const begunMono = clock.mono();
    const decision = decide(context, this.state);
    const { reason, chain } = decision;
    const span = { 'svc.run_id': context.runId ?? '', 'svc.runner': chain[0] ?? '', 'svc.reason': reason };
    tracedStep('decision', span, clock.mono() - begunMono);
    return decision;
  }

  evidenceAtMs({ workspaceId, domain, taskType: task }: Scope, runners: readonly string[]): number | null {
    const site = domain === null ? null : siteKey(workspaceId, domain);
    const { defense: cluster, tags } = this.#siteAt(site);
    return evidenceAtMs(this.state, { nowMs: 0, site, cluster, tags, task }, runners);
  }

  observeStatements(outcome: AttemptOutcome): Statement[] {
    const deltas = observe(this.state, outcome);
    if (!deltas) {
      const { attemptId, costMicro, latencyMs } = outcome;
      this.#options.log.warn({ attemptId, costMicro, latencyMs }, 'impossible observation refused');
      return [];
    }
    this.#deltas.set(outcome, deltas);
    const { workspaceId, domain, defense } = outcome;
    const site = this.#siteAt(domain === null ? null : siteKey(workspaceId, domain));
    const cluster = defense !== null && defense !== 'unknown' ? defense : site.defense;
    return [insertObservation({ ...outcome, cluster, tags: site.tags }, movesOf(deltas.effects))];
  }

  observed(outcome: AttemptOutcome): void {
    const deltas = this.#deltas.get(outcome);
    if (!deltas) return;
    this.#deltas.delete(outcome);
    for (const { key, column } of deltas.reopened)
      this.#options.log.info(
        { runner: column, level: key },
        'a runner does not work as it did: opened again',
      );
    this.#evidence.take(outcome, deltas);
  }

  async recount(attemptId: string, scope: Scope, word: OwnersWord): Promise<void> {
    await this.prepare(scope);
    await this.#evidence.recount(attemptId, word);
  }

  look(url: string, { workspaceId, domain }: Scope): void {
    const { look, log } = this.#options;
    if (!look || domain === null) return;
    const key = siteKey(workspaceId, domain);
    if (this.#looked.has(key) || this.#siteAt(key).defense !== 'unknown') return;
    this.#looked.set(key, true);
    const looking = look(url)
      .then((sighting) => sighting && this.#sighted(workspaceId, domain, sighting))
      .catch((error) => log.info({ reason: String(error) }, 'site could not be looked at'))
      .then(() => void this.#looks.delete(looking));
    this.#looks.add(looking);
  }

  probation(nowMs: number): ReadonlyMap<string, number> {
    return onProbation(this.state, nowMs);
  }

  differing(): ReadonlyMap<string, Differing> {
    return this.state.differing;
  }

  /** The evidence itself. */
  get state(): State {
    return this.#evidence.state;
  }

  /** Resolves when everything seen here is in the tables, and every look is over. */
  async settled(): Promise<void> {
    await Promise.all(this.#looks);
    await this.#evidence.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#looks);
    await this.#evidence[Symbol.asyncDispose]();
  }

  #sighted(workspaceId: string, domain: string, sighting: SiteLook): Promise<void> {
    const atMs = this.#options.clock.now().getTime();
    return this.#evidence.changeSite(workspaceId, domain, { by: 'look', atMs, ...sighting });
  }

  #siteAt(key: string | null): Site {
    return (key !== null && this.state.sites.get(key)) || newSite();
  }
}
