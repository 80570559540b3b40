import type { Defense } from '../port.ts';
import { CHANGE, hashOf } from './parameters.ts';
import { LEVEL_INDEX } from './predict.ts';
import type { ChangeTest, Deltas, State } from './state.ts';

interface Seen {
  runner: string;
  cluster: Defense;
  site: string | null;
  isSuccess: boolean;
  /** Success probability before the attempt, given that the runner could be reached. */
  expected: number;
}

/**
 * A sum of surprises (CUSUM) per runner, and per runner and defence: when unexpected failures pile up, the effect is opened
 * again, so that the model believes the next results quickly.
 */
export function noteChange(state: State, deltas: Deltas, seen: Seen): void {
  const places = [{ level: 'r', key: 'r' }];
  if (seen.cluster !== 'unknown') places.push({ level: 'rc', key: `rc|${seen.cluster}` });
  for (const { level, key } of places) {
    const name = `${key}|${seen.runner}`;
    const test = tested(state.changes.get(name), seen);
    if (test.x <= CHANGE.alarm) {
      deltas.changes.push({ key: name, value: test });
      continue;
    }
    deltas.changes.push({ key: name, value: { x: 0, domains: [] } });
    deltas.reopened.push({ level: LEVEL_INDEX[level] ?? 0, key, column: seen.runner });
  }
}

function tested(known: ChangeTest | undefined, { expected, isSuccess, site }: Seen): ChangeTest {
  const p = Math.min(1 - CHANGE.least, Math.max(CHANGE.least, expected));
  const odds = (p / (1 - p)) * Math.exp(-CHANGE.shift);
  const broken = odds / (1 + odds);
  const domain = hashOf(site ?? '');
  const domains = known?.domains ?? [];
  const isRepeat = !isSuccess && domains.includes(domain);
  const step = isSuccess ? Math.log(broken / p) : Math.log((1 - broken) / (1 - p));
  const x = Math.max(0, (known?.x ?? 0) + (isRepeat ? CHANGE.repeat : 1) * step);
  if (x === 0) return { x, domains: [] };
  return { x, domains: isSuccess || isRepeat ? domains : [...domains, domain].slice(-CHANGE.domains) };
}
