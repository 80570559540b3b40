import { isSoftWord, stemsOf } from '../../platform/text/words.ts';
import type { Part } from '../page/page.ts';
import { nearness } from '../words/kin.ts';
import { nameMatch } from '../words/names.ts';
import { valuesIn } from './kinds.ts';
import type { TaskWords } from './task.ts';
import weights from './weights.json' with { type: 'json' };

/** Signs of the part of a page that answers a task. */
export const PART_SIGNS = [
  /** The share of the task's words, by their weight, that stand in the part or near it. */
  'speaks',
  'says',
  /** The same of the best of its lines, the heading above it, and all headings above it. */
  'line',
  'heading',
  'headings',
  'together',
  /** The same of its best line with the headings above it. */
  'lineTogether',
  'pairs',
  'rarest',
  'rarestInLine',
  /** Words that stand in a row of a table or in its head. */
  'head',
  /** It holds a value of the kind that is asked for. */
  'kind',
  'kindInLine',
  'isQuestion',
  'isTable',
  'isList',
  'isAside',
  'isData',
  'isFirst',
  'length',
] as const;

export type PartSigns = Record<(typeof PART_SIGNS)[number], number>;

/** A part of one of several pages, with the words by which it is found. */
export interface Indexed {
  part: Part;
  /** Which of the pages it stands on. */
  page: number;
  own: string[];
  lines: string[][];
  head: string[];
  heading: string[];
  headings: string[];
}

export interface Ranked extends Indexed {
  signs: PartSigns;
  score: number;
  /** The line of it that speaks most of the task. */
  best: number;
}

/** A word of the task, with how much it tells: what few parts have tells most. */
interface Weighed {
  word: string;
  weight: number;
  /** No part of the page speaks of it. */
  isUnsaid: boolean;
  near(among: readonly string[]): number;
}

export interface Ranking {
  ranked: Ranked[];
  words: Weighed[];
}

export function indexPart(part: Part, page: number): Indexed {
  const lines = part.lines.map(stemsOf);
  const head = part.head.flatMap(stemsOf);
  return {
    part,
    page,
    own: [...new Set([...head, ...lines.flat()])],
    lines,
    head,
    heading: stemsOf(part.under.at(-1) ?? ''),
    headings: stemsOf(part.under.slice(1).join(' ')),
  };
}

/** All parts, the most fitting first. */
export function rankParts(
  parts: readonly Indexed[],
  task: TaskWords,
  worth: PartSigns = weights.worth,
): Ranking {
  const words = weighWords(task.words, parts);
  const ranked = parts.map((part): Ranked => {
    const { signs, best } = signsOf(part, words, task);
    return { ...part, signs, best, score: dot(PART_SIGNS, signs, worth) };
  });
  return { ranked: ranked.sort((one, other) => other.score - one.score), words };
}

/** Words that are looked for on a page, with how much each tells there. */
function weighWords(words: readonly string[], parts: readonly Indexed[]): Weighed[] {
  const title = stemsOf(parts.find(({ part }) => part.under.length > 0)?.part.under[0] ?? '');
  return words.map((word) => {
    const near = nearTo(word);
    const having = parts.filter(({ own, headings }) => Math.max(near(own), near(headings)) >= 0.6).length;
    const rarity = Math.log(1 + parts.length / (0.5 + having));
    const isUnsaid = having === 0 && near(title) < 0.6;
    return { word, near, weight: rarity * (isSoftWord(word) ? 0.4 : 1), isUnsaid };
  });
}

/** The same words come up in most parts of a page. */
function nearTo(word: string): Weighed['near'] {
  const known = new Map<string, number>();
  return (among) => {
    let best = 0;
    for (const each of among) {
      const near = known.get(each) ?? nearness(word, each);
      known.set(each, near);
      if (near > best) best = near;
    }
    return best;
  };
}

function signsOf(
  { part, own, lines, head, heading, headings }: Indexed,
  words: readonly Weighed[],
  { kind }: TaskWords,
): { signs: PartSigns; best: number } {
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (has: (near: Weighed['near']) => number) =>
    words.reduce((sum, { near, weight }) => sum + weight * has(near), 0) / all;
  const rarest = words.reduce<Weighed | null>(
    (one, other) => (one && one.weight >= other.weight ? one : other),
    null,
  );
  const met = lines.map((line) => share((near) => near(line)));
  const best = met.reduce((top, each, at) => (each > (met[top] ?? -1) ? at : top), 0);
  const holds = (text: string) =>
    kind === null || kind === 'whether' ? 0 : valuesIn(text, kind).length > 0 ? 1 : -1;
  const isSame =
    words.length > 0 &&
    nameMatch(
      words.map(({ word }) => word),
      heading,
    ) >= 0.9;
  const named = isSame ? 1 : share((near) => near(heading));
  return {
    best,
    signs: {
      speaks: share((near) => near(own)),
      says: share((near) => Number(near(own) >= 0.9)),
      line: met[best] ?? 0,
      heading: named,
      headings: isSame ? 1 : share((near) => near(headings)),
      together: isSame ? 1 : share((near) => Math.max(near(own), near(headings))),
      lineTogether: share((near) => Math.max(near(lines[best] ?? []), near(headings), near(head))),
      pairs: pairsIn(words, lines),
      rarestInLine: rarest ? rarest.near(lines[best] ?? []) : 0,
      rarest: rarest ? Math.max(rarest.near(own), rarest.near(headings)) : 0,
      head: share((near) => near(head)),
      kind: holds(part.text),
      kindInLine: holds(part.lines[best] ?? ''),
      isQuestion: part.under.at(-1)?.endsWith('?') ? named : 0,
      isTable: Number(part.kind === 'table'),
      isList: Number(part.kind === 'list'),
      isAside: Number(part.kind === 'aside'),
      isData: Number(part.kind === 'data'),
      isFirst: Number(part.at === 0),
      length: Math.min(1, part.text.length / 450),
    },
  };
}

/** The share of the task's neighbouring words that stand side by side in a line, too. */
function pairsIn(words: readonly Weighed[], lines: readonly string[][]): number {
  if (words.length < 2) return 0;
  const met = words.slice(1).filter(({ near }, at) => {
    const before = words[at] as Weighed;
    return lines.some((line) =>
      line.some(
        (word, place) =>
          near([word]) >= 0.9 && before.near(line.slice(Math.max(0, place - 3), place + 4)) >= 0.9,
      ),
    );
  });
  return met.length / (words.length - 1);
}

export function dot<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  return names.reduce((sum, name) => sum + values[name] * weights[name], 0);
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
