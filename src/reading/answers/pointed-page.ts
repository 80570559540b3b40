import type { Collection, ExtractedPage } from '../page/page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';
import { addressOfItem } from '../with-details.ts';
import { contentStems, nameWords, stemsOf } from '../words/words.ts';
import { timeOf } from './newest.ts';
import { readQuestion } from './question.ts';

/** A page that a task means, though it gives another one that leads there. */
export interface PageMeant {
  url: string;
  /** It is the thing itself; else the things are listed there. */
  isIt: boolean;
}

const THING =
  'article|post|story|entry|news|news item|press release|issue|episode|announcement|report|headline|recipe|talk|chapter|paper|release note|update';
const POINTED = new RegExp(
  `\\b(newest|latest|most recent|last|oldest|first|top|second|third|fourth|fifth)\\s+(?:\\p{L}+\\s+){0,2}?(?:${THING})s?\\b(?:\\s+(?:of|in|on|from)\\s+(?:the|its|their|your)\\s+(\\p{L}+))?`,
  'iu',
);
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** "Summarise the newest article of the journal": the page of that article, or of the journal; null when the page at hand is meant. */
export function pointedPage(page: ExtractedPage, goal: string): PageMeant | null {
  const { form } = readQuestion(goal);
  const pointed = form === 'text' || form === 'summary' ? POINTED.exec(goal) : null;
  if (!pointed) return null;
  const [, which = '', place = ''] = pointed;
  const home = place === '' ? null : placeOf(page, place);
  if (home !== null) return { url: home, isIt: false };
  const list = listOfPages(page);
  const url = list && entryOf(list, which.toLowerCase());
  return url ? { url, isIt: true } : null;
}

/** The part of the site that is called so, unless this is it. */
function placeOf({ url, links }: ExtractedPage, place: string): string | null {
  const wanted = stemsOf(place).join(' ');
  const isHere = stemsOf(new URL(url).pathname).includes(wanted);
  const way = links.find(({ name, href }) => {
    const said = contentStems(name);
    return (
      said.length === 1 && said[0] === wanted && isSameSite(url, href) && addressIn(href) !== addressIn(url)
    );
  });
  return isHere ? null : (way?.href ?? null);
}

/** The list of writings that each have a page of their own: they have their days, or are called so. */
function listOfPages({ url, collections }: ExtractedPage): Collection | null {
  const isOwn = (address: string | null) =>
    address !== null && isSameSite(url, address) && addressIn(address) !== addressIn(url);
  const lists = collections
    .filter(({ isAside, kind }) => !isAside && kind !== 'sections')
    .filter(({ items }) => items.length > 1 && items.every((item) => isOwn(addressOfItem(item))))
    .filter(({ items }) => items.every(({ title }) => nameWords(title).length > 1));
  const [only] = lists;
  return lists.find(isOfWritings) ?? (lists.length === 1 && only ? only : null);
}

function isOfWritings({ about, items }: Collection): boolean {
  return items.every((item) => timeOf(item) !== undefined) || about.some((name) => WRITINGS.test(name));
}

const WRITINGS =
  /\b(?:articles?|posts?|stor(?:y|ies)|entries|news|blog|journal|press|magazine|updates|headlines)\b/iu;

/** By their days where all have one, else as they stand: what is new stands on top. */
function entryOf({ items }: Collection, which: string): string | null {
  const ordinal = ORDINALS.indexOf(which);
  if (ordinal >= 0) return urlOf(items[ordinal]);
  const timed = items.map((item) => ({ item, time: timeOf(item) }));
  const isTimed = timed.every(({ time }) => time !== undefined);
  const sorted = isTimed
    ? timed.sort((one, other) => ((one.time ?? '') < (other.time ?? '') ? 1 : -1))
    : timed;
  return urlOf((which === 'oldest' ? sorted.at(-1) : sorted[0])?.item);
}

function urlOf(item: Collection['items'][number] | undefined): string | null {
  return item ? addressOfItem(item) : null;
}
