import type { Catalog, CatalogRow, RegistryEntry, RunnerStatus } from './catalog.ts';
import type { KeyCheck, ProviderAccount, ProviderAccounts, Runner, Task } from './contract.ts';
import { type AccountParts, baseUrlSetting, missingSettings, type OperatorAccounts } from './settings.ts';
import { isOwnServer } from './wire/account-of.ts';

/** A runner that is known but cannot be used now, with the reason in plain words. */
export interface OffRunner {
  slug: string;
  status: Exclude<RunnerStatus, 'available'>;
  reason: string;
}

/** The keys of one workspace, by family: only the names of their parts. */
export type OwnKeys = ReadonlyMap<string, AccountParts>;

export interface RunnerView {
  entries(): readonly RegistryEntry[];
  entry(slug: string): RegistryEntry | null;
  pools: Catalog['pools'];
}

const NONE: OwnKeys = new Map();

/** Which runners exist, which are on, and why the others are off. */
export class Registry {
  readonly #rows: Map<string, CatalogRow>;
  readonly #runners: Map<string, Runner>;
  readonly #operator: OperatorAccounts;
  readonly #entries: Map<string, RegistryEntry>;
  readonly #all: readonly RegistryEntry[];
  readonly catalog: Catalog;
  readonly pools: Catalog['pools'];

  constructor(catalog: Catalog, runners: Runner[], off: OffRunner[], operator: OperatorAccounts = new Map()) {
    this.catalog = catalog;
    this.pools = catalog.pools;
    this.#runners = new Map(runners.map((runner) => [runner.facts.slug, runner]));
    this.#rows = new Map(catalog.rows.map((row) => [row.facts.slug, row]));
    this.#operator = operator;
    const reasons = new Map(off.map((runner) => [runner.slug, runner]));
    const facts = [...catalog.facts, ...runners.map((runner) => runner.facts)];
    this.#entries = new Map(facts.map((known) => [known.slug, this.#entryOf(known, reasons)]));
    this.#all = [...this.#entries.values()];
  }

  /** The runners for a workspace with these provider keys. */
  entries(own: OwnKeys = NONE): readonly RegistryEntry[] {
    if (own.size === 0) return this.#all;
    return [...this.#entries.keys()].flatMap((slug) => this.entry(slug, own) ?? []);
  }

  entry(slug: string, own: OwnKeys = NONE): RegistryEntry | null {
    const entry = this.#entries.get(slug);
    const row = this.#rows.get(slug);
    if (entry?.status !== 'needs_key' || own.size === 0 || !row || !this.#runners.has(slug))
      return entry ?? null;
    const missing = this.#missing(row, own);
    return missing === null ? { ...entry, status: 'available', reason: null } : { ...entry, reason: missing };
  }

  /** The price of the cheapest runner that is on here. */
  get cheapestMicro(): number {
    const on = this.#all.filter(({ status }) => status === 'available');
    const prices = on.map(({ facts }) => facts.price.typicalTaskMicroUsd);
    return prices.length === 0 ? 0 : Math.min(...prices);
  }

  runner(slug: string): Runner | null {
    return this.#runners.get(slug) ?? null;
  }

  /** False when the task is beyond the rules of a runner without a language model. */
  covers(slug: string, task: Task): boolean {
    const runner = this.#runners.get(slug);
    return runner?.shape !== 'direct' || (runner.covers?.(task) ?? true);
  }

  /** The families whose accounts a runner works under. */
  needs(slug: string): readonly string[] {
    return this.#rows.get(slug)?.needs ?? [];
  }

  /** Those of them where the operator's account is not enough. */
  lacks(slug: string): readonly string[] {
    const row = this.#rows.get(slug);
    return row ? [...missingSettings(this.catalog, row, (family) => this.#operator.get(family)).keys()] : [];
  }

  /** The accounts an attempt works under: the workspace's own first, then the operator's. */
  accounts(slug: string, own: ReadonlyMap<string, ProviderAccount> = new Map()): ProviderAccounts {
    const found = this.needs(slug).flatMap((family) => own.get(family) ?? this.#operator.get(family) ?? []);
    return Object.fromEntries(found.map((account) => [account.family, account]));
  }

  /** Where a provider is reached here, when that is not its own address. */
  baseUrl(family: string): string | null {
    return this.#operator.get(family)?.baseUrl ?? null;
  }

  /** Tries an account with the cheapest call that one of the provider's runners has. */
  async check(account: ProviderAccount): Promise<KeyCheck> {
    const able = [...this.#runners.values()].find(
      ({ facts, check }) => check !== undefined && facts.family === account.family,
    );
    return (await able?.check?.(account)) ?? 'unknown';
  }

  /** A workspace's view: the same runners, with those on that its own keys turn on. */
  seenBy(own: OwnKeys): RunnerView {
    return { pools: this.pools, entries: () => this.entries(own), entry: (slug) => this.entry(slug, own) };
  }

  /** The runner's accounts would all be the workspace's own. */
  isOwnKey(slug: string, own: OwnKeys): boolean {
    const needs = this.needs(slug);
    return needs.length > 0 && needs.every((family) => own.has(family));
  }

  #entryOf(facts: RegistryEntry['facts'], reasons: Map<string, OffRunner>): RegistryEntry {
    const row = this.#rows.get(facts.slug);
    const off = reasons.get(facts.slug);
    const runner = this.#runners.get(facts.slug);
    // A runner that was handed in under a known name needs no key of ours, and says itself where it cannot go.
    const own = runner && runner.facts !== row?.facts ? undefined : row;
    const about = { facts, reachesLocal: own === undefined || this.#reachesLocal(own) };
    if (row && row.comingSoon !== null) return { ...about, status: 'coming_soon', reason: row.comingSoon };
    if (off) return { ...about, status: off.status, reason: off.reason };
    if (!runner) return { ...about, status: 'unreachable', reason: 'it is not built on this instance' };
    const reason = own ? this.#missing(own, NONE) : null;
    return { ...about, status: reason === null ? 'available' : 'needs_key', reason };
  }

  /** A workspace's own key does not change the place. */
  #reachesLocal({ needs, facts: { family }, baseUrl }: CatalogRow): boolean {
    return !needs.includes(family) || isOwnServer({ baseUrl: this.baseUrl(family) }, baseUrl);
  }

  /** The missing setting, in words; null when nothing is missing. */
  #missing(row: CatalogRow, own: OwnKeys): string | null {
    const missing = missingSettings(
      this.catalog,
      row,
      (family) => own.get(family) ?? this.#operator.get(family),
    );
    if (missing.size === 0) return null;
    const settings = [...missing.values()].flat();
    const set = `set ${settings.join(' and ')}`;
    // The address is the operator's to give: a key alone would not do.
    if ([...missing].some(([family, lacking]) => lacking.includes(baseUrlSetting(family)))) return set;
    const paths = [...missing.keys()].map((family) => `PUT /v1/provider-keys/${family}`);
    return `${set}, or give the workspace its own key (${paths.join(', ')})`;
  }
}
