import { stem, wordsOf } from '../../platform/text/words.ts';
import matters from './matters.json' with { type: 'json' };

const byWord = new Map<string, Set<number>>();
for (const [index, line] of matters.entries())
  for (const word of wordsOf(line).map(stem)) byWord.set(word, (byWord.get(word) ?? new Set()).add(index));

/** How near two stems are: 1 the same, less where one is a form of the other or both speak of one matter, else 0. */
export function nearness(one: string, other: string): number {
  if (one === other) return 1;
  if (isWordForm(one, other)) return 0.9;
  const mine = byWord.get(one);
  const theirs = mine && byWord.get(other);
  if (!theirs) return 0;
  for (const matter of mine) if (theirs.has(matter)) return 0.6;
  return 0;
}

/** `saturates` and `saturated`, `demo` and `demonstration`: one word with another end. */
export function isWordForm(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4 || /\d/.test(long)) return false;
  if (long.startsWith(short)) return long.length - short.length <= (short.length < 5 ? 2 : 4);
  let same = 0;
  while (short[same] === long[same] && same < short.length) same += 1;
  return same >= 5 && short.length - same <= 2 && long.length - same <= 3;
}
