import { isMoney } from '../values/number.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { stem } from '../words/words.ts';
import { fieldOf } from './fields.ts';
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
