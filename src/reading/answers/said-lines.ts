import { monthsWithin } from '../values/month-range.ts';
import { joinPhrases } from '../words/related.ts';
import { stemsOf } from '../words/words.ts';
import type { PageIndex } from './page-index.ts';
import { isSignRow, meantBy } from './passages.ts';
import { sentencesOf } from './sentences.ts';

/** One thing that a page says, with the words by which it can be found. */
export interface SaidLine {
  /** What is given as the answer. */
  output: string;
  /** The whole of it, with its label or the names of row and column. */
  text: string;
  own: string[];
  /** Words of the headings it stands under, and of the sentence before it. */
  above: string[];
  before: string[];
  /** The headings themselves, the nearest last. */
  under: string[];
  /** What it is said of: a row, a card, the name a value goes by. */
  thing: string | null;
  kind: 'sentence' | 'label' | 'cell' | 'section';
  /** The page's own heading. */
  isTitle?: boolean;
}

const MAX_LINES = 3_000;
const MAX_SECTION_CHARS = 400;

/** All that the page says, line by line: labels with their values, cells, sentences, short parts under a heading. */
export function saidLines(index: PageIndex): SaidLine[] {
  const lines = [...labelLines(index), ...cellLines(index), ...sentenceLines(index), ...sectionLines(index)];
  return lines.slice(0, MAX_LINES);
}

function sentenceLines({ page, collections }: PageIndex): SaidLine[] {
  const cards = new Set(
    collections
      .filter(({ collection }) => collection.kind === 'cards')
      .flatMap(({ items }) => items.map(({ item }) => item.title)),
  );
  // What only leads to an answer is none.
  const leads = new Set([
    ...page.links.map(({ name }) => name),
    ...page.labels.flatMap(({ label, source }) => (source === 'label' ? [label] : [])),
  ]);
  return page.blocks.flatMap(({ text, under, isAside }) => {
    if (leads.has(text) && !/[.!?]$/.test(text)) return [];
    const isTitle = under.length < 2 && text === under.at(-1);
    if (isAside || isSignRow(text) || (text === under.at(-1) && !isTitle) || text.length > 3_000) return [];
    const headings = under.slice(1);
    const above = wordsIn(headings.join(' '));
    const thing = under.findLast((heading) => cards.has(heading)) ?? null;
    let before: string[] = [];
    return sentencesOf(text).map((sentence) => {
      const own = wordsIn(sentence);
      const line: SaidLine = {
        output: sentence,
        text: sentence,
        own,
        above,
        before,
        under: headings,
        thing,
        kind: 'sentence',
        isTitle,
      };
      before = own;
      return line;
    });
  });
}

function labelLines({ page }: PageIndex): SaidLine[] {
  return page.labels
    .filter(({ source, isOfItem, value }) => source === 'label' && !isOfItem && value.length <= 300)
    .map(({ label, value, under }) => ({
      output: value,
      text: `${label}: ${value}`,
      own: wordsIn(`${label} ${value}`),
      above: under === label ? [] : wordsIn(under),
      before: [],
      under: [],
      thing: label,
      kind: 'label',
    }));
}

function cellLines({ collections }: PageIndex): SaidLine[] {
  return collections
    .filter(({ collection }) => collection.kind === 'table' && !collection.isAside)
    .flatMap(({ collection, items }) =>
      items.slice(0, 60).flatMap(({ item }) => {
        const person = item.fields.filter(
          ({ names, value }) => isPerson(value) && !value.startsWith(names[0] ?? ''),
        );
        return item.fields
          .filter(({ value, names }) => value !== item.title && value !== '' && names.length > 0)
          .map(({ names, value }) => ({
            output: value,
            text: `${item.title}, ${names[0]}: ${value}`,
            own: wordsIn(`${item.title} ${names[0]} ${value}`),
            above: wordsIn([...collection.about, item.under].join(' ')),
            before: [],
            under: [],
            thing: person.length === 1 ? (person[0]?.value ?? item.title) : item.title,
            kind: 'cell' as const,
          }));
      }),
    );
}

function sectionLines({ page }: PageIndex): SaidLine[] {
  const parts = Map.groupBy(
    page.blocks.filter(({ isAside, under }) => !isAside && under.length > 1),
    ({ under }) => under.at(-1) ?? '',
  );
  return [...parts].flatMap(([heading, blocks]) => {
    const told = blocks.filter(({ text }) => text !== heading).map(({ text }) => text);
    const output = told.join('\n');
    if (output === '' || output.length > MAX_SECTION_CHARS) return [];
    const own = wordsIn(heading);
    const text = `${heading} ${output}`;
    return [{ output, text, own, above: [], before: [], under: [], thing: null, kind: 'section' as const }];
  });
}

/** "Helen Ruiz", "Dr Omar Said": a name and nothing else. */
export function isPerson(text: string): boolean {
  return /^(?:(?:Dr|Prof|Sir|Dame|Mr|Mrs|Ms)\.?\s)?\p{Lu}[\p{L}'’.-]*(?:\s(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la|bin|al)){1,3}$/u.test(
    text.trim(),
  );
}

export function wordsIn(text: string): string[] {
  return [...new Set([...stemsOf(joinPhrases(text)), ...meantBy(text), ...monthsWithin(text)])];
}
