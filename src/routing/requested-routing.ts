import { ApiError } from '../errors.ts';
import { CATEGORIES, type Category } from '../runners/catalog.ts';

/** The caller's `routing`, parsed. `routing_class` of the run is its `class`. */
export type RequestedRouting =
  | { class: 'smart' }
  | { class: 'learning' | 'learning-all' }
  | { class: 'category'; category: Category }
  | { class: 'runner'; runners: [string] }
  | { class: 'chain'; runners: string[] };

export function readRouting(value: unknown, isKnown: (slug: string) => boolean): RequestedRouting {
  if (Array.isArray(value)) {
    if (value.length === 0) throw invalid('an empty list names no runner');
    const runners = value.map((slug) => knownSlug(slug, isKnown));
    return { class: 'chain', runners: [...new Set(runners)] };
  }
  if (value === 'smart' || value === undefined) return { class: 'smart' };
  if (value === 'learning' || value === 'learning-all') return { class: value };
  const category = CATEGORIES.find((name) => name === value);
  if (category) return { class: 'category', category };
  return { class: 'runner', runners: [knownSlug(value, isKnown)] };
}

function knownSlug(value: unknown, isKnown: (slug: string) => boolean): string {
  if (typeof value !== 'string' || value === '')
    throw invalid('it must be a string or a list of runner slugs');
  if (!isKnown(value)) throw invalid(`unknown runner \`${value.slice(0, 80)}\``);
  return value;
}

function invalid(rule: string): ApiError {
  return new ApiError('invalid_routing', { message: `\`routing\`: ${rule}.`, param: 'routing' });
}
