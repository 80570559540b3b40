import type { RequestedRouting } from '../../routing/requested-routing.ts';
import type { RegistryEntry } from '../../runners/catalog.ts';

interface Runners {
  entry(slug: string): RegistryEntry | null;
  pools: Readonly<Record<string, readonly string[]>>;
}

/** What was changed about the routing that the caller asked for, in one sentence; null when nothing was. */
export function routingNote(
  routing: RequestedRouting,
  order: readonly string[],
  runners: Runners,
  isAllowed: (entry: RegistryEntry) => boolean,
): string | null {
  if (routing.class === 'chain') {
    const skipped = routing.runners.filter((slug) => !order.includes(slug));
    if (skipped.length === 0) return null;
    const why = skipped.map((slug) => `${slug} (${reasonOf(runners.entry(slug), isAllowed)})`);
    return `Skipped in the chain: ${why.join(', ')}.`;
  }
  if (routing.class !== 'category') return null;
  const pool = runners.pools[routing.category]?.flatMap((slug) => runners.entry(slug) ?? []) ?? [];
  const left = pool.filter(isAllowed);
  return left.length === pool.length
    ? null
    : `The custody policy narrowed ${routing.category} from ${pool.length} runners to ${left.length}.`;
}

function reasonOf(entry: RegistryEntry | null, isAllowed: (entry: RegistryEntry) => boolean): string {
  if (entry === null || entry.status !== 'available') return entry?.reason ?? 'it is not available';
  return isAllowed(entry) ? 'it cannot do this task' : 'the custody policy does not allow it';
}
