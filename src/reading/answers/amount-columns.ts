import { namesMonth } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { nameWords, stem } from '../words/words.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import type { IndexedCollection, IndexedItem } from './page-index.ts';

/** Columns in which every item has a number that says how much or how many; of some of the items, if so told. */
export function numericColumns(of: IndexedCollection, items: readonly IndexedItem[] = of.items): string[][] {
  const sample = items.slice(0, 30);
  const isAmount = (value: string) =>
    /\d/.test(value) && (isMoney(value) || /^\W{0,3}[\d.,\s]+\W{0,3}[\p{L}²³°%/]{0,8}$/u.test(value));
  return of.columns.filter(
    (name) => !isNumbering(of, name) && sample.every((item) => isAmount(fieldOf(item, name)?.value ?? '')),
  );
}

/**
 * Whether the things of a list are told of with figures for another thing: the rows of "Year | Visitors" are years, those
 * of "Team | Goals for | Goals against" teams. A caption "Visitors" over years and nothing but figures says the same.
 */
export function hasFiguresOf(of: IndexedCollection, noun: string): boolean {
  const isOfNoun = (name: string[]) => name.some((word) => isSameWord(word, noun));
  const figures = numericColumns(of).filter((name) => !isNameColumn(of, name));
  if (figures.some((name) => isOfNoun(name) && !isTold(of, name))) return true;
  const names = of.columns.filter((name) => isNameColumn(of, name));
  return (
    of.collection.kind === 'table' &&
    !names.some(isOfNoun) &&
    figures.length > 0 &&
    figures.length >= of.columns.length - 1 &&
    of.items.every(({ item }) => PERIOD.test(item.title) || namesMonth(`1 ${item.title}`))
  );
}

/** "Train: 4711, 4712": which one it is, and not how many. */
function isTold(of: IndexedCollection, name: string[]): boolean {
  const written = of.collection.columns.filter((column) => nameWords(column).join(' ') === name.join(' '));
  const values = of.items.map((item) => fieldOf(item, name)?.value.trim() ?? '');
  return (
    name.length === 1 &&
    written.length > 0 &&
    written.every((column) => !/s$/i.test(column)) &&
    new Set(values).size === values.length &&
    values.every((value) => /^\d+$/.test(value))
  );
}

/** A year, a quarter, a week, a season. */
const PERIOD =
  /^(?:(?:1[5-9]|20)\d\d(?:\s?[/–-]\s?\d{2,4})?|Q[1-4]\b.*|(?:week|KW|semaine|semana)\s?\d{1,2}|total|gesamt)$/iu;

/** "Order: 1001, 1002": numbers that tell the things apart, and of which nothing can be summed up or be the most. */
export function isNumbering(of: IndexedCollection, name: string[]): boolean {
  const isFirst = of.columns[0]?.join(' ') === name.join(' ');
  const isOfThing = name.length === 1 && [...of.about].some((each) => isSameWord(each, name[0] ?? ''));
  if (!(isFirst && isOfThing) && !NUMBERS.has(name.at(-1) ?? '')) return false;
  const values = of.items.map((item) => fieldOf(item, name)?.value.trim() ?? '');
  return (
    values.length > 1 &&
    new Set(values).size === values.length &&
    values.every((value) => /^\W{0,2}(?:\p{L}{1,4}[- ]?)?\d[\d-]*$/u.test(value))
  );
}

const NUMBERS = new Set('number no nr id ref reference code'.split(' ').map(stem));

/** The column of what each of some things comes to; undefined where several could be that. */
export function worthColumn(
  of: IndexedCollection,
  items: readonly IndexedItem[] = of.items,
): string[] | undefined {
  const numeric = numericColumns(of, items);
  const [total, ...totals] = numeric.filter((name) => name.some((word) => TOTALS.has(word)));
  if (total) return totals.length === 0 ? total : undefined;
  const [price, ...prices] = numeric.filter((name) => isThing(name, 'price'));
  if (price) return prices.length === 0 ? price : undefined;
  return numeric.length === 1 ? numeric[0] : undefined;
}

const TOTALS = new Set('total subtotal sum amount value worth'.split(' ').map(stem));

/** The column of how many of each thing are meant, whether or not its numbers can be read. */
export function quantityColumn(of: IndexedCollection): string[] | undefined {
  return of.columns.find((name) => isThing(name, 'quantity') && !UNSURE.has(name.join(' ')));
}

/** Words that count something else as well: the units of a course. */
const UNSURE = new Set('unit count number'.split(' ').map(stem));
