import { isOfKind } from '../answers/answer-nearest.ts';
import { verbsIn } from '../answers/asked-words.ts';
import type { PageIndex } from '../answers/page-index.ts';
import { isWeighed, sentencesOf } from '../answers/passages.ts';
import type { Question } from '../answers/question.ts';
import { isPerson, type SaidLine, saidLines, wordsIn } from '../answers/said-lines.ts';
import type { ExtractedPage } from '../page/page.ts';
import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, isSoftWord, stem, stemsOf } from '../words/words.ts';

/** One thing that a site says, and how far it answers a question. */
export interface RankedLine {
  line: SaidLine;
  index: PageIndex;
  /** From 0 to 1: the share of what is asked that it speaks of. */
  score: number;
}

interface Ranking {
  lines: RankedLine[];
  /** The question names something of which no page speaks in any words. */
  isStrange: boolean;
}

interface Said {
  line: SaidLine;
  index: PageIndex;
  /** What the page it stands on is called. */
  home: string[];
}

const MOST_LINES = 6_000;
const MOST_CARD_CHARS = 500;
const MOST_PAIR_CHARS = 300;

/** What a site says to a question, the nearest first: words that few lines of the site have tell most. */
export function rankLines(indexes: readonly PageIndex[], question: Question): Ranking {
  const said = indexes.flatMap(saidOn).slice(0, MOST_LINES);
  const words = wordsAsked(question, said);
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return { lines: [], isStrange: false };
  const names = new Set(question.names);
  const lines = said
    .map(({ line, index, home }) => {
      let met = 0;
      let own = 0;
      for (const { word, weight } of words) {
        const [here, there] = meeting(line, home, word);
        const best = Math.max(here, there);
        // Of another thing the same may be said.
        if (names.has(word) && !isNamedIn(line, home, word)) return { line, index, score: 0 };
        met += weight * best;
        own += weight * (isRow(line) ? best : here);
      }
      const length = Math.min(0.08, line.output.length / 5_000);
      const isOther = line.kind === 'cell' && !isColumnAsked(line, words, question) ? 0.25 : 0;
      const isVague = question.expects === 'date' && !/\d/.test(line.output) ? 0.2 : 0;
      const isCalled =
        line.thing !== null && isAllNamed(line.thing, names) ? (WHOLE.test(question.text) ? 0.4 : 0.15) : 0;
      return {
        line,
        index,
        score: own > 0 && isFit(line, question) ? met / all - length - isVague - isOther + isCalled : 0,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return { lines, isStrange: words.some(({ isUnsaid }) => isUnsaid) };
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

function isFit(line: SaidLine, question: Question): boolean {
  const { text, expects, form } = question;
  // A word or two decide nothing.
  if (
    form === 'yes-no' &&
    line.kind === 'sentence' &&
    line.output.split(' ').length < 4 &&
    !/\d/.test(line.output)
  )
    return false;
  if (!isOfKind(line, question) || !isPointed(line, question) || !isWeighed(line.output, question))
    return false;
  if (
    expects === 'name' &&
    !isPerson(line.thing ?? '') &&
    (line.kind === 'section' || !namesSomebody(line.output))
  )
    return false;
  return !PLACE.test(text) || /(?<!^)(?<![.!?:]\s)\p{Lu}\p{Ll}{2,}/u.test(line.output);
}

/** Two names in a row, or a title and a name. */
export function namesSomebody(text: string): boolean {
  const found = PERSON.exec(text);
  // Where a name meets the text below it, both begin with a capital.
  return (
    found !== null &&
    (found.index > 0 ||
      isPerson(text) ||
      /^(?:Dr|Mr|Mrs|Ms|Prof|Cllr)\b/.test(text) ||
      /^\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+,/u.test(text))
  );
}

const PERSON =
  /(?:^|[^\p{L}])(?:\p{Lu}[\p{L}'’.-]+\s\p{Lu}[\p{Ll}'’-]{1,}|(?:Dr|Mr|Mrs|Ms|Prof|Cllr)\.?\s\p{Lu})/u;
const PLACE =
  /^(?:in |to |from )?(?:which|what) (?:country|city|town|village|street|region|county|state|station|building|room)\b/i;

/** Which one is the most is told by a line that says so. */
function isPointed({ text }: SaidLine, { extreme }: Question): boolean {
  return extreme === null || extreme.said.test(text);
}

function saidOn(index: PageIndex): Said[] {
  const { page } = index;
  const home = headWords(page);
  const headings = new Set(page.headings.map(({ text }) => text));
  return [...saidLines(index), ...pairLines(index), ...cardLines(index), ...asideLines(index)]
    .filter(
      ({ output, isTitle }) =>
        !isTitle && !headings.has(output) && !output.trim().endsWith('?') && !ELSEWHERE.test(output),
    )
    .map((line) => ({ line, index, home }));
}

/** It only says where it is said. */
const ELSEWHERE = /\b(?:see|on|at|find (?:it|them|more) on) (?:the|our|its) [\p{L} -]{2,30} page\b/iu;

/** "We have no car park. Use the one in Mill Street.": what is spoken of in one sentence and told in the next. */
function pairLines({ page }: PageIndex): SaidLine[] {
  return page.blocks
    .filter(({ isAside, text }) => !isAside && text.length <= 3_000)
    .flatMap(({ text, under }) => {
      const sentences = sentencesOf(text);
      const headings = under.slice(1);
      const above = wordsIn(headings.join(' '));
      return sentences.slice(1).flatMap((second, at): SaidLine[] => {
        const both = `${sentences[at]} ${second}`;
        if (both.length > MOST_PAIR_CHARS) return [];
        const own = wordsIn(both);
        return [
          {
            output: both,
            text: both,
            own,
            above,
            before: [],
            under: headings,
            thing: null,
            kind: 'sentence',
          },
        ];
      });
    });
}

/** Things that stand side by side, each with all that is said of it. */
function cardLines({ collections }: PageIndex): SaidLine[] {
  return collections
    .filter(
      ({ collection: { kind, isAside, columns } }) =>
        !isAside && kind !== 'sections' && (kind !== 'table' || columns.length > 0),
    )
    .flatMap(({ collection, items }) =>
      items.slice(0, 80).flatMap(({ item }) => {
        const { title, fields, text, under } = item;
        const output =
          collection.kind === 'table'
            ? [
                title,
                ...fields
                  .filter(({ value }) => value !== title && value !== '')
                  .map(({ names, value }) => (names[0] ? `${names[0]}: ${value}` : value)),
              ].join(', ')
            : text;
        if (output === '' || output.length > MOST_CARD_CHARS) return [];
        return [
          {
            output,
            text: output,
            own: wordsIn(`${title} ${output}`),
            above: wordsIn([...collection.about, under].join(' ')),
            before: [],
            under: [under],
            thing: title,
            kind: 'section' as const,
          },
        ];
      }),
    );
}

/** A number to call, an address, hours. */
const REACHING = /@|\d{3}|\d\s?[ap]m\b|\d[:.]\d{2}|\bclosed\b/i;

/** What the foot of every page says: where, when, how to write. */
function asideLines({ page }: PageIndex): SaidLine[] {
  return page.blocks
    .filter(({ isAside, text }) => isAside && REACHING.test(text) && text.length <= 300)
    .flatMap(({ text, under }) =>
      sentencesOf(text).map((sentence) => ({
        output: sentence,
        text: sentence,
        own: wordsIn(sentence),
        above: wordsIn(under.at(-1) ?? ''),
        before: [],
        under: [],
        thing: null,
        kind: 'sentence' as const,
      })),
    );
}

/** The words that a page goes by. */
export function headWords({ title, headings, url }: ExtractedPage): string[] {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/[/_.-]+|\.\w+$/g, ' ') : '';
  return [...new Set(stemsOf(joinPhrases([title, headings[0]?.text, path].join(' '))))];
}

interface Word {
  word: string;
  weight: number;
  /** A thing that the site has no word for. */
  isUnsaid: boolean;
}

function wordsAsked(question: Question, said: readonly Said[]): Word[] {
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

function nearest(word: string, among: readonly string[]): number {
  let best = 0;
  for (const each of among) {
    best = Math.max(best, nearness(word, each));
    if (best === 1) break;
  }
  return best;
}
