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

/** The word of the page that is meant by one that it does not have: a slip of one letter, or two in a long word. */
export function spelledAs(word: string, known: ReadonlySet<string>): string {
  if (word.length < 4 || /\d/.test(word) || known.has(word) || byWord.has(word)) return word;
  const most = word.length >= 8 ? 2 : 1;
  let best = word;
  let least = most + 1;
  for (const each of [...known, ...byWord.keys()]) {
    if (Math.abs(each.length - word.length) > most || (each[0] !== word[0] && each[1] !== word[1])) continue;
    const slips = slipsBetween(word, each);
    if (slips < least) [best, least] = [each, slips];
  }
  return best;
}

/** Letters that are wrong, missing, too many, or two in the wrong order. */
function slipsBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [
    at,
    ...Array<number>(other.length).fill(0),
  ]);
  rows[0] = Array.from({ length: other.length + 1 }, (_, at) => at);
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 99;
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isTurned = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      (rows[row] as number[])[column] = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + Number(!isSame),
        isTurned ? cell(row - 2, column - 2) + 1 : 99,
      );
    }
  return cell(one.length, other.length);
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
