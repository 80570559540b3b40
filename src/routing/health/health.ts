import type { RegistryEntry } from '../../runners/catalog.ts';
import { providerKey } from '../model/probation.ts';
import type { Differing } from '../port.ts';
import { isSuccess, isTelling, medianOf, rateIn } from './rate.ts';
import type { Lesson } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FAULTS = 5;

/** The health of each runner: the shared part (on, off, set aside) and this workspace's attempts of a week. Pure. */
export function healthOf(
  entries: readonly RegistryEntry[],
  lessons: readonly Lesson[],
  probation: ReadonlyMap<string, number>,
  now: Date,
  differing: ReadonlyMap<string, Differing> = new Map(),
) {
  const byRunner = Map.groupBy(lessons, ({ runner }) => runner);
  return entries.map((entry) => {
    const own = byRunner.get(entry.facts.slug) ?? [];
    const ageOf = ({ at }: Lesson) => now.getTime() - at.getTime();
    const day = own.filter((one) => ageOf(one) <= DAY_MS);
    return {
      runner: entry.facts.slug,
      ...stateOf(entry, probation),
      ...differencesOf(differing.get(entry.facts.slug)),
      last_24h: figuresOf(day),
      last_7d: figuresOf(own),
      hours: slices(day, now, HOUR_MS, 24),
      days: slices(own, now, DAY_MS, 7),
      last_faults: own
        .filter((one) => !isSuccess(one))
        .slice(0, FAULTS)
        .map(({ at, verdict, fault, errorCode, site, runId }) => ({
          at: at.toISOString(),
          verdict,
          fault,
          code: errorCode,
          site,
          run_id: runId,
        })),
    };
  });
}

const DIFFERS =
  'Its provider answers otherwise than known; others are tried first until a test passes or an attempt succeeds.';

function differencesOf({ sinceMs = null, seen = [] }: Partial<Differing> = {}) {
  return {
    differs_since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    differences: seen.toReversed(),
  };
}

/** On probation, or disabled together with its provider. */
function stateOf({ facts, status, reason }: RegistryEntry, probation: ReadonlyMap<string, number>) {
  if (status !== 'available') return { state: 'off' as const, reason, until: null };
  const outage = probation.get(providerKey(facts.family));
  const own = probation.get(facts.slug);
  const until = outage ?? own;
  if (until === Number.POSITIVE_INFINITY)
    return { state: 'probation' as const, reason: DIFFERS, until: null };
  if (until === undefined) return { state: 'on' as const, reason: null, until: null };
  return {
    state: outage === undefined ? ('probation' as const) : ('outage' as const),
    reason:
      outage === undefined
        ? 'It failed several times in a row; others are tried first.'
        : 'Its provider cannot be reached; others are tried first.',
    until: new Date(until).toISOString(),
  };
}

function figuresOf(lessons: readonly Lesson[]) {
  const telling = lessons.filter(isTelling);
  return { ...rateIn(telling), median_ms: medianOf(telling.map(({ latencyMs }) => latencyMs)) };
}

/** Only slices with attempts, oldest first. */
function slices(lessons: readonly Lesson[], now: Date, sliceMs: number, count: number) {
  const last = Math.floor(now.getTime() / sliceMs);
  const grouped = Map.groupBy(lessons, ({ at }) => Math.floor(at.getTime() / sliceMs));
  return Array.from({ length: count + 1 }, (_, index) => last - count + index).flatMap((slice) => {
    const of = grouped.get(slice);
    return of ? [{ from: new Date(slice * sliceMs).toISOString(), ...figuresOf(of) }] : [];
  });
}
