import { stemsOf } from '../../task/index.ts';
import type { Part } from '../page/page.ts';
import { nearness } from '../words/kin.ts';
import { type Kind, valuesIn } from './kinds.ts';
import { CELLS } from './part.ts';
import type { Ranked, Weighed } from './rank.ts';

interface Value {
  output: string;
  /** The share of the task's words that its line speaks of, and how much more than the next best line. */
  lineMet: number;
  lead: number;
}

const MOST_CHARS = 120;

/** The value of a kind in the line of a part that speaks most of the task, with the share of its words and the lead. */
export function takeValue(
  { part, lines }: Ranked,
  words: readonly Weighed[],
  kind: Kind,
  said: string,
): Value | null {
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (among: readonly string[]) =>
    words.reduce((sum, { near, weight }) => sum + weight * near(among), 0) / all;
  const isValued = (line: string) => fresh(line, kind, said).length > 0;
  const scores = lines.map((line, at) => share(line) + (isValued(part.lines[at] ?? '') ? KIND_BONUS : 0));
  const best = scores.reduce((top, score, at) => (score > (scores[top] ?? -1) ? at : top), 0);
  const output = valueIn(part, part.lines[best] ?? '', words, kind, said);
  if (output === null) return null;
  const second = Math.max(0, ...scores.filter((_, at) => at !== best));
  return { output, lineMet: share(lines[best] ?? []), lead: (scores[best] ?? 0) - second };
}

function valueIn(
  part: Part,
  line: string,
  words: readonly Weighed[],
  kind: Kind,
  said: string,
): string | null {
  if (part.kind === 'table') return cellOf(part.head, line.split(CELLS), words, kind);
  const [, label = '', value = ''] = /^(?:[-*]\s)?([^:.!?]{2,50}):\s+(\S.*)$/.exec(line) ?? [];
  const isLabel = label !== '' && words.some(({ near }) => near(stemsOf(label)) >= 0.6);
  if (isLabel && value.length <= MOST_CHARS && valuesIn(value, kind).length > 0) return value;
  const values = fresh(line, kind, said);
  return values.length > 1 ? nearestTo(line, values, words) : (values[0] ?? null);
}

/** A line with a value of the asked kind is read before one without. */
const KIND_BONUS = 0.2;

/** The values of a kind in a line that the task does not say itself. */
function fresh(line: string, kind: Kind, said: string): string[] {
  return valuesIn(line, kind).filter((value) => !said.includes(value.toLowerCase()));
}

/** The cell of a row under the head that the task names; of a row of two the second. */
function cellOf(
  head: readonly string[],
  cells: readonly string[],
  words: readonly Weighed[],
  kind: Kind,
): string | null {
  const speaks = (text: string) => {
    const among = stemsOf(text);
    return words.reduce((sum, { near, weight }) => sum + weight * near(among), 0);
  };
  const free = cells
    .map((cell, at) => ({ cell, at, score: speaks(head[at] ?? '') - speaks(cell) }))
    .filter(({ cell, at }) => at > 0 && cell !== '' && valuesIn(cell, kind).length > 0)
    .sort((one, other) => other.score - one.score);
  const [first, second] = free;
  return !first || second?.score === first.score ? null : first.cell;
}

/** The value that stands nearest behind the words of the task. */
function nearestTo(line: string, values: readonly string[], words: readonly Weighed[]): string {
  const spots = [...line.matchAll(/[\p{L}\p{N}]+/gu)].flatMap((match) => {
    const [stem = ''] = stemsOf(match[0]);
    const hit = words.find(({ word }) => nearness(word, stem) >= 0.6);
    return hit ? [{ at: match.index, weight: hit.weight }] : [];
  });
  const distance = (value: string) => {
    const at = line.indexOf(value);
    return spots.reduce((sum, spot) => sum + (spot.weight * Math.abs(at - spot.at)) / line.length, 0);
  };
  return values.reduce((one, other) => (distance(other) < distance(one) ? other : one));
}
