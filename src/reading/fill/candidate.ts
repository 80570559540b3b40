import { contentStems, nameWords, stemsOf } from '../../task/index.ts';
import type { ExtractedPage, Field, Item } from '../page/page.ts';
import { type Kind, spansIn } from '../parts/kinds.ts';
import type { Fact } from './fact.ts';

/** A value of a page that a key may ask for, with all that the page says around it. */
export interface Candidate {
  field: Field;
  /** The page's name for it: a property, a label, the head of a column. */
  names: string[][];
  /** Its owner: the property around it, the headings above it. */
  within: string[];
  /** The title of the row that it stands in, and all words of the row. */
  thing: string[];
  row: string[];
  /** The row or part of the page that it stands in. */
  place: string;
  source: 'data' | 'label' | 'name' | 'meta' | 'cell' | 'line';
  /** The words of its line, each with how many words stand between. */
  words: readonly { word: string; apart: number; isInClause: boolean }[];
  /** Which of the values of its kind in the line it is, and how many there are. */
  order: number;
  among: number;
  at: number;
  isAside: boolean;
  isOfItem: boolean;
  isNested: boolean;
  /** It is said of something else than the main thing of the page. */
  isOther: boolean;
}

/** The kind of value that a key asks for: `text` is any name, label or line. */
export type Wanted = Kind | 'text';

const MOST_LINES = 1_500;
const MOST_SPANS = 6_000;
const MOST_CELLS = 6_000;

/** The values that a page gives under names and in rows; those in its lines are found by their kind. */
export function namedCandidates(page: ExtractedPage, facts: readonly Fact[]): Candidate[] {
  return [...facts.map(ofFact), ...page.collections.flatMap(cellsOf).slice(0, MOST_CELLS)];
}

const BARE = {
  names: [],
  within: [],
  thing: [],
  row: [],
  words: [],
  order: 0,
  among: 1,
  at: 0,
  isAside: false,
  isOfItem: false,
  isNested: false,
  isOther: false,
} satisfies Partial<Candidate>;

function ofFact(fact: Fact, at: number): Candidate {
  const { name, within, field, trust, isOfItem, isNested = false, isOther = false } = fact;
  const source = trust === 1 ? 'data' : trust === 0.9 ? 'label' : trust === 0.7 ? 'meta' : 'name';
  return { ...BARE, field, names: [name], within, place: `fact ${at}`, source, isOfItem, isNested, isOther };
}

function cellsOf(
  { items, about, kind, isAside }: ExtractedPage['collections'][number],
  list: number,
): Candidate[] {
  if (kind === 'sections') return [];
  const called = about.slice(0, 2).flatMap(nameWords);
  return items.slice(0, 500).flatMap((item, at) => {
    const thing = stemsOf(item.title);
    const row = [...new Set(stemsOf(item.text.slice(0, 600)))];
    const within = [...called, ...nameWords(item.under)];
    return cellFields(item).map((field, order) => ({
      ...BARE,
      field,
      names: field.names.map(nameWords),
      within,
      thing,
      row,
      place: `row ${list} ${at}`,
      source: 'cell' as const,
      order,
      among: item.fields.length,
      isAside,
      isOfItem: items.length > 1,
    }));
  });
}

function cellFields({ title, fields }: Item): Field[] {
  const own = fields.some(({ value }) => value === title) ? [] : [{ names: ['title'], value: title }];
  return [...own, ...fields].filter(
    ({ value, names: [first = ''] }) => value !== '' && value.length <= 300 && !LABEL.has(first),
  );
}

/** A label is not a value. */
const LABEL = new Set(['term', 'label']);

/** The values of a kind in the lines of a page. */
export function lineCandidates(page: ExtractedPage, kind: Wanted): Candidate[] {
  const found: Candidate[] = [];
  let lines = 0;
  const hasTables = page.collections.some((collection) => collection.kind === 'table');
  for (const part of page.parts) {
    // The cells of a table are found row by row.
    if (part.kind === 'data' || (part.kind === 'table' && kind === 'text' && hasTables)) continue;
    const within = stemsOf(part.under.slice(-2).join(' '));
    const row = [...new Set(part.lines.flatMap(stemsOf))];
    for (const line of part.lines) {
      lines += 1;
      if (lines > MOST_LINES || found.length > MOST_SPANS) return found;
      const spans = kind === 'text' ? textsIn(line) : spansIn(line, kind);
      const words = spans.length > 0 ? wordsWithPlaces(line) : [];
      for (const [order, { text, at }] of spans.entries()) {
        const end = at + text.length;
        found.push({
          ...BARE,
          field: { names: [], value: text },
          within,
          row,
          place: `part ${part.at}`,
          source: 'line',
          words: around(words, line, at, end, kind !== 'text' && kind !== 'person'),
          order,
          among: spans.length,
          at: part.at / Math.max(1, page.parts.length),
          isAside: part.kind === 'aside',
        });
      }
    }
  }
  return found;
}

function wordsWithPlaces(line: string): { word: string; at: number }[] {
  return [...line.slice(0, 600).matchAll(/[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu)].flatMap((match) => {
    const [word] = stemsOf(match[0]);
    return word === undefined ? [] : [{ word, at: match.index }];
  });
}

/** The words of a line beside a value, with how far away they stand. */
function around(
  words: readonly { word: string; at: number }[],
  line: string,
  at: number,
  end: number,
  isValue: boolean,
): Candidate['words'] {
  const before = words.filter((one) => one.at < at);
  const behind = words.filter((one) => one.at >= end);
  // In "2,300 residents" the word belongs to the number.
  const within = words.filter((one) => one.at > at && one.at < end && /\p{L}/u.test(one.word));
  const isPlain = (from: number, to: number) => !/[;·|()•]|,\s|\.\s/u.test(line.slice(from, to));
  return [
    ...before.map((one, place) => ({
      word: one.word,
      apart: before.length - place,
      isInClause: isPlain(one.at, at),
    })),
    ...behind.map((one, place) => ({
      word: one.word,
      apart: place + 1,
      isInClause: isPlain(end, one.at),
    })),
    ...(isValue ? within.map(({ word }) => ({ word, apart: 1, isInClause: true })) : []),
  ];
}

/** Values of a line: the line where it is short, the text behind its colon, and its names. */
function textsIn(line: string): { text: string; at: number }[] {
  const plain = line.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/u, '');
  const from = line.length - plain.length;
  const spans = plain.length <= 120 ? [{ text: plain, at: from }] : [];
  const labelled = /^[^:]{2,60}:\s+(\S.*)$/u.exec(plain)?.[1];
  if (labelled && labelled.length <= 200) spans.push({ text: labelled, at: line.length - labelled.length });
  for (const pattern of [PROPER, QUOTED, BRACKETED])
    for (const match of line.matchAll(pattern)) {
      const text = match[1] ?? match[0];
      spans.push({ text, at: match.index + match[0].indexOf(text) });
    }
  return spans.filter(
    ({ text }, place) =>
      spans.findIndex((one) => one.text === text) === place && contentStems(text).length > 0,
  );
}

const PROPER =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}’'&.-]*|\p{N}+)(?:\s(?:(?:de|van|von|der|da|di|of|the|&)\s)?(?:\p{Lu}[\p{L}\p{N}’'-]*|\p{N}{1,4}(?![\d:.,]))){0,5}/gu;
const QUOTED = /[“"‘«„]([^“”"‘’«»„]{2,80})[”"’»“]/gu;
const BRACKETED = /\(([^()]{2,60})\)/gu;
