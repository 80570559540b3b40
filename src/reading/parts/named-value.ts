import { amountsIn, isMoney, parseNumber } from '../../platform/text/number.ts';
import { isSoftWord, nameWords, stemsOf } from '../../platform/text/words.ts';
import { type Fact, factsOf, termOf } from '../fill/fact.ts';
import type { ExtractedPage, Field, Item } from '../page/page.ts';
import { nearness } from '../words/kin.ts';
import { nameMatch } from '../words/names.ts';
import { type Kind, valuesIn } from './kinds.ts';
import type { TaskWords } from './task.ts';

const MOST_CHARS = 200;

export interface NamedValue {
  name: string;
  value: string;
  /** Which of the pages says it. */
  page: number;
}

/**
 * The value that stands under just the words of the task: "Price: €19.90" to "price?", the price in the row of the thing
 * that is named. None where the page says different things under them.
 */
export function namedValue(pages: readonly ExtractedPage[], task: TaskWords): NamedValue | null {
  if (task.words.length === 0 || task.asksMany || task.asksWhy || task.kind === 'whether') return null;
  const ways = [ofPage, ofThings];
  for (const way of ways) {
    const found = pages.flatMap((page, at) => way(page, task).map((value) => ({ value, page: at })));
    const [first] = found;
    const isOne = new Set(found.map(({ value }) => sumOf(value, task.kind))).size === 1;
    if (first && isOne)
      return {
        ...first,
        name: task.words.join(' '),
        value: asShown(first.value, pages[first.page], task.kind),
      };
  }
  return null;
}

/** A price of structured data as the page writes it. */
function asShown(value: string, page: ExtractedPage | undefined, kind: Kind | null): string {
  const isShown = page?.parts.some(({ text, kind: form }) => form !== 'data' && text.includes(value));
  if (kind !== 'money' || isShown) return termOf(value);
  const sum = parseNumber(value);
  return (
    page?.parts.flatMap(({ text }) => amountsIn(text)).find((shown) => parseNumber(shown) === sum) ?? value
  );
}

/** $58.00 and 58.00 USD are one price. */
function sumOf(value: string, kind: Kind | null): string | number {
  return (kind === 'money' ? parseNumber(value) : undefined) ?? value;
}

/** Labels, structured data and the head of the page. Words of the title or the heading above need not be repeated. */
function ofPage(page: ExtractedPage, { words, kind }: TaskWords): string[] {
  const about = aboutOf(page);
  // The class of a box names its text only where that looks like it.
  const isSure = ({ trust, field }: Fact) => trust >= 0.7 || (kind === 'money' && isMoney(field.value));
  return factsOf(page)
    .filter((fact) => isSure(fact) && !fact.isOfItem && !fact.isNested && !fact.isOther)
    .filter(({ field }) => field.value.length <= MOST_CHARS)
    .filter(
      ({ name, within, field }) =>
        (isAsked(words, name, [...about, ...within]) || nameMatch([...words], name) >= SAME_THING) &&
        fits(field, kind),
    )
    .map(({ field }) => field.value);
}

/** The page calls it by another name of the same thing: a byline names the author. */
const SAME_THING = 0.9;

/** Fields of the one thing of a list that the task names. */
function ofThings(page: ExtractedPage, { words, kind }: TaskWords): string[] {
  const about = aboutOf(page);
  return page.collections.flatMap(({ items, kind: form, isAside }) =>
    isAside || form === 'sections' ? [] : items.flatMap((item) => ofThing(item, words, kind, about)),
  );
}

function ofThing(
  item: Item,
  words: readonly string[],
  kind: Kind | null,
  about: readonly string[],
): string[] {
  const title = stemsOf(item.title);
  if (title.length === 0 || title.length > 8 || !title.every((word) => words.includes(word))) return [];
  const more = words.filter((word) => !title.includes(word) && !isSoftWord(word));
  const rest = more.length === 0 && kind === 'money' ? [PRICE] : more;
  const fields = item.fields.filter(
    ({ value, isOld }) => value !== item.title && value.length <= MOST_CHARS && !isOld,
  );
  const named = fields.filter(({ names }) =>
    names.some((name) => isAsked(rest, nameWords(name), [...about, ...stemsOf(item.under)])),
  );
  if (named.length > 0) return named.filter((field) => fits(field, kind)).map(({ value }) => value);
  const isOnly = kind === 'money' && rest.every((word) => nearness(word, PRICE) >= 0.6);
  const sums = isOnly
    ? fields.filter(({ parts, value }) => parts === undefined && valuesIn(value, 'money').length > 0)
    : [];
  return [...new Set(sums.map(({ value }) => value))];
}

const [PRICE = ''] = nameWords('price');

function aboutOf({ title, headings }: ExtractedPage): string[] {
  return stemsOf(`${title ?? ''} ${headings.find(({ level }) => level === 1)?.text ?? ''}`);
}

/** A number is no person, and a sum is no day. */
function fits({ value }: Field, kind: Kind | null): boolean {
  if (kind === null || kind === 'place') return true;
  if (kind === 'person') return /^\p{Lu}\p{Ll}/u.test(value);
  if (kind === 'money' || kind === 'number') return /\d|free/i.test(value);
  return valuesIn(value, kind).length > 0;
}

function isAsked(words: readonly string[], name: readonly string[], around: readonly string[]): boolean {
  const isNear = (word: string, among: readonly string[], least: number) =>
    among.some((each) => nearness(word, each) >= least);
  return (
    name.length > 0 &&
    name.every((word) => isNear(word, words, 0.6)) &&
    words.some((word) => isNear(word, name, 0.6)) &&
    words.every((word) => isNear(word, name, 0.6) || isNear(word, around, 0.9) || isSoftWord(word))
  );
}
