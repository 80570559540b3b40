import { nearness } from '../words/kin.ts';
import { stemsOf } from '../words/words.ts';
import { type Kind, valuesIn } from './kinds.ts';
import { CELLS } from './part.ts';
import type { Ranked, Weighed } from './rank.ts';
import type { TaskWords } from './task.ts';

/** How a value was taken: a cell of a row, behind its label, the only one of its kind in a line, the nearest of several. */
const WAYS = ['cell', 'label', 'only', 'nearest', 'whether'] as const;

export interface Value {
  output: string;
  way: (typeof WAYS)[number];
  /** The share of the task's words that its line and the headings above speak of. */
  met: number;
  /** The same of its line alone, and how much more than of the next best line. */
  lineMet: number;
  lead: number;
  /** How many values of the kind the line holds, and the part. */
  rivals: number;
  others: number;
}

const MOST_CHARS = 120;

/** The value in a part that a task asks for, where one of the asked kind stands there. */
export function takeValue(ranked: Ranked, words: readonly Weighed[], task: TaskWords): Value | null {
  const { part, lines, headings, head } = ranked;
  const { kind } = task;
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (among: readonly string[]) =>
    words.reduce((sum, { near, weight }) => sum + weight * near(among), 0) / all;
  const isValued = (line: string) =>
    kind !== null && kind !== 'whether' && fresh(line, kind, task).length > 0;
  const scores = lines.map((line, at) => share(line) + (isValued(part.lines[at] ?? '') ? KIND_BONUS : 0));
  const best = scores.reduce((top, score, at) => (score > (scores[top] ?? -1) ? at : top), 0);
  const line = part.lines[best] ?? '';
  const second = Math.max(0, ...scores.filter((_, at) => at !== best));
  const others = kind === null || kind === 'whether' ? 0 : valuesIn(part.text, kind).length;
  const found = (output: string, way: Value['way'], rivals = 1): Value => ({
    output,
    way,
    met: share([...(lines[best] ?? []), ...headings, ...head]),
    lineMet: share(lines[best] ?? []),
    lead: (scores[best] ?? 0) - second,
    rivals,
    others,
  });
  if (kind === 'whether') return found(`${polarity(line)} (${line})`, 'whether');
  if (part.kind === 'table') {
    const cell = cellOf(part.head, line.split(CELLS), words, kind);
    return cell === null ? null : found(cell, 'cell');
  }
  const [, label = '', value = ''] = /^(?:[-*]\s)?([^:.!?]{2,50}):\s+(\S.*)$/.exec(line) ?? [];
  const isLabel = label !== '' && words.some(({ near }) => near(stemsOf(label)) >= 0.6);
  if (isLabel && value.length <= MOST_CHARS && (kind === null || valuesIn(value, kind).length > 0))
    return found(value, 'label');
  if (kind === null) return null;
  const values = fresh(line, kind, task);
  const [only] = values;
  if (only === undefined) return null;
  if (values.length === 1) return found(only, 'only');
  return found(nearestTo(line, values, words), 'nearest', values.length);
}

/** A line with a value of the asked kind is read before one without. */
const KIND_BONUS = 0.2;

/** The values of a kind in a line that the task does not say itself. */
function fresh(line: string, kind: Kind, { text }: TaskWords): string[] {
  const said = text.toLowerCase();
  return valuesIn(line, kind).filter((value) => !said.includes(value.toLowerCase()));
}

function polarity(line: string): 'Yes' | 'No' {
  return /\b(?:no|not|never|none|nor|neither|cannot|without|closed|only|except|avoid|unable)\b|n['’]t\b/iu.test(
    line,
  )
    ? 'No'
    : 'Yes';
}

/** The cell of a row under the head that the task names; of a row of two the second. */
function cellOf(
  head: readonly string[],
  cells: readonly string[],
  words: readonly Weighed[],
  kind: Kind | null,
): string | null {
  const speaks = (text: string) => {
    const among = stemsOf(text);
    return words.reduce((sum, { near, weight }) => sum + weight * near(among), 0);
  };
  const free = cells
    .map((cell, at) => ({ cell, at, score: speaks(head[at] ?? '') - speaks(cell) }))
    .filter(({ cell, at }) => at > 0 && cell !== '' && (kind === null || valuesIn(cell, kind).length > 0))
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
