import { fieldOf } from '../answers/fields.ts';
import {
  type IndexedCollection,
  type IndexedItem,
  indexCollection,
  type PageIndex,
} from '../answers/page-index.ts';
import { type Question, readQuestion } from '../answers/question.ts';
import { inOrder } from '../answers/rank-items.ts';
import { availabilities, selectItems } from '../answers/select-items.ts';
import { itemWith } from '../page/page.ts';
import { schemaType, toBoolean } from '../values/convert-value.ts';
import { isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { nameWords, stem, wordsOf } from '../words/words.ts';
import { isNamed } from './collection-name.ts';
import { fillItem } from './fill-item.ts';
import { fillLine, fillSlots } from './fill-line.ts';
import { isObject, propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

type Row = Record<string, unknown>;

/** Objects from things of one kind on the page; where they hold lists of objects, from things under headings. */
export function fillRows(items: Schema, key: string, source: Source): Row[] | undefined {
  return headedRows(items, source) ?? plainRows(items, key, source);
}

function plainRows(items: Schema, key: string, source: Source): Row[] | undefined {
  const of = bestCollection(items, key, source);
  if (!of) return undefined;
  const rows = meant(of, source, [key, ...Object.keys(propertiesOf(items))])
    .map((item) => withOthers(fillThing(item, items, key, of, source), item, of, items, source))
    .filter((row) => Object.keys(row).length > 0);
  return withUnsaid(rows, items, source);
}

/** The collection whose things have most of the asked properties; at least half of them. */
function bestCollection(items: Schema, key: string, source: Source): IndexedCollection | undefined {
  const names = Object.keys(propertiesOf(items));
  if (names.length === 0) return undefined;
  let best: { score: number; of: IndexedCollection } | undefined;
  const filling: { share: number; of: IndexedCollection }[] = [];
  for (const of of candidates(source.index, key)) {
    if (isFrame(of) && !isNamed(of, key)) continue;
    const sample = of.items
      .slice(0, 12)
      .map((item) => Object.keys(fillThing(item, items, key, of, source)).length);
    const share = sample.reduce((sum, count) => sum + count, 0) / Math.max(1, sample.length) / names.length;
    // A list that is called like the key is meant, though the page may say little of what is asked.
    const isMeant = of.collection.kind !== 'sections' && (isNamed(of, key) || isAllThereIs(of));
    if (share < (isMeant ? 0.4 : 0.5)) continue;
    filling.push({ share, of });
    const score =
      share * 3 +
      (isNamed(of, key) ? 0.8 : 0) +
      (of.collection.isAside ? -0.6 : 0) +
      Math.min(0.4, of.weight) +
      (of.collection.kind === 'sections' ? -0.5 : 0) +
      (of.collection.kind === 'data' ? 0.1 : 0);
    if (score > (best?.score ?? 0) + 1e-9) best = { score, of };
  }
  const outer = filling.find(({ of }) => of === best?.of);
  const inner = outer && filling.find((each) => isWithin(each, outer));
  return inner?.of ?? best?.of;
}

/** Links and fields of the head and foot that every page of a site has. */
function isFrame({ collection }: IndexedCollection): boolean {
  return collection.isAside && (collection.kind === 'list' || collection.kind === 'sections');
}

/** The page is hardly more than these things. */
function isAllThereIs({ collection, weight }: IndexedCollection): boolean {
  return collection.kind === 'cards' && !collection.isAside && weight >= 0.6;
}

/** Groups of things fill a row as well as the things themselves: the ingredients of a cake, by its parts. */
function isWithin(
  one: { share: number; of: IndexedCollection },
  outer: { share: number; of: IndexedCollection },
): boolean {
  const { items } = one.of;
  if (items.length < outer.of.items.length * 2 || one.share < outer.share - 0.35) return false;
  if (outer.of.collection.kind !== 'cards' || one.of.collection.kind === 'sections') return false;
  return items.every(({ item }) => outer.of.items.some((each) => each.item.text.includes(item.text)));
}

/** All collections, and of those that run over several headings the part under the one that is asked for. */
function candidates({ collections }: PageIndex, key: string): IndexedCollection[] {
  const asked = nameWords(key);
  const parts = collections.flatMap((of) => {
    const items = of.items.filter(({ item }) => nameMatch(asked, nameWords(item.under)) >= 0.9);
    const isPart = items.length > 0 && items.length < of.items.length;
    return isPart ? [{ ...of, items, about: new Set([...of.about, ...asked]) }] : [];
  });
  return [...collections, ...parts, ...collections.flatMap(transposed)];
}

/** A table read the other way: whether its rows or its columns are the things only the schema can say. */
function transposed(of: IndexedCollection): IndexedCollection[] {
  const { columns, items, kind } = of.collection;
  const isCrossing = kind === 'table' && columns[0] === '' && columns.length > 2 && items.length <= 60;
  if (!isCrossing) return [];
  const turned = columns
    .slice(1)
    .map((column, at) =>
      itemWith(column, [
        { names: [], value: column },
        ...items.map(({ title, fields }) => ({ names: [title], value: fields[at + 1]?.value ?? '' })),
      ]),
    );
  return [{ ...indexCollection({ ...of.collection, columns: [], items: turned }, 1), weight: of.weight }];
}

function fillThing(
  item: IndexedItem,
  items: Schema,
  key: string,
  of: IndexedCollection,
  source: Source,
): Row {
  const given = headingOf(item, items, of, source);
  const filled = fillItem(item, items, source, {
    kind: kindOf(of, key),
    given,
    common: commonTexts(of),
    lists: listHeadings(of),
  });
  return Object.keys(given).length > 0 && Object.keys(filled).length === 1
    ? {}
    : (fillLine({ item, items, key, of, source }) ?? fullerOf(filled, fillSlots(item, items, source)));
}

function fullerOf(filled: Row, slots: Row | undefined): Row {
  return slots && Object.keys(slots).length > Object.keys(filled).length ? slots : filled;
}

/** `category` of things that stand under several headings: the heading of each. */
function headingOf(
  { item, fields }: IndexedItem,
  items: Schema,
  of: IndexedCollection,
  { root }: Source,
): Row {
  if (item.under === '') return {};
  const key = Object.keys(propertiesOf(items)).find((name) => isCategory(nameWords(name)));
  if (key === undefined || of.items.every((other) => other.item.under === item.under)) return {};
  const schema = resolveSchema(propertiesOf(items)[key], root);
  const words = nameWords(key);
  const isStated = fields.some(({ names }) => names.some((name) => nameMatch(words, name) >= 0.9));
  return schemaType(schema) !== 'string' || schema.enum || isStated ? {} : { [key]: item.under };
}

function isCategory(words: string[]): boolean {
  return words.length === 1 && (isThing(words, 'category') || CATEGORIES.has(words[0] ?? ''));
}

const CATEGORIES = new Set(
  [
    'category',
    'group',
    'heading',
    'course',
    'kategorie',
    'categorie',
    'categoria',
    'grupa',
    'gruppe',
  ].flatMap(nameWords),
);

/** A badge on one of several things says of the others that they do not have it. */
function withUnsaid(rows: Row[], items: Schema, { root }: Source): Row[] {
  const keys = Object.entries(propertiesOf(items));
  const signs = keys
    .filter(
      ([key, schema]) =>
        schemaType(resolveSchema(schema, root)) === 'boolean' && rows.some((row) => row[key] === true),
    )
    .map(([key]) => key);
  return rows.map((row) => {
    const missing = signs.filter((key) => !(key in row)).map((key) => [key, false] as const);
    const whole: Row = { ...row, ...Object.fromEntries(missing) };
    return Object.fromEntries(keys.flatMap(([key]) => (key in whole ? [[key, whole[key]]] : [])));
  });
}

/** `sections: [{ name, items: [...] }]`: things of one kind by the headings they stand under. */
function headedRows(items: Schema, source: Source): Row[] | undefined {
  const entries = Object.entries(propertiesOf(items)).map(
    ([name, schema]) => [name, resolveSchema(schema, source.root)] as const,
  );
  const inner = entries.find(
    ([, schema]) =>
      schemaType(schema) === 'array' &&
      isObject(schema.items) &&
      schemaType(resolveSchema(schema.items, source.root)) === 'object',
  );
  const heading = entries.find(([name, schema]) => schemaType(schema) === 'string' && isHeading(name));
  if (!inner || !heading) return undefined;
  const schema = resolveSchema(inner[1].items, source.root);
  const of = bestCollection(schema, inner[0], source);
  const groups = Map.groupBy(of?.items ?? [], ({ item }) => item.under);
  if (!of || groups.size < 2) return undefined;
  return [...groups].map(([under, group]) => ({
    [heading[0]]: under,
    [inner[0]]: group.map((item) => fillThing(item, schema, inner[0], of, source)),
  }));
}

function isHeading(key: string): boolean {
  const words = nameWords(key);
  return ['title', 'category', 'group', 'day', 'type'].some(
    (name) => isThing(words.slice(-1), name) || words.includes(name),
  );
}

const commonBy = new WeakMap<IndexedCollection, ReadonlySet<string>>();

/** What every one of several things says alike is furniture, and no value of any. */
function commonTexts(of: IndexedCollection): ReadonlySet<string> {
  const known = commonBy.get(of);
  if (known) return known;
  const [first, ...others] = of.items
    .slice(0, 30)
    .map(({ item }) => new Set(item.fields.map(({ value }) => value)));
  const common = new Set(
    others.length < 2 ? [] : [...(first ?? [])].filter((value) => others.every((each) => each.has(value))),
  );
  commonBy.set(of, common);
  return common;
}

export function listHeadings(of: IndexedCollection): ReadonlySet<string> {
  const known = headingsBy.get(of);
  if (known) return known;
  const headings = new Set(
    of.items.flatMap(({ item }) => item.fields.flatMap(({ heading }) => heading ?? [])),
  );
  headingsBy.set(of, headings);
  return headings;
}

const headingsBy = new WeakMap<IndexedCollection, ReadonlySet<string>>();

/** What the things are called, by the page and by the schema. */
function kindOf({ about }: IndexedCollection, key: string): ReadonlySet<string> {
  return new Set([...about, ...nameWords(key)]);
}

/** The same thing may stand on the page twice, as a card and in its data: what one leaves out the other may say. */
function withOthers(
  row: Record<string, unknown>,
  { item }: IndexedItem,
  of: IndexedCollection,
  schema: Schema,
  source: Source,
): Record<string, unknown> {
  const names = Object.keys(propertiesOf(schema));
  if (names.length === Object.keys(row).length || item.title === '') return row;
  const same = source.index.collections
    .filter((other) => other !== of && other.collection.kind !== 'sections')
    .map(({ items }) => items.filter((other) => other.item.title === item.title))
    .filter((found) => found.length === 1)
    .flat();
  const more = same.map((other) => fillItem(other, schema, source));
  const whole = Object.assign({}, ...more.toReversed(), row) as Record<string, unknown>;
  return Object.fromEntries(names.flatMap((name) => (name in whole ? [[name, whole[name]]] : [])));
}

/** What the task's words narrow the list down to, in the order they ask for. */
export function meant(of: IndexedCollection, { index, goal }: Source, keys: string[] = []): IndexedItem[] {
  if (goal === '') return of.items;
  const asked = readQuestion(goal);
  const named = keys.flatMap(nameWords);
  // What the list and its columns are to be called singles nothing out.
  const question = {
    ...asked,
    words: asked.words.filter((word) => !named.includes(word) && !isWhatTheyAre(word, goal)),
  };
  const selection = selectItems({ ...index, collections: [of] }, question)[0];
  // All of them would be the wrong ones where a limit cannot be told from the page.
  if (!selection) return question.bounds.length > 0 ? [] : of.items;
  const isStocked =
    asked.inStock !== null && isStockLimit(asked, named) && availabilities(of.items).includes(true);
  const isNarrowing =
    question.bounds.length > 0 || isStocked || (selection.telling.length > 0 && selection.coverage >= 0.8);
  const narrowed = ticked(of, isNarrowing ? selection.items : of.items, asked);
  const items = asked.order ? inOrder(narrowed, of, asked.order, index.page.language) : narrowed;
  if (question.limit === null) return items;
  return question.limit > 0 ? items.slice(0, question.limit) : items.slice(question.limit);
}

/** "All hubs in the results", "course list": what the things are called, or the list, tells none of them from the others. */
function isWhatTheyAre(word: string, goal: string): boolean {
  if (LISTS.has(word)) return true;
  const tokens = wordsOf(goal);
  return tokens.some(
    (token, at) =>
      stem(token) === word && token !== word && /[^s]s$/.test(token) && !MARKING.has(tokens[at - 1] ?? ''),
  );
}

const LISTS = new Set(
  [
    'list',
    'listing',
    'result',
    'page',
    'site',
    'website',
    'data',
    'table',
    'detail',
    'information',
    'info',
  ].flatMap(nameWords),
);
const MARKING = new Set([
  'with',
  'without',
  'for',
  'from',
  'by',
  'about',
  'having',
  'no',
  'mit',
  'ohne',
  'avec',
]);

/** "In stock" among the keys is something to be told of each, unless the words say that only those are meant. */
function isStockLimit({ text }: Question, named: string[]): boolean {
  if (/(?<!\p{L})(?:whether|if)(?!\p{L})/iu.test(text)) return false;
  return !named.some((word) => isThing([word], 'availability') || word === 'stock') || LIMITING.test(text);
}

const LIMITING =
  /(?<!\p{L})(?:only|nur|just|seulement|solo|that (?:are|is|have|has)|which (?:are|is|have)|where)(?!\p{L})/iu;

/** "Only the dimmable lamps": of a column of yes and no the words name those with a yes. */
function ticked(of: IndexedCollection, items: IndexedItem[], { text, words }: Question): IndexedItem[] {
  if (!/(?<!\p{L})(?:only|nur|just|that (?:are|is|have|has)|which (?:are|have)|where)(?!\p{L})/iu.test(text))
    return items;
  const isNo = /(?<!\p{L})(?:not|no|without|aren['’]t|isn['’]t|don['’]t|nicht|keine?)(?!\p{L})/iu.test(text);
  for (const word of words) {
    const column = of.columns.find((name) => name.length <= 2 && name.some((each) => isSameWord(each, word)));
    const signs = items.map((item) => toBoolean((column && fieldOf(item, column)?.value) ?? ''));
    if (signs.every((sign) => sign !== undefined) && new Set(signs).size === 2)
      return items.filter((_, at) => signs[at] !== isNo);
  }
  return items;
}
