import { isOfKind } from '../answers/passages.ts';
import type { Question } from '../answers/question.ts';
import { wordsIn } from '../answers/said-lines.ts';
import { squeeze } from '../page/dom.ts';
import { nearest } from '../site/rank-lines.ts';
import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, isSoftWord } from '../words/words.ts';
import type { Quote } from './quotes-of.ts';

export type QuoteSigns = Record<(typeof QUOTE_SIGNS)[number], number>;

/** What tells the piece of a page that answers a question from the others. */
export const QUOTE_SIGNS = [
  /** The share of the question's words that it speaks of, that stand in it as they are, and in the best of its lines. */
  'speaks',
  'says',
  'line',
  'heading',
  'headings',
  'together',
  'rarest',
  'implied',
  'kind',
  'kindInLine',
  'answersHeading',
  'isTable',
  'isList',
  'isAside',
  'isFirst',
  'length',
  /** It holds what the page was taken to answer. */
  'holdsTold',
] as const;

export type ChanceSigns = Record<(typeof CHANCE_SIGNS)[number], number>;

/** From these follows how likely the most fitting pieces hold the answer. */
export const CHANCE_SIGNS = [
  'base',
  'score',
  'lead',
  'share',
  'strangeness',
  'unnamed',
  'asksWhether',
  'asksMany',
  'asksWhy',
  ...QUOTE_SIGNS,
] as const;

/** A piece of a page with the words by which it is found. */
export interface Indexed {
  quote: Quote;
  own: string[];
  lines: string[][];
  heading: string[];
  headings: string[];
}

export function indexQuote(quote: Quote): Indexed {
  const lines = quote.lines.map(wordsIn);
  return {
    quote,
    own: [...new Set([...wordsIn(quote.head), ...lines.flat()])],
    lines,
    heading: wordsIn(quote.under.at(-1) ?? ''),
    headings: wordsIn(quote.under.slice(1).join(' ')),
  };
}

export interface AskedWord {
  word: string;
  /** How near the nearest of some words comes to it. */
  near(among: readonly string[]): number;
  weight: number;
  /** No piece speaks of it. */
  isUnsaid: boolean;
}

/** The words of a question, each with how much it tells: what few pieces have tells most. */
export function askedWordsOf(question: Question, quotes: readonly Indexed[]): AskedWord[] {
  const words = new Set(contentStems(joinPhrases(question.text)).filter((word) => !question.said.has(word)));
  return [...words].map((word) => {
    const near = nearTo(word);
    const having = quotes.filter(({ own, headings }) => Math.max(near(own), near(headings)) >= 0.7).length;
    const rarity = Math.log(1 + quotes.length / (0.5 + having));
    return { word, near, weight: rarity * (isSoftWord(word) ? 0.4 : 1), isUnsaid: having === 0 };
  });
}

/** The same words come up in most pieces of a page. */
function nearTo(word: string): AskedWord['near'] {
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

export function signsOfQuote(
  { quote, own, lines, heading, headings }: Indexed,
  words: readonly AskedWord[],
  question: Question,
  told: string | null,
): QuoteSigns {
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (has: (near: AskedWord['near']) => number) =>
    words.reduce((sum, { near, weight }) => sum + weight * has(near), 0) / all;
  const [rarest] = words.toSorted((one, other) => other.weight - one.weight);
  const best = lines
    .map((line, at) => ({ text: quote.lines[at] ?? '', met: share((near) => near(line)) }))
    .reduce((one, other) => (other.met > one.met ? other : one), { text: '', met: 0 });
  const kind = (text: string) => (question.expects === null ? 0 : isOfKind(text, question) ? 1 : -1);
  const named = share((near) => near(heading));
  return {
    speaks: share((near) => near(own)),
    says: share((near) => Number(near(own) >= 0.9)),
    line: best.met,
    heading: named,
    headings: share((near) => near(headings)),
    together: share((near) => Math.max(near(own), near(headings))),
    rarest: rarest ? Math.max(rarest.near(own), rarest.near(headings)) : 0,
    implied: Math.max(0, ...question.implied.map((word) => nearest(word, own))),
    kind: kind(quote.text),
    kindInLine: kind(best.text),
    answersHeading: quote.under.at(-1)?.endsWith('?') ? named : 0,
    isTable: Number(quote.kind === 'table'),
    isList: Number(quote.kind === 'list'),
    isAside: Number(quote.kind === 'aside'),
    isFirst: Number(quote.isFirst),
    length: Math.min(1, quote.text.length / 450),
    holdsTold: Number(told !== null && holds(quote.text, told)),
  };
}

/** Some of it at least, where it is long. */
function holds(text: string, told: string): boolean {
  const said = squeeze(told).toLowerCase().slice(0, 60);
  return said !== '' && squeeze(text).toLowerCase().includes(said);
}
