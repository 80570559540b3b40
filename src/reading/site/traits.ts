import { isSpan } from '../answers/answer-kind.ts';
import type { Answer } from '../answers/answered.ts';
import type { PageIndex } from '../answers/page-index.ts';
import type { Question } from '../answers/question.ts';
import { squeeze } from '../page/dom.ts';
import { amountsIn } from '../values/number.ts';
import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import { isFront } from './front-page.ts';
import { namesSomebody } from './line-fit.ts';
import { nearest, type RankedLine, type Word } from './rank-lines.ts';
import { headWords } from './site-lines.ts';

/** Something that a page of a site says, which may be what is asked for. */
export interface Candidate {
  /** Which of the pages says it. */
  at: number;
  output: string;
  /**
   * Compared or counted, read out of a page as an answer, a line as it stands, the column of a table, or all that stands
   * under a heading.
   */
  by: 'ordered' | 'told' | 'said' | 'column' | 'listed';
  /** As the page by itself answers. */
  answer?: Answer;
  line?: RankedLine;
}

/** What is asked, of which pages. */
export interface SiteQuestion {
  indexes: readonly PageIndex[];
  question: Question;
  /** The words of the question, each with how much it tells on this site. */
  words: readonly Word[];
}

export type Traits = Record<(typeof TRAITS)[number], number>;

/** What tells a right answer from a wrong one; what each is worth was fitted to questions with known answers. */
export const TRAITS = [
  'isOrdered',
  /** Counted or compared where nothing is called by the noun that is asked for. */
  'isOfOthers',
  'isTold',
  'isListed',
  'isNamed',
  'isReasoned',
  'isCell',
  'isColumn',
  'isCard',
  'isLabel',
  'isHeading',
  'isAside',
  'isQuestion',
  'isOnFrontPage',
  'isOnPageAsked',
  /** The share of the question's words that stand in it as they are, and that it speaks of in any words. */
  'says',
  'speaks',
  /** The same of the heading above it, of all headings above it, of the page's name, and of what it is said of. */
  'heading',
  'headings',
  'home',
  'thing',
  'paragraph',
  /** The share that it or any of those speak of. */
  'together',
  /** Whether that holds for the word that tells most. */
  'rarest',
  'rarestAround',
  /** How much of it speaks of the question, and how much says more. */
  'focus',
  'news',
  'length',
  'isLong',
  'isTiny',
  'answersHeading',
  /** Of the kind that is asked for: 1, another one: -1, any will do: 0. */
  'kind',
  'person',
  'place',
  'contact',
  'repeats',
  'isYesOrNo',
  'isShortOnWhether',
  'isSentenceOnHow',
  'isShortOnWhat',
  'isListOnList',
  'isSingleOnList',
] as const;

/** Traits that also tell how certain an answer is, however it was found. */
const TELLING = [
  'isTold',
  'isNamed',
  'isReasoned',
  'isHeading',
  'isLong',
  'isAside',
  'says',
  'speaks',
  'heading',
  'home',
  'thing',
  'together',
  'rarest',
  'rarestAround',
  'focus',
  'answersHeading',
  'kind',
  'person',
] as const;

/** From these follows how certain an answer is. */
export const SIGNS = [
  'base',
  /** It is among all that the pages say to the question, the best of that, and how far it is behind the best. */
  'isAmong',
  'isBest',
  'behind',
  'score',
  /** How far the best is ahead of the next, and what part of the chances is its own. */
  'lead',
  'share',
  /** How much of the question a page accounts for that tells it by itself. */
  'coverage',
  /** The part of the question that the pages have no word for. */
  'strangeness',
  'names',
  'asksCount',
  'asksWhether',
  'asksMost',
  'asksWho',
  'asksWhen',
  'asksWhy',
  'asksHowMuch',
  ...TELLING,
] as const;
export type Signs = Record<(typeof SIGNS)[number], number>;

export function tellingTraits(traits: Traits): Pick<Traits, (typeof TELLING)[number]> {
  return Object.fromEntries(TELLING.map((name) => [name, traits[name]])) as Traits;
}

export function traitsOf(candidate: Candidate, all: readonly Candidate[], site: SiteQuestion): Traits {
  const { output, by, answer, at } = candidate;
  const { question, words, indexes } = site;
  const index = indexes[at] as PageIndex;
  const line = candidate.line?.line;
  const block = blockOf(output, index);
  const under = line?.under ?? block?.under.slice(1) ?? [];
  const own = stems(by === 'said' && line ? `${output} ${line.text}` : output);
  const heading = stems(under.at(-1) ?? '');
  const headings = stems(under.join(' '));
  const home = headWords(index.page);
  const thing = stems(line?.thing ?? '');
  const around = [own, headings, home, thing];
  const share = shareOf(words);
  const rarest = words.toSorted((one, other) => other.weight - one.weight)[0]?.word;
  const content = contentStems(output);
  const { text, form } = question;
  const isSentence = output.length > 25 && /[.!]$/.test(output.trim());
  return {
    isOrdered: Number(by === 'ordered'),
    isOfOthers: Number(by === 'ordered' && !hasNoun(index, question)),
    isTold: Number(by === 'told'),
    isListed: Number(by === 'listed'),
    isNamed: Number(answer?.isNamed ?? false),
    isReasoned: Number(answer?.isReasoned ?? false),
    isCell: Number(line?.kind === 'cell' && by === 'said'),
    isColumn: Number(by === 'column'),
    isCard: Number(line?.kind === 'section'),
    isLabel: Number(line?.kind === 'label'),
    isHeading: Number(index.page.headings.some((each) => each.text === output)),
    isAside: Number(block?.isAside ?? false),
    isQuestion: Number(/\?\s*$/.test(output)),
    isOnFrontPage: Number(isFront(index.page.url)),
    isOnPageAsked: Number(at === 0 && !isFront(index.page.url)),
    says: share((word) => Number(own.includes(word))),
    speaks: share((word) => nearest(word, own)),
    heading: share((word) => nearest(word, heading)),
    headings: share((word) => nearest(word, headings)),
    home: share((word) => nearest(word, home)),
    thing: share((word) => nearest(word, thing)),
    paragraph: share((word) => nearest(word, stems(block?.text ?? ''))),
    together: share((word) => nearestOf(word, around)),
    rarest: rarest === undefined ? 0 : nearest(rarest, own),
    rarestAround: rarest === undefined ? 0 : nearestOf(rarest, around),
    focus: partOf(content, (word) => words.some((asked) => nearness(asked.word, word) >= 0.7)),
    news: Math.min(
      1,
      content.filter((word) => !words.some((asked) => nearness(asked.word, word) >= 0.9)).length / 3,
    ),
    length: Math.log(1 + output.length) / 7,
    isLong: Number(output.length > 400),
    isTiny: Number(output.length < 5),
    answersHeading: under.at(-1)?.endsWith('?') ? share((word) => nearest(word, heading)) : 0,
    kind: kindOf(output, question),
    person: /^who\b/i.test(text) ? sign(namesSomebody(output)) : 0,
    place: /^where\b/i.test(text) ? sign(/(?<!^)\p{Lu}\p{Ll}+/u.test(output)) : 0,
    contact: REACHING.test(text) ? sign(CONTACT.test(output)) : 0,
    repeats: Math.log(1 + timesSaid(candidate, all)),
    isYesOrNo: Number(form === 'yes-no' && /^(?:yes|no)\b/i.test(output)),
    isShortOnWhether: Number(form === 'yes-no' && output.length < 20),
    isSentenceOnHow: Number(/^how (?:do|can|should|could) (?:i|we|you)\b/i.test(text) && isSentence),
    isShortOnWhat: Number(/^what\b/i.test(text) && output.length < 40),
    isListOnList: Number(form === 'list' && output.includes('\n')),
    isSingleOnList: Number(form === 'list' && !/[\n,]/.test(output)),
  };
}

const REACHING = /\b(?:phone|telephone|mobile|fax|e-?mail|call|ring)\b/i;
const CONTACT = /\+?\d[\d\s()./-]{5,}\d|\S+@\S+\.\S+/;

/** Things are compared and counted where they are listed under that name. */
export function hasNoun({ own, collections }: PageIndex, { noun }: Question): boolean {
  const said = [...own, ...collections.flatMap(({ about, columns }) => [...about, ...columns.flat()])];
  return noun.every((word) => nearest(word, said) >= 0.7);
}

/** The text that it stands in. */
function blockOf(output: string, { page: { blocks } }: PageIndex) {
  const [first = ''] = output.replace(/^(?:yes|no) \((.*)\)$/is, '$1').split('\n');
  const start = first.slice(0, 80);
  return (
    blocks.find(({ text }) => text.includes(start)) ??
    blocks.find(({ text }) => start.length > 12 && text.length > 8 && start.includes(text))
  );
}

function kindOf(output: string, { expects }: Question): number {
  if (expects === 'money') return sign(amountsIn(output).length > 0);
  if (expects === 'name') return sign(namesSomebody(output));
  if (expects === 'duration') return sign(isSpan(output));
  return expects === null ? 0 : sign(/\d/.test(output));
}

/** On how many pages the same is said. */
function timesSaid({ output }: Candidate, all: readonly Candidate[]): number {
  const said = plain(output);
  return new Set(all.filter((other) => plain(other.output) === said).map(({ at }) => at)).size - 1;
}

export function plain(output: string): string {
  return squeeze(output.replace(/[^\p{L}\p{N}]+/gu, ' ')).toLowerCase();
}

function shareOf(words: readonly Word[]): (metBy: (word: string) => number) => number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (metBy) => words.reduce((sum, { word, weight }) => sum + weight * metBy(word), 0) / all;
}

function nearestOf(word: string, places: readonly (readonly string[])[]): number {
  return Math.max(...places.map((place) => nearest(word, place)));
}

function partOf(words: readonly string[], isMet: (word: string) => boolean): number {
  return words.length === 0 ? 0 : words.filter(isMet).length / words.length;
}

function sign(isSo: boolean): number {
  return isSo ? 1 : -1;
}

function stems(text: string): string[] {
  return [...new Set(stemsOf(joinPhrases(text)))];
}
