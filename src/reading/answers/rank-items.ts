import type { Field } from '../page/page.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { stem } from '../words/words.ts';
import { isNumbering, worthColumn } from './amount-columns.ts';
import { columnIn, fieldOf, isNameColumn, namedField } from './fields.ts';
import { measureOf } from './measure.ts';
import type { IndexedCollection, IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import type { Order } from './question-order.ts';
import type { Selection } from './select-items.ts';

export interface Ranked {
  item: IndexedItem;
  /** The value that decided. */
  by: Field | undefined;
}

/** The item that a superlative or an ordinal points at; undefined when the page does not say by what to compare. */
export function pointedItem(index: PageIndex, selection: Selection, question: Question): Ranked | undefined {
  const { items } = selection;
  if (question.ordinal !== null) {
    const top = /^top$/i.test(question.pointer ?? '') ? mostOf(index, items) : undefined;
    if (top) return top;
    const item = items.at(question.ordinal > 0 ? question.ordinal - 1 : question.ordinal);
    return item && { item, by: undefined };
  }
  if (question.extreme === null) return undefined;
  if (!question.extreme.of.includes(stem('date')) && isAround(index, selection)) return undefined;
  const name = measuringColumn(selection, question);
  if (name === undefined) return fallback(selection, question);
  let best: (Ranked & { rank: number }) | undefined;
  for (const ranked of rankedBy(index, items, name, question))
    if (best === undefined || ranked.rank > best.rank) best = ranked;
  return best;
}

/** "The top search term": the one that is used most, where the page counts that. */
function mostOf({ page }: PageIndex, items: IndexedItem[]): Ranked | undefined {
  for (const name of COUNTED) {
    const counted = items.map((item) => {
      const by = namedField(item, [name], (field) => measureOf(field, page.language) !== undefined, 0.55);
      return { item, by, count: measureOf(by, page.language) ?? -1 };
    });
    const most = Math.max(...counted.map(({ count }) => count));
    if (items.length > 1 && most >= 0 && counted.every(({ by }) => by !== undefined))
      return counted.find(({ count }) => count === most);
  }
  return undefined;
}

const COUNTED = 'uses hits searches views sales sold plays votes orders count quantity'.split(' ').map(stem);

/** Whether the list is sorted by what the question compares, so that the one it points at stands first. */
export function isInOrder(index: PageIndex, selection: Selection, question: Question): boolean {
  const name = measuringColumn(selection, question);
  if (name === undefined) return fallback(selection, question) !== undefined;
  const ranks = rankedBy(index, selection.items, name, question).map(({ rank }) => rank);
  return ranks.length >= 3 && ranks.every((rank, at) => at === 0 || rank <= (ranks[at - 1] ?? rank));
}

/** The things in the order asked for; those that do not say what is compared come last. */
export function inOrder(
  items: IndexedItem[],
  of: IndexedCollection,
  { by, toward }: Order,
  language: string | null,
): IndexedItem[] {
  const name =
    columnIn(of, by)?.name ??
    by.map((word) => [word]).find((word) => items.some((item) => fieldOf(item, word)));
  const isNamed =
    by.some((word) => isThing([word], 'title')) || (name !== undefined && isNameColumn(of, name));
  const sign = toward === 'most' ? -1 : 1;
  if (isNamed)
    return items.toSorted(
      (one, other) => sign * one.item.title.localeCompare(other.item.title, language ?? 'en'),
    );
  if (name === undefined) return items;
  const ranked = items.map((item) => {
    const field =
      fieldOf(item, name, (each) => measureOf(each, language) !== undefined) ?? fieldOf(item, name);
    return { item, value: measureOf(field, language), text: field?.value };
  });
  const isMeasured = ranked.some(({ value }) => value !== undefined);
  const compare = (one: (typeof ranked)[number], other: (typeof ranked)[number]) =>
    isMeasured
      ? Number(one.value === undefined) - Number(other.value === undefined) ||
        sign * ((one.value ?? 0) - (other.value ?? 0))
      : sign * (one.text ?? '').localeCompare(other.text ?? '', language ?? 'en');
  return ranked.toSorted(compare).map(({ item }) => item);
}

function rankedBy(
  { page }: PageIndex,
  items: IndexedItem[],
  name: string[],
  { extreme, text }: Question,
): (Ranked & { rank: number })[] {
  const sign = extreme?.toward === 'most' ? 1 : -1;
  // What was founded first is the oldest, but a higher age is older too; what takes longer is slower.
  const isAge = /\bag\b/.test(name.join(' ')) && /oldest|youngest/i.test(text);
  const isSlow = extreme?.of.includes(stem('speed')) && !name.includes(stem('speed'));
  const turn = isAge || isSlow ? -1 : 1;
  return items.flatMap((item) => {
    const by = fieldOf(item, name, (field) => measureOf(field, page.language) !== undefined);
    const value = measureOf(by, page.language);
    return value === undefined ? [] : [{ item, by, rank: sign * turn * value }];
  });
}

/** Parts of the page that hold the things, or speak of them, are none of them. */
function isAround({ collections }: PageIndex, { of, items }: Selection): boolean {
  if (of.collection.kind !== 'sections') return false;
  const cards = collections.filter(({ collection }) => collection.kind === 'cards');
  return (
    items.length < 2 ||
    cards.some(
      (inner) =>
        inner.items.length > 1 &&
        items.some(({ item }) => inner.items.every((card) => item.text.includes(card.item.title))),
    )
  );
}

function measuringColumn(selection: Selection, question: Question): string[] | undefined {
  const { of } = selection;
  const measures = question.extreme?.of ?? [];
  const direction = question.extreme?.toward === 'most' ? 'high' : 'low';
  if (measures.includes('*')) {
    const twofold = of.columns.filter(
      (name) =>
        name.includes(direction) &&
        question.words.some((word) => name.some((each) => isSameWord(each, word))),
    );
    if (twofold[0]) return twofold[0];
    const words = question.words.filter((word) => !question.noun.includes(word));
    const column = columnIn(of, words) ?? columnIn(of, question.words);
    if (column && !isNameColumn(of, column.name) && !isNumbering(of, column.name)) return column.name;
    const shared = words.find(
      (word) =>
        of.items.length > 1 &&
        !isNumbering(of, columnIn(of, [word])?.name ?? [word]) &&
        of.items.every((item) => fieldOf(item, [word])),
    );
    if (shared !== undefined) return [shared];
  }
  for (const measure of measures) {
    if (measure === '*') continue;
    const column =
      of.columns.find((name) => isSameWord(name.at(-1) ?? '', measure)) ??
      of.columns.find((name) => name.some((each) => isSameWord(each, measure))) ??
      columnIn(of, [measure])?.name;
    if (column) return column;
    if (of.items.length > 0 && of.items.every((item) => fieldOf(item, [measure]) !== undefined))
      return [measure];
  }
  // The dearest order is the one that comes to the most.
  const isWorth = measures.includes('pric') || measures.includes('*');
  return isWorth && of.collection.kind === 'table' ? worthColumn(of) : undefined;
}

/** The newest entry of a list without dates to compare is the one on top. */
function fallback({ items, of }: Selection, question: Question): Ranked | undefined {
  if (of.collection.kind === 'list') return undefined;
  const place = /^(?:(first)|last)$/i.exec(question.pointer ?? '');
  const placed = place && items.at(place[1] === undefined ? -1 : 0);
  if (placed) return { item: placed, by: undefined };
  if (!question.extreme?.of.includes(stem('date')) || question.extreme.toward !== 'most') return undefined;
  const item = items[0];
  return item && { item, by: undefined };
}
