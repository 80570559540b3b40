import type { Collection, ExtractedPage, Field, Item } from '../page/page.ts';
import { findDates, locateDates } from '../values/date.ts';
import { isSameThing, isSameWord } from '../words/concepts.ts';
import { saidName } from '../words/said-name.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { isSoftWord, nameWords, stemsOf } from '../words/words.ts';
import { dataCollections } from './data-collections.ts';
import type { Fact } from './fact.ts';
import { readFacts } from './facts.ts';
import { withOthersAside } from './other-things.ts';
import { piecesOf, titlePieces } from './pieces.ts';

/** A page prepared for being asked: the words of everything, made comparable once. */
export interface PageIndex {
  page: ExtractedPage;
  facts: Fact[];
  collections: IndexedCollection[];
  /** Words of title, first heading, site: what the whole page is about. */
  own: Set<string>;
  /** The one day that all of the page is of, where it says so below its heading. */
  day: string | null;
  /** On how many pieces of the page a word stands. */
  frequency: Map<string, number>;
  pieces: number;
  /** Every word the page uses, names of columns and values included. */
  vocabulary: Set<string>;
}

export interface IndexedCollection {
  collection: Collection;
  about: Set<string>;
  /** The names its items' fields go by. */
  columns: string[][];
  items: IndexedItem[];
  /** The share of the page's text it makes up. */
  weight: number;
}

export interface IndexedItem {
  item: Item;
  title: Set<string>;
  words: Set<string>;
  /** Words of the heading above it. */
  place: Set<string>;
  fields: { field: Field; names: string[][] }[];
}

/** What is only taken to be called so is no word of the page. */
const LEAST_TRUST = 0.4;
const MAX_COLLECTIONS = 120;
const MAX_INDEXED = 60_000;

export function indexPage(given: ExtractedPage): PageIndex {
  const page = withOthersAside(given);
  const frequency = new Map<string, number>();
  for (const block of page.blocks)
    for (const word of new Set(stemsOf(block.text))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const heading = page.headings.find(({ level }) => level === 1)?.text ?? '';
  const site = URL.canParse(page.url) ? new URL(page.url).hostname : '';
  const names = page.nodes
    .slice(0, 20)
    .flatMap((node) => [node.name, node['@type']])
    .filter((name) => typeof name === 'string');
  const below = dayBelow(page, heading);
  const own = new Set(
    stemsOf(
      [
        page.title,
        heading,
        site.replaceAll('.', ' '),
        page.metadata['og:site_name'],
        page.metadata['og:type'],
        ...names,
        ...page.blocks.filter(({ box }) => box?.some((name) => /crumb/i.test(name))).map(({ text }) => text),
        definition(page, heading),
        below,
      ].join(' '),
    ),
  );
  const explained = legendOf(page);
  let left = MAX_INDEXED;
  const total = Math.max(
    1,
    page.blocks.reduce((sum, block) => sum + block.text.length, 0),
  );
  const collections = [...page.collections, ...joinedTables(page), ...dataCollections(page.nodes)]
    .slice(0, MAX_COLLECTIONS)
    .filter(({ items }) => {
      // A list is there as a whole or not at all: a part of it would be counted as if it were all.
      const isTaken = items.length <= left;
      if (isTaken) left -= items.length;
      return isTaken;
    })
    .map((collection) => indexCollection({ ...collection, items: collection.items.map(explained) }, total));
  const facts = readFacts(page);
  const vocabulary = new Set([...frequency.keys(), ...own]);
  for (const { items } of collections)
    for (const { title } of items) for (const word of title) vocabulary.add(word);
  for (const { columns, about } of collections)
    for (const word of [...columns.flat(), ...about]) vocabulary.add(word);
  for (const fact of facts.filter(({ trust }) => trust >= LEAST_TRUST))
    for (const word of [
      ...fact.name,
      ...(typeof fact.value === 'string' && fact.value.length < 500 && !/^https?:/.test(fact.value)
        ? stemsOf(fact.value)
        : []),
    ])
      vocabulary.add(word);
  const dated = withDayOrder(page);
  const [day = null] = findDates(below, page.language);
  return { page: dated, facts, collections, own, day, frequency, pieces: page.blocks.length, vocabulary };
}

/** 03/02/2025 may be two days; beside 19/02/2025 it is one. The order counts as the language that writes so. */
function withDayOrder(page: ExtractedPage): ExtractedPage {
  if (page.language !== null && !/^en$/i.test(page.language)) return page;
  const days = page.blocks
    .slice(0, 400)
    .flatMap(({ text }) => [...text.slice(0, 400).matchAll(/(?<![\d/.])(\d{1,2})\/(\d{1,2})\/\d{4}(?!\d)/g)]);
  const isDayFirst = days.some(([, first]) => Number(first) > 12);
  const isMonthFirst = days.some(([, , second]) => Number(second) > 12);
  return isDayFirst === isMonthFirst ? page : { ...page, language: isDayFirst ? 'en-GB' : 'en-US' };
}

/** One list cut into tables of the same columns under a heading each, put together again. */
function joinedTables({ collections, headings }: ExtractedPage): Collection[] {
  const tables = collections.filter(
    ({ kind, columns, isAside }) => kind === 'table' && columns.length > 1 && !isAside,
  );
  const families = [...Map.groupBy(tables, ({ columns }) => columns.join('\n').toLowerCase()).values()];
  const title = headings.find(({ level }) => level === 1)?.text ?? '';
  return families
    .filter((family) => family.length > 1)
    .map(([first, ...others]) => ({
      ...(first as Collection),
      about: [title].filter(Boolean),
      items: [first as Collection, ...others].flatMap(({ items }) => items),
    }));
}

/** "Skerry Light is a granite tower on ...": what kind of thing the page is about. */
function definition({ blocks }: ExtractedPage, heading: string): string {
  const [first = ''] = heading.split(/[:(–|]/);
  const name = first.trim().toLowerCase();
  if (name.length < 3) return '';
  for (const { text, isAside } of blocks.slice(0, 40)) {
    const lead = isAside ? '' : text.slice(0, 200);
    const at = lead.toLowerCase().indexOf(name);
    const said = at < 0 || at > 12 ? null : lead.slice(at + name.length).match(DEFINED);
    if (said?.[1]) return said[1];
  }
  return '';
}

/** "12 March 2027 · 1 adult" right below the heading: which day the whole page is of. */
function dayBelow({ blocks, language }: ExtractedPage, heading: string): string {
  const main = blocks.filter(({ isAside }) => !isAside);
  const below = main[main.findIndex(({ text }) => text === heading) + 1]?.text ?? '';
  const [day, ...others] = locateDates(below, language);
  const isLine = heading !== '' && below.length <= 60 && !/[.!?]$/.test(below);
  return day && others.length === 0 && isLine ? below.slice(day.at, day.end) : '';
}

const DEFINED =
  /^[^.,]{0,40}?\s(?:is|was|are|ist|war|est|était|es|era|è|jest)\s(?:an?|the|one of the|ein[e]?|une?|una?|uno)\s((?:[\p{L}-]+\s?){1,4}?)(?=\s(?:in|on|of|at|that|which|who|from|near|von|im|am|sur|à|en|de|di|w|na)\s|[.,]|$)/u;

/** "PJ: matches played" under a table whose column is called PJ. */
function legendOf({ labels, collections }: ExtractedPage): (item: Item) => Item {
  const short = new Set(
    collections.flatMap(({ columns }) => columns.filter((name) => /^[\p{L}.%+/-]{1,4}$/u.test(name))),
  );
  const meant = new Map(
    labels
      .filter(({ label, value }) => short.has(label) && value.length <= 60 && /\p{L}{3}/u.test(value))
      .map(({ label, value }) => [label, value] as const),
  );
  if (meant.size === 0) return (item) => item;
  return (item) => ({
    ...item,
    fields: item.fields.map((field) => {
      const more = field.names.map((name) => meant.get(name)).filter((name) => name !== undefined);
      return more.length === 0 ? field : { ...field, names: [...field.names, ...more] };
    }),
  });
}

/** What stands without a name may say itself what it is. */
function withSaidName(field: Field, { title }: Item): Field {
  const isNamed = field.names.length > 0 || field.value === title || field.parts !== undefined;
  const said = isNamed ? undefined : saidName(field.value);
  return said ? { ...field, names: [said.name], value: said.value } : field;
}

export function indexCollection(collection: Collection, total: number): IndexedCollection {
  const items = collection.items.map((item) => ({
    item,
    title: new Set(stemsOf(item.title)),
    words: new Set(stemsOf(`${item.title} ${item.text}`)),
    place: new Set(stemsOf(item.under)),
    fields: [...item.fields, ...(collection.kind === 'sections' ? titlePieces(item) : piecesOf(item))].map(
      (plain) => {
        const field = withSaidName(plain, item);
        return { field, names: field.names.map(nameWords) };
      },
    ),
  }));
  const columns = new Map<string, string[]>();
  for (const { fields } of items.slice(0, 50))
    for (const { names } of fields) for (const name of names) columns.set(name.join(' '), name);
  return {
    collection,
    about: new Set(collection.about.flatMap(nameWords)),
    columns: [...columns.values()],
    items,
    weight: items.reduce((sum, { item }) => sum + item.text.length, 0) / total,
  };
}

/** A word that the page does not use and that helps a question along, or names the kind of page this is. */
export function isIdle({ vocabulary, facts, collections }: PageIndex, word: string): boolean {
  if (vocabulary.has(word) || !(isSoftWord(word) || SUBJECTS.has(word))) return false;
  return (
    !collections.some(({ columns }) => columns.some((name) => isSameThing([word], name))) &&
    !facts.some(
      ({ name, trust }) =>
        trust >= LEAST_TRUST && (isSameThing([word], name) || name.some((each) => isSameWord(each, word))),
    )
  );
}

/** Whether the page as a whole is about it. */
export function isOwn({ own }: PageIndex, word: string): boolean {
  if (own.has(word)) return true;
  for (const each of own) if (isSameWord(each, word)) return true;
  return false;
}

/** What a thing is called, or all it says where it is called nothing. */
export function titleOf({ item }: IndexedItem): string {
  return item.title !== '' && item.title.length <= 400 ? item.title : item.text.slice(0, 400);
}

/** How much a word tells: rare words more than common ones, unknown ones most. */
function weightOf(index: PageIndex, word: string): number {
  const share = SUBJECTS.has(word) || isSoftWord(word) ? 0.3 : 1;
  return share * (0.5 + Math.log(1 + (1 + index.pieces) / (1 + (index.frequency.get(word) ?? 0))) / 4);
}

/** How much of a question a named value must account for, and how much a passage. */
export const ENOUGH = 0.8;
export const ENOUGH_FOR_PASSAGE = 0.62;

/** The share of a question's words that something accounts for, by what they tell. */
export function coverage(index: PageIndex, words: string[], isExplained: (word: string) => boolean): number {
  let all = 0;
  let met = 0;
  for (const word of words) {
    const weight = weightOf(index, word);
    all += weight;
    if (isExplained(word)) met += weight;
  }
  return all === 0 ? 1 : met / all;
}
