import { verbsIn } from '../answers/asked-words.ts';
import type { PageIndex } from '../answers/page-index.ts';
import type { Question } from '../answers/question.ts';
import type { SaidLine } from '../answers/said-lines.ts';
import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, isSoftWord, stem, stemsOf } from '../words/words.ts';
import { isFit } from './line-fit.ts';
import { linesOn, type SiteLine } from './site-lines.ts';

/** One thing that a site says, and how far it answers a question. */
export interface RankedLine {
  line: SaidLine;
  index: PageIndex;
  /** From 0 to 1: the share of what is asked that it speaks of. */
  score: number;
}

interface Ranking {
  lines: RankedLine[];
  /** The words of the question, each with how much it tells on this site. */
  words: Word[];
}

const MOST_LINES = 6_000;

/** What a site says to a question, the nearest first: words that few lines of the site have tell most. */
export function rankLines(indexes: readonly PageIndex[], question: Question): Ranking {
  const said = indexes.flatMap(linesOn).slice(0, MOST_LINES);
  const words = wordsAsked(question, said);
  if (words.every(({ weight }) => weight === 0)) return { lines: [], words };
  const lines = said
    .map(({ line, index, home }) => ({ line, index, score: scoreOf(line, home, words, question) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return { lines, words };
}

/** The share of the question that a line speaks of, more or less by what it is; 0 for one that cannot be its answer. */
function scoreOf(
  line: SaidLine,
  home: readonly string[],
  words: readonly Word[],
  question: Question,
): number {
  const names = new Set(question.names);
  let all = 0;
  let met = 0;
  let own = 0;
  for (const { word, weight } of words) {
    const [here, there] = meeting(line, home, word);
    const best = Math.max(here, there);
    // Of another thing the same may be said.
    if (names.has(word) && !isNamedIn(line, home, word)) return 0;
    all += weight;
    met += weight * best;
    own += weight * (isRow(line) ? best : here);
  }
  if (own === 0 || !isFit(line, question)) return 0;
  const length = Math.min(0.08, line.output.length / 5_000);
  const otherColumn = line.kind === 'cell' && !isColumnAsked(line, words, question) ? 0.25 : 0;
  const vagueness = question.expects === 'date' && !/\d/.test(line.output) ? 0.2 : 0;
  const isCalled = line.thing !== null && isAllNamed(line.thing, names);
  const calling = isCalled ? (WHOLE.test(question.text) ? 0.4 : 0.15) : 0;
  return met / all - length - vagueness - otherColumn + calling;
}

/** What stands in a table is named by what stands above it. */
function isRow({ kind, thing }: SaidLine): boolean {
  return kind === 'cell' || (kind === 'section' && thing !== null);
}

/** The thing is called by what the question names, and by nothing else. */
function isAllNamed(thing: string, names: ReadonlySet<string>): boolean {
  const words = contentStems(thing);
  return words.length > 0 && words.every((word) => names.has(word));
}

function isNamedIn({ own, above }: SaidLine, home: readonly string[], name: string): boolean {
  return nearest(name, own) >= 0.9 || nearest(name, above) >= 0.9 || nearest(name, home) >= 0.9;
}

/** The value of a row is asked for by the name of its column. */
function isColumnAsked(
  { text, thing, output }: SaidLine,
  words: readonly Word[],
  { implied }: Question,
): boolean {
  const named = text.slice(0, -output.length).replace(thing ?? '', '');
  const column = stemsOf(joinPhrases(named));
  return [...words.map(({ word }) => word), ...implied].some((word) => nearest(word, column) >= 0.7);
}

/** All that there is of one thing is asked for. */
const WHOLE =
  /^what (?:do (?:i|we|you) get|is (?:included|in)\b|comes with|does .{1,60} (?:include|offer|contain|come with))/i;

export interface Word {
  word: string;
  weight: number;
  /** A thing that the site has no word for. */
  isUnsaid: boolean;
}

function wordsAsked(question: Question, said: readonly SiteLine[]): Word[] {
  const words = new Set(
    contentStems(joinPhrases(question.text)).filter((word) => !question.said.has(word) && !IDLE.has(word)),
  );
  if (/\b(?:tele)?phone number\b/i.test(question.text)) words.delete(stem('number'));
  const verbs = verbsIn(question.text);
  return [...words].map((word) => {
    const on = said.filter(({ line }) => nearest(word, line.own) >= 0.7).length;
    const rarity = Math.log(1 + said.length / (1 + on)) / Math.log(1 + said.length);
    // Another verb may say the same, but not how it is done.
    const isLight = isSoftWord(word) || (verbs.has(word) && on === 0 && !HOW_TO.test(question.text));
    const isUnsaid =
      !isLight &&
      on === 0 &&
      !said.some(({ home, line }) => nearest(word, home) > 0 || nearest(word, line.above) > 0);
    return { word, weight: rarity * (isLight ? 0.4 : 1), isUnsaid };
  });
}

const HOW_TO = /^how (?:do|can|should|could) (?:i|we|you)\b/i;
const IDLE = new Set(
  'somewhere somehow thing stuff bit lot yourself myself i’m im tell'.split(' ').map(stem),
);

/** How far a line meets a word: by itself, and by where it stands. */
function meeting(
  { own, above, before, under }: SaidLine,
  home: readonly string[],
  word: string,
): [number, number] {
  const isAnswer = under.at(-1)?.endsWith('?') ?? false;
  const heading = (isAnswer ? 1 : 0.85) * nearest(word, above);
  const here = Math.max(nearest(word, own), isAnswer ? heading : 0);
  return [here, Math.max(heading, 0.6 * nearest(word, before), 0.75 * nearest(word, home))];
}

export function nearest(word: string, among: readonly string[]): number {
  let best = 0;
  for (const each of among) {
    best = Math.max(best, nearness(word, each));
    if (best === 1) break;
  }
  return best;
}
