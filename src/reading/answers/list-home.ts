import { asksOfAll } from '../answer.ts';
import type { Asked } from '../asked.ts';
import type { ExtractedPage } from '../page/page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';
import { isFront } from '../site/front-page.ts';
import { isSameWord } from '../words/concepts.ts';
import { nameWords, stem } from '../words/words.ts';
import { readQuestion } from './question.ts';
import { isGeneric } from './select-items.ts';

/**
 * Whoever gives the front page of a site and asks for all things of a kind means those of the site: the address of the page
 * that a link of the front page calls so ("How many stores are there?", "Stores"). Null elsewhere, and where none is.
 */
export function listHome({ url, links }: ExtractedPage, asked: Asked): string | null {
  const kind = isFront(url) && asksOfAll(asked) ? kindAsked(asked.goal) : [];
  if (kind.length === 0) return null;
  const here = addressIn(url);
  const ways = links
    .filter(({ href }) => isSameSite(url, href) && addressIn(href) !== here)
    .map(({ name, href }) => ({ href: addressIn(href), fit: nameFit(name, kind) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  return ways[0]?.href ?? null;
}

/** What the things are called; nothing where the question is about one of them, or about what one of them has. */
function kindAsked(goal: string): string[] {
  const { form, noun, words, names, ordinal } = readQuestion(goal);
  const kind = noun.length > 0 ? noun : words;
  const isOfOne = form === 'count' && words.some((word) => !kind.includes(word));
  const isNamed = names.some((name) => !kind.includes(name));
  return isOfOne || isNamed || ordinal !== null ? [] : kind;
}

/** How many words of the kind the name says; 0 where it says anything else, or leaves out what tells the kind. */
function nameFit(name: string, kind: readonly string[]): number {
  const words = nameWords(name).filter((word) => !LEADING.has(word) && !/^\d+$/.test(word));
  const isRange = kind.every(isGeneric) && words.length === 1 && RANGE.has(words[0] ?? '');
  if (isRange) return 0.5;
  const isKind = words.length > 0 && words.every((word) => kind.some((each) => isSameWord(each, word)));
  const tells = kind.every((word) => isGeneric(word) || words.some((each) => isSameWord(each, word)));
  return isKind && tells ? words.length : 0;
}

const LEADING = new Set(
  'see view show browse shop explore discover find all our the every more'.split(' ').map(stem),
);
/** What a shop calls all that it has. */
const RANGE = new Set('catalogue catalog shop store assortment range'.split(' ').map(stem));
