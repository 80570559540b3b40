import { readDay, readTime } from '../language/read-date.ts';
import type { Control } from './controls.ts';
import type { Fact } from './facts.ts';
import { couldBe } from './mentions.ts';

const WEEKDAY = /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\b/iu;

/** "Sat 6 March, 14:30": of days and times to choose from the one that all that is said agrees with. */
export function datedOption(
  { kind, options }: Control,
  facts: Fact[],
): { label: string; facts: Fact[] } | null {
  const dated = options.filter(({ label }) => WEEKDAY.test(label) || dayIn(label) !== null);
  if (kind !== 'choice' || dated.length < 2) return null;
  const said = facts.filter((fact) => fact.isWanted && (fact.kind === 'date' || fact.kind === 'time'));
  const fitting = dated
    .map(({ label }) => ({ label, facts: agreeing(label, said) }))
    .filter((option): option is { label: string; facts: Fact[] } => (option.facts?.length ?? 0) > 0)
    .toSorted((one, other) => other.facts.length - one.facts.length);
  const [best, second] = fitting;
  return best && best.facts.length !== second?.facts.length ? best : null;
}

/** Null when something that is said speaks against it. */
function agreeing(label: string, said: Fact[]): Fact[] | null {
  const [weekday, day, time] = [
    WEEKDAY.exec(label)?.[1]?.toLowerCase(),
    dayIn(label),
    readTime(label.replace(/(\d)\.(\d{2})(?=\D|$)/u, '$1:$2')),
  ];
  const met: Fact[] = [];
  for (const fact of said) {
    if (fact.kind === 'time') {
      if (time === null) continue;
      if (!couldBe(fact.value, time)) return null;
    } else {
      const [named, meant] = [WEEKDAY.exec(fact.value)?.[1]?.toLowerCase(), dayIn(fact.value)];
      if (meant !== null ? day !== meant : named !== undefined && weekday !== named) return null;
      if (meant === null && named === undefined) continue;
    }
    met.push(fact);
  }
  return met;
}

/** Month and day; the year is often left out. */
function dayIn(text: string): string | null {
  const day = readDay(text) ?? readDay(`${text} 2000`);
  return day ? `${day.month}-${day.day}` : null;
}
