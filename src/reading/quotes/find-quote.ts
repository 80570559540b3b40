import type { Question } from '../answers/question.ts';
import { squeeze } from '../page/dom.ts';
import type { ExtractedPage } from '../page/page.ts';
import { dot, logistic } from '../site/choose-answer.ts';
import {
  type AskedWord,
  askedWordsOf,
  CHANCE_SIGNS,
  type ChanceSigns,
  type Indexed,
  indexQuote,
  QUOTE_SIGNS,
  type QuoteSigns,
  signsOfQuote,
} from './quote-signs.ts';
import { quotesOf } from './quotes-of.ts';
import { QUOTE_CHANCE, QUOTE_WORTH } from './weights.ts';

/** What pages say that comes nearest to what is asked, in their own words. */
export interface FoundQuote {
  /** Which of the pages says the most fitting of it. */
  at: number;
  text: string;
}

/** So many pieces are told together. */
const MOST_TOLD = 2;
/** What is less likely to hold the answer is not worth reading. */
const WORTH_READING = 0.6;

/** What pages say to a question, in their own words, where that likely holds the answer; `told` is a value in doubt. */
export function findQuote(
  pages: readonly ExtractedPage[],
  question: Question,
  told: string | null,
): FoundQuote | undefined {
  const { ranked, words } = rankQuotes(pages, question, told);
  const [best] = ranked;
  if (!best || best.signs.together === 0) return undefined;
  const likely = logistic(dot(CHANCE_SIGNS, chanceSigns(ranked, words, question), QUOTE_CHANCE));
  return likely < WORTH_READING ? undefined : { at: best.at, text: textOf(ranked) };
}

export interface RankedQuote extends Indexed {
  at: number;
  signs: QuoteSigns;
  score: number;
}

/** All pieces of the pages, the most fitting first. */
export function rankQuotes(
  pages: readonly ExtractedPage[],
  question: Question,
  told: string | null,
  worth = QUOTE_WORTH,
): { ranked: RankedQuote[]; words: AskedWord[] } {
  const quotes = pages.flatMap((page, at) => quotesOf(page).map((quote) => ({ at, ...indexQuote(quote) })));
  const words = askedWordsOf(question, quotes);
  const ranked = quotes
    .map((quote) => {
      const signs = signsOfQuote(quote, words, question, told);
      return { ...quote, signs, score: dot(QUOTE_SIGNS, signs, worth) };
    })
    .sort((one, other) => other.score - one.score);
  return { ranked, words };
}

/** The most fitting pieces of one page, each under its heading. */
export function textOf(ranked: readonly RankedQuote[]): string {
  const [best] = ranked;
  return ranked
    .slice(0, MOST_TOLD)
    .filter(
      ({ at, quote }, place, all) =>
        at === best?.at && all.findIndex((one) => one.quote.text === quote.text) === place,
    )
    .map(({ quote }) => {
      const heading = quote.under.at(-1) ?? '';
      return heading === '' || squeeze(quote.text).startsWith(heading)
        ? quote.text
        : `${heading}\n${quote.text}`;
    })
    .join('\n\n');
}

/** Of the pieces that would be told. */
export function chanceSigns(
  ranked: readonly RankedQuote[],
  words: readonly AskedWord[],
  { form, extreme, text, names }: Question,
): ChanceSigns {
  const best = ranked[0] as RankedQuote;
  const chances = ranked.map(({ score }) => Math.exp(score - best.score));
  const weight = (some: readonly AskedWord[]) => some.reduce((sum, each) => sum + each.weight, 0);
  const unsaid = words.filter(({ isUnsaid }) => isUnsaid);
  const all = new Set(names);
  return {
    base: 1,
    score: best.score / 4,
    lead: Math.min(3, best.score - (ranked[MOST_TOLD]?.score ?? Number.NEGATIVE_INFINITY)),
    share: ((chances[0] ?? 0) + (chances[1] ?? 0)) / chances.reduce((sum, chance) => sum + chance, 0),
    strangeness: weight(unsaid) / (weight(words) || 1),
    unnamed: Number(unsaid.some(({ word }) => all.has(word))),
    asksWhether: Number(form === 'yes-no'),
    asksMany: Number(extreme !== null || form === 'count' || form === 'list'),
    asksWhy: Number(/^why\b/i.test(text)),
    ...best.signs,
  };
}
