import { amountsIn, isMoney, parseNumber } from '../../platform/text/number.ts';
import { isSoftWord, nameWords, stemsOf } from '../../platform/text/words.ts';
import { type Fact, factsOf, termOf } from '../fill/fact.ts';
import type { ExtractedPage, Field } from '../page/page.ts';
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
 * The value that stands under just the words of the task: "Price: €19.90" to "price?", or the
 * field of the row that is named. None where the page says different things under them.
 */
export function namedValue(pages: readonly ExtractedPage[], task: TaskWords): NamedValue | null {
  if (task.words.length === 0 || task.asksMany || task.asksWhy || task.kind === 'whether') return null;
  const found = pages.flatMap((page, at) =>
    [...valuesNamed(page, task), ...rowValues(page, task)].map((value) => ({ value, page: at })),
  );
  const [first] = found;
  if (!first || new Set(found.map(({ value }) => sumOf(value, task.kind))).size !== 1) return null;
  const value = asShown(first.value, pages[first.page], task.kind);
  return { ...first, name: task.words.join(' '), value };
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
function valuesNamed(page: ExtractedPage, { words, kind }: TaskWords): string[] {
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

/** Fields of the row that the task names: "price of the kettle". */
function rowValues(page: ExtractedPage, { words, kind }: TaskWords): string[] {
  const about = aboutOf(page);
  const lists = page.collections.filter(({ isAside, kind: form }) => !isAside && form !== 'sections');
  return lists
    .flatMap(({ items }) => items)
    .flatMap(({ title, fields, under }) => {
      const own = stemsOf(title);
      if (own.length === 0 || own.length > 8 || !own.every((word) => words.includes(word))) return [];
      const more = words.filter((word) => !own.includes(word) && !isSoftWord(word));
      const asked = more.length === 0 && kind === 'money' ? nameWords('price') : more;
      const around = [...about, ...stemsOf(under)];
      return fields
        .filter(({ value, isOld }) => value !== title && value.length <= MOST_CHARS && !isOld)
        .filter(
          (field) => field.names.some((name) => isAsked(asked, nameWords(name), around)) && fits(field, kind),
        )
        .map(({ value }) => value);
    });
}

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
