import type { Item } from '../page/page.ts';
import { namesMonth, parseDate } from '../values/date.ts';
import { isSameThing, isSameWord, isThing } from '../words/concepts.ts';
import { nameWords, stem } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import { ENOUGH, type IndexedCollection, type IndexedItem, type PageIndex, titleOf } from './page-index.ts';
import { personOf } from './person-of.ts';
import { type Question, WHO_DID } from './question.ts';
import { pointedItem } from './rank-items.ts';
import { type Selection, selectItems } from './select-items.ts';

/** "The cheapest", "the third": the thing itself, or what is asked of it. */
export function answerPointed(index: PageIndex, question: Question): Answer | undefined {
  for (const selection of selectItems(index, question).slice(0, 8)) {
    if (selection.coverage < ENOUGH) return undefined;
    // Nothing in a menu is the first, the last or the cheapest of anything.
    if (selection.of.collection.isAside || isPartOnly(selection, question, index)) continue;
    if (question.extreme !== null && isHolding(selection.of, index)) continue;
    const pointed = pointedItem(index, selection, question);
    if (!pointed) continue;
    const output = askedOf(selection, pointed.item, question, pointed.by?.value);
    if (output !== undefined && output !== '') return { output, coverage: selection.coverage };
  }
  return undefined;
}

/** The parts of a page, by their headings, are none of the releases or prices that are asked for. */
function isPartOnly({ of }: Selection, { words, extreme }: Question, { page }: PageIndex): boolean {
  const headings = new Set(page.headings.map(({ text }) => text));
  if (
    of.collection.kind !== 'sections' ||
    !of.items.every(({ item }) => headings.has(item.title) && !/\d/.test(item.title))
  )
    return false;
  const told = [...of.about, ...of.columns.flat(), ...of.items.flatMap(({ title }) => [...title])];
  const isOpen = words.length === 0 && extreme === null;
  return !isOpen && !words.some((word) => told.some((each) => isSameWord(each, word)));
}

/** "Starters", "Desserts": boxes that hold the dishes are none of those that cost the least. */
function isHolding(of: IndexedCollection, { collections }: PageIndex): boolean {
  return collections.some(({ collection, items }) => {
    if (collection === of.collection || collection.isAside || items.length <= of.items.length) return false;
    const titles = new Set(items.map(({ item }) => item.title));
    const holding = of.items.filter(
      ({ item }) => !titles.has(item.title) && valuesOf(item).filter((value) => titles.has(value)).length > 1,
    );
    return holding.length * 2 > of.items.length;
  });
}

function valuesOf({ fields }: Item): string[] {
  return [...new Set(fields.map(({ value }) => value))];
}

function askedOf(
  selection: Selection,
  item: IndexedItem,
  question: Question,
  measured: string | undefined,
): string | undefined {
  const { column, of } = selection;
  if (question.extreme && WHO_DID.test(question.text)) return personOf(item);
  const asksThing = question.asksThing && !/^who (?:wrote|posted|said|made)\b/i.test(question.text);
  const kind = of.columns.find(
    (name) =>
      question.noun.length > 0 &&
      (name.join(' ') === question.noun.join(' ') || isSameThing(name, question.noun)),
  );
  const called = asksThing && kind ? fieldOf(item, kind)?.value : undefined;
  // A class name may call a picture or the whole card so.
  if (asksThing && kind)
    return called === undefined || /^https?:/.test(called) || called.includes(item.item.title)
      ? titleOf(item)
      : called;
  const timed = question.expects === 'date' && column ? fieldOf(item, column) : undefined;
  if (timed && !isTimely(timed.value)) {
    const other = item.item.fields.find(({ value }) => isTimely(value));
    if (other) return other.value;
  }
  const person = /^who\b/i.test(question.text) ? fieldOf(item, nameWords('reviewer')) : undefined;
  if (asksThing && question.extreme) return person?.value ?? titleOf(item);
  if (person && question.ordinal !== null) return person.value;
  if (measured !== undefined && isMeasureAsked(question)) return measured;
  const isOwnName = column !== null && isNameColumn(of, column);
  if (column && !isOwnName && !(asksThing && !question.implied.length)) {
    const value = fieldOf(item, column)?.value;
    if (value !== undefined && !(question.extreme?.of.includes('*') && value === measured && asksThing))
      return value;
  }
  if (isOfThing(question, asksThing)) return wholeRow(selection, item);
  const isUnique = of.items.filter((other) => other.item.title === item.item.title).length === 1;
  return isUnique ? titleOf(item) : item.item.text.slice(0, 400);
}

/** A day, or a time of day. */
function isTimely(value: string): boolean {
  return (
    /^\D{0,12}\d{1,2}[:.h]\d{2}(?!\d)/.test(value) || parseDate(value) !== undefined || namesMonth(value)
  );
}

/** "The hours of the first", "when does the first open": its name is no answer. */
function isOfThing({ text, ordinal, expects, stems }: Question, asksThing: boolean): boolean {
  if (ordinal === null || asksThing || [...stems].some((word) => isThing([word], 'title'))) return false;
  return (expects !== null && expects !== 'name') || /\bof (?:the|its)\b/i.test(text);
}

/** All that a table says of a thing, when it has no column of the name asked for. */
function wholeRow({ of }: Selection, item: IndexedItem): string {
  if (of.collection.kind !== 'table') return titleOf(item);
  const cells = item.item.fields.filter(({ value }) => value !== '' && value !== item.item.title);
  return [titleOf(item), ...cells.map(({ names, value }) => `${names[0]}: ${value}`)].join('; ');
}

/** "What is the lowest price?", "the price of the cheapest": the number itself. */
function isMeasureAsked({ text, extreme, noun, expects }: Question): boolean {
  // "How long does the fastest take", "what does the cheapest cost".
  if (extreme?.of.includes(MEASURED.get(expects ?? '') ?? ' ')) return true;
  if (
    extreme === null ||
    (noun.length > 0 &&
      /^(?:which|what) \p{L}+s? (?:is|are|has|have|was|had)/iu.test(text) &&
      !/^what is/i.test(text))
  )
    return false;
  if (
    /^(?:what|how much) (?:is|was|are|does) the (?:highest|lowest|maximum|minimum|largest|smallest|greatest|best|most|fewest|least) (?:price|cost|fee|fare|rating|score|value|amount|temperature|number|level|points?)\b/i.test(
      text,
    )
  )
    return true;
  return /\b(?:price|cost) of the (?:cheapest|most expensive|least expensive|priciest)|^how much (?:is|does|are|do) the (?:cheapest|most expensive|least expensive)/i.test(
    text,
  );
}

const MEASURED = new Map([
  ['money', stem('price')],
  ['duration', stem('duration')],
]);
