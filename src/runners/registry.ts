import type { Catalog, RegistryEntry, RunnerStatus } from './catalog.ts';
import type { Runner } from './contract.ts';

/** A runner that is known but cannot be used now, with the reason in plain words. */
export interface OffRunner {
  slug: string;
  status: Exclude<RunnerStatus, 'available'>;
  reason: string;
}

/** Which runners exist, which are on, and why the others are off. */
export class Registry {
  readonly #entries: Map<string, RegistryEntry>;
  readonly #runners: Map<string, Runner>;
  readonly pools: Catalog['pools'];

  constructor(catalog: Catalog, runners: Runner[], off: OffRunner[]) {
    this.#runners = new Map(runners.map((runner) => [runner.facts.slug, runner]));
    this.pools = catalog.pools;
    const reasons = new Map(off.map((runner) => [runner.slug, runner]));
    const facts = [...catalog.facts, ...runners.map((runner) => runner.facts)];
    this.#entries = new Map(
      facts.map((known) => {
        const missing = this.#runners.has(known.slug) ? undefined : reasons.get(known.slug);
        const status = this.#runners.has(known.slug) ? 'available' : (missing?.status ?? 'coming_soon');
        return [known.slug, { facts: known, status, reason: missing?.reason ?? null }];
      }),
    );
  }

  entries(): RegistryEntry[] {
    return [...this.#entries.values()];
  }

  entry(slug: string): RegistryEntry | null {
    return this.#entries.get(slug) ?? null;
  }

  runner(slug: string): Runner | null {
    return this.#runners.get(slug) ?? null;
  }
}
