import type { Field } from '../page/page.ts';
import { toBoolean } from '../values/convert-value.ts';
import { isMoney } from '../values/number.ts';
import { isSameThing, isSameWord, isThing } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { nameWords, stem, stemsOf } from '../words/words.ts';
import { isNumbering, numericColumns } from './amount-columns.ts';
import { columnIn, fieldOf, isNameColumn, isShortFor } from './fields.ts';
import { measureOf } from './measure.ts';
import { coverage, type IndexedCollection, type IndexedItem, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import type { Bound } from './question-limits.ts';
import { withinPeriod } from './question-period.ts';

/** The things of one collection that a question speaks of. */
export interface Selection {
  of: IndexedCollection;
  items: IndexedItem[];
  /** The name of the value asked for, when the question names one. */
  column: string[] | null;
  /** Words of the question that single out items, beside the name of the kind. */
  telling: string[];
  coverage: number;
  score: number;
}

/** Every collection that accounts for the question, the likeliest first. */
export function selectItems(index: PageIndex, question: Question): Selection[] {
  const selections: Selection[] = [];
  const largest = Math.max(0, ...index.collections.filter(isMain).map(({ weight }) => weight));
  for (const of of index.collections) {
    const selection = selectIn(index, of, question, isMain(of) && of.weight >= largest - 1e-9);
    if (selection) selections.push(selection);
  }
  return selections.sort((one, other) => other.score - one.score);
}

function isMain({ collection }: IndexedCollection): boolean {
  return !collection.isAside;
}

function selectIn(
  index: PageIndex,
  of: IndexedCollection,
  question: Question,
  isLargest: boolean,
): Selection | null {
  const { words } = question;
  const named = new Set(words.filter((word) => isNamedBy(of, word)));
  const askable = words.filter((word) => !isTitleWord(of, word, named));
  // What the things are called is no column where the question names one beside it.
  const beside = askable.filter((word) => !of.about.has(word));
  // Of the cheapest dish the dish is asked for, whatever the markup calls "dish-price".
  const isKindOnly = question.extreme !== null && beside.length === 0;
  const column =
    columnIn(of, beside, question.implied) ?? (isKindOnly ? null : columnIn(of, askable, question.implied));
  const used = new Set(column?.used ?? []);
  const telling: string[] = [];
  const open: string[] = [];
  const whole = wholeTitles(of.items, question);
  const isPointed = question.extreme !== null || question.ordinal !== null;
  const isHeld = new Map<string, (item: IndexedItem) => boolean>();
  const timely = question.period && withinPeriod(of.items, question.period, index.page.language);
  // "The sum of the hotel expenses" is not that of all expenses.
  const isNarrowing = (word: string) =>
    REDUCED.has(question.form) && words.some((other) => other !== word && named.has(other));
  const inColumns = heldInColumns(of, words);
  for (const word of words) {
    if (used.has(word) || (question.noun.includes(word) && named.has(word))) continue;
    if (timely && question.period?.words.includes(word)) continue;
    // Under "Rucksacks" everything is one, whether its name says so or not.
    if (question.extreme !== null && isKindOf(of, word)) continue;
    // "The names of" things: every thing has one, also those whose text happens to use the word.
    if (isThing([word], 'title') && of.items.every(({ title }) => title.size > 0)) continue;
    // Beside a thing's whole name, "version" and "release" only say what kind of thing it is.
    if (whole && isGeneric(word) && !whole.some((item) => item.words.has(word))) continue;
    // "The latest version" is the latest of them all, also where one happens to speak of another's version.
    if (isPointed && isGeneric(word) && of.items.every(({ item }) => /\d/.test(item.title))) continue;
    const isInText = of.items.some((item) => item.words.has(word));
    const holds =
      inColumns.get(word) ??
      (isInText
        ? (item: IndexedItem) => item.words.has(word)
        : (item: IndexedItem) => [...item.place].some((each) => isSameWord(each, word)));
    const hits = of.items.filter(holds).length;
    // Only what is closed is marked; the others are open.
    if (word === OPEN && hits === 0 && isOpenKind(of, question)) {
      telling.push(word);
      isHeld.set(word, (item) => !item.words.has(CLOSED));
      continue;
    }
    if (hits > 0 && (hits < of.items.length || whole?.[0]?.title.has(word))) {
      telling.push(word);
      isHeld.set(word, holds);
    } else if (hits > 0 || named.has(word) || index.own.has(word)) continue;
    else if (isThing([word], 'title') || (isLargest && isGeneric(word))) continue;
    else if (isLargest && SUBJECTS.has(word) && !isNarrowing(word)) continue;
    else if (of.collection.kind !== 'sections' && whole?.[0] && isBeside(question, whole[0], word)) continue;
    else open.push(word);
  }
  // Where other words single out a card or a row, what such things are called in general tells nothing more.
  const isThings = of.collection.kind === 'cards' || of.collection.kind === 'table';
  if (isThings && question.form !== 'count' && (telling.length > 0 || canMeasure(of, question)))
    for (const word of open.filter((each) => isGeneric(each) || SUBJECTS.has(each)))
      open.splice(open.indexOf(word), 1);
  const holdsAll = (item: IndexedItem): boolean => telling.every((word) => isHeld.get(word)?.(item));
  let items = (whole ?? of.items).filter(holdsAll);
  // Words that no single item holds together cannot all be telling: the fullest match is meant.
  if (items.length === 0 && telling.length > 1) {
    const counts = of.items.map((item) => telling.filter((word) => isHeld.get(word)?.(item)).length);
    const most = Math.max(...counts);
    items = of.items.filter((_, at) => counts[at] === most);
    open.push(...telling.filter((word) => !items.every((item) => isHeld.get(word)?.(item))));
  }
  items = byTitle(timely ? items.filter((item) => timely.includes(item)) : items, telling);
  if (question.inStock !== null) {
    const known = availabilities(items);
    if (known.every((isHad) => isHad === undefined)) open.push('stock');
    items = items.filter((_, at) => known[at] === question.inStock);
  }
  const ticked = question.extreme === null || !column ? null : tickedIn(items, column.name);
  items = ticked ?? items;
  const bounded = withinBounds(items, of, question, index.page.language);
  if (bounded === null) return null;
  const asked = question.inStock === null ? words : [...words, 'stock'];
  const share = coverage(index, asked, (word) => !open.includes(word));
  const isNounMet = question.noun.length > 0 && question.noun.some((word) => named.has(word));
  const score =
    share * 4 +
    (isNounMet ? 1 : 0) +
    (column ? 0.6 : 0) +
    (telling.length > 0 ? 0.4 : 0) +
    KIND[of.collection.kind] +
    (of.collection.isAside ? -0.7 : 0) +
    // Of one thing alone nothing is the most: it is a box around the things that are meant.
    ((question.extreme ?? question.ordinal) !== null && bounded.length < 2 ? -1.5 : 0) +
    Math.min(0.5, of.weight);
  const isImplied = question.expects === 'money' || (question.implied.length > 0 && !question.asksThing);
  // "What does the Comfort subscription cost": beside the name of a row its column only says what it is.
  const meantColumn =
    column && isImplied && telling.length > 0 && isNameColumn(of, column.name)
      ? (columnIn(of, [], question.implied) ?? column)
      : column;
  const asks = ticked ? null : (meantColumn?.name ?? null);
  return { of, items: bounded, column: asks, telling, coverage: share, score };
}

/**
 * "Assigned to Beth Anglin": where these words are all that stands in a cell, its column tells, and not a row that speaks of
 * her elsewhere.
 */
function heldInColumns(
  of: IndexedCollection,
  asked: readonly string[],
): Map<string, (item: IndexedItem) => boolean> {
  const held = new Map<string, (item: IndexedItem) => boolean>();
  if (of.collection.kind !== 'table') return held;
  const rows = new Map(of.items.map((item) => [item, cellsHolding(item, asked)]));
  const whole = [...rows.values()].flat().filter(({ isWhole }) => isWhole);
  for (const word of asked) {
    const columns = new Set(whole.filter(({ words }) => words.has(word)).map(({ column }) => column));
    if (columns.size > 0)
      held.set(
        word,
        (item) =>
          rows.get(item)?.some(({ column, words }) => columns.has(column) && words.has(word)) ?? false,
      );
  }
  return held;
}

/** The cells of a row that hold any of the words; `isWhole` where nothing else stands in one. */
function cellsHolding(item: IndexedItem, asked: readonly string[]) {
  return item.fields.flatMap(({ field: { names, value } }) => {
    const own = value.length > MOST_CHARS ? [] : stemsOf(value);
    const words = new Set(own.filter((word) => asked.includes(word)));
    return words.size === 0 ? [] : [{ column: names[0], words, isWhole: words.size === new Set(own).size }];
  });
}

const MOST_CHARS = 200;

/** Forms of which a wrong set of things makes a wrong number. */
const REDUCED: ReadonlySet<Question['form']> = new Set(['sum', 'average']);
const [OPEN, CLOSED] = [stem('open'), stem('closed')];

/** "Open issues" on a list of issues: a state of the thing, not of a door. */
function isOpenKind(of: IndexedCollection, { text }: Question): boolean {
  const noun = stem(/\bopen\s+(\p{L}+)/iu.exec(text)?.[1]?.toLowerCase() ?? '');
  return of.collection.kind !== 'sections' && noun !== '' && isNamedBy(of, noun);
}

/** "The cheapest that includes it": the column of ticks says which are meant; null when it is none of ticks. */
function tickedIn(items: IndexedItem[], column: string[]): IndexedItem[] | null {
  const ticks = items.map((item) => toBoolean(fieldOf(item, column)?.value ?? ''));
  return ticks.includes(true) && !ticks.includes(undefined) ? items.filter((_, at) => ticks[at]) : null;
}

/** Whether every thing has what the superlative compares. */
function canMeasure({ items }: IndexedCollection, { extreme }: Question): boolean {
  const measures = extreme?.of.filter((measure) => measure !== '*') ?? [];
  return (
    items.length > 1 &&
    measures.some((measure) => items.slice(0, 5).every((item) => fieldOf(item, [measure]) !== undefined))
  );
}

/** Whether each can be had. Where only what is gone is marked, the others are there. */
export function availabilities(items: readonly IndexedItem[]): (boolean | undefined)[] {
  const known = items.map(availability);
  const isMarked = known.includes(false) && !known.includes(true);
  return isMarked ? known.map((isHad) => isHad ?? true) : known;
}

function availability(item: IndexedItem): boolean | undefined {
  const stated = toBoolean(fieldOf(item, ['availabil'])?.value ?? '');
  if (stated !== undefined) return stated;
  const stock =
    item.fields.find(({ names }) => names.some((name) => name.includes('stock')))?.field.value ?? '';
  const held = /^\d{1,7}$/.test(stock.trim()) ? Number(stock) > 0 : toBoolean(stock);
  if (held !== undefined) return held;
  return item.fields
    .map(({ field }) =>
      /stock|sold|available/i.test(field.value) && field.value.length < 60
        ? toBoolean(field.value)
        : undefined,
    )
    .find((value) => value !== undefined);
}

const KIND = { table: 0.3, cards: 0.3, data: 0.25, sections: -0.2, list: 0 };

/** Words for things of any kind; on a page with one main list they mean that list. */
const GENERIC = new Set(
  'item product result entry row record thing story article post option element object list card book person link version release'
    .split(' ')
    .map(stem),
);

export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}

/** Whether the page calls the things so. */
export function isNamedBy(of: IndexedCollection, word: string): boolean {
  const isThings = of.collection.kind === 'cards';
  for (const each of of.about)
    if (isSameWord(each, word) || HOLDS[each]?.has(word) || (isThings && isShortFor(each, word))) return true;
  if (of.collection.about.some((name) => isSameThing([word], nameWords(name)))) return true;
  return of.columns.some((name) => name.length <= 2 && name.some((each) => isSameWord(each, word)));
}

/** What is in a place of that name: the things in an inbox are messages. */
const HOLDS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  [
    ['inbox', 'message mail email'],
    ['cart', 'item product article'],
    ['basket', 'item product article'],
    ['wishlist', 'item product article'],
    ['agenda', 'event appointment meeting'],
    ['calendar', 'event appointment meeting'],
    ['playlist', 'song track'],
    ['gallery', 'picture photo image'],
    ['queue', 'ticket request'],
    ['menu', 'dish'],
  ].map(([place = '', things = '']) => [stem(place), new Set(things.split(' ').map(stem))]),
);

/** The whole list is called just that. */
function isKindOf({ collection }: IndexedCollection, word: string): boolean {
  return collection.about.some((name) => {
    const words = nameWords(name);
    return words.length === 1 && isSameWord(words[0] ?? '', word);
  });
}

/** A word of an item's own name does not name a column: "Price Waterhouse". */
function isTitleWord(of: IndexedCollection, word: string, named: Set<string>): boolean {
  return !named.has(word) && of.items.some(({ title }) => title.has(word));
}

/** Items whose whole name stands in the question, the longest names: "Red mug" is not meant by "Red mug XL". */
function wholeTitles(items: IndexedItem[], { stems }: Question): IndexedItem[] | undefined {
  const named = items.filter(({ title }) => title.size > 0 && [...title].every((word) => stems.has(word)));
  const longest = Math.max(0, ...named.map(({ title }) => title.size));
  const found = named.filter(({ title }) => title.size === longest);
  return found.length > 0 && found.length < items.length ? found : undefined;
}

/** In "the Team plan" the word beside the name only says what it is the name of. */
function isBeside({ text }: Question, { title }: IndexedItem, word: string): boolean {
  const tokens = stemsOf(text);
  const at = tokens.indexOf(word);
  return at >= 0 && (title.has(tokens[at - 1] ?? '') || title.has(tokens[at + 1] ?? ''));
}

/** An item whose whole title is named is meant before those that only share words with it. */
function byTitle(items: IndexedItem[], telling: string[]): IndexedItem[] {
  if (items.length < 2 || telling.length === 0) return items;
  const inTitle = items.filter(({ title }) => telling.every((word) => title.has(word)));
  if (inTitle.length === 0) return items;
  const whole = inTitle.filter(({ title }) => title.size <= telling.length);
  // "Child (4-15)" is the child's, and "Family (2 adults, 2 children)" is not.
  const bare = inTitle.filter(({ item }) =>
    stemsOf(item.title.replace(/\s*\([^()]*\)/g, '')).every((word) => telling.includes(word)),
  );
  return [whole, bare].find((found) => found.length > 0) ?? inTitle;
}

/** Null when a limit of the question cannot be applied to these things. */
function withinBounds(
  items: IndexedItem[],
  of: IndexedCollection,
  { bounds, implied }: Question,
  language: string | null,
): IndexedItem[] | null {
  let kept = items;
  for (const bound of bounds) {
    const read = boundField(of, bound, implied);
    if (read === null) return null;
    const measured = kept.map((item) => ({ item, value: measureOf(read(item), language) }));
    if (measured.every(({ value }) => value === undefined) && kept.length > 0) return null;
    kept = measured
      .filter(({ value }) => value !== undefined && isWithin(value, bound))
      .map(({ item }) => item);
  }
  return kept;
}

function isWithin(value: number, { isUpper, isStrict, value: limit }: Bound): boolean {
  if (value === limit) return !isStrict;
  return isUpper ? value < limit : value > limit;
}

type FieldReader = (item: IndexedItem) => Field | undefined;

function boundField(of: IndexedCollection, bound: Bound, implied: string[]): FieldReader | null {
  const isPrice = bound.isMoney || bound.near.some((word) => isSameWord(word, 'pric'));
  const column = columnIn(of, bound.near, implied);
  const isMeant =
    column &&
    !isNumbering(of, column.name) &&
    !(isPrice && isNameColumn(of, column.name)) &&
    !(bound.isMoney && !isOfMoney(of, column.name));
  if (isMeant) return (item) => fieldOf(item, column.name);
  if (isPrice) return (item) => fieldOf(item, ['pric']);
  const measured = bound.measures.find((word) =>
    of.items.every((item) => fieldOf(item, [word]) !== undefined),
  );
  if (measured !== undefined) return (item) => fieldOf(item, [measured]);
  const inUnit = unitField(of, bound.near[0] ?? '');
  if (inUnit) return inUnit;
  if (bound.near.includes('rat')) return (item) => fieldOf(item, ['rating']) ?? fieldOf(item, ['rat']);
  const numeric = numericColumns(of);
  return numeric.length === 1 ? (item) => fieldOf(item, numeric[0] ?? []) : null;
}

function isOfMoney({ items }: IndexedCollection, column: string[]): boolean {
  const values = items.map((item) => fieldOf(item, column)?.value ?? '');
  return values.some((value) => value.length <= 40 && isMoney(value));
}

/** "Under 10 km": the one value of each thing that is in that unit; null when there are several, or none. */
function unitField({ items }: IndexedCollection, unit: string): FieldReader | null {
  if (!/^\p{L}{1,8}$/u.test(unit)) return null;
  const look = /^\W{0,3}\d[\d.,\s]*\s?(\p{L}+)/u;
  const inUnit = (item: IndexedItem) =>
    item.fields.filter(({ field }) => stem((look.exec(field.value)?.[1] ?? '').toLowerCase()) === unit);
  const counts = items.map((item) => new Set(inUnit(item).map(({ field }) => field.value)).size);
  return counts.length > 0 && counts.every((count) => count === 1) ? (item) => inUnit(item)[0]?.field : null;
}
