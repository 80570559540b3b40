import { contentStems, stemsOf } from '../words/words.ts';
import { amountIn, type Measure, measured, NUMBER } from './amount-asked.ts';
import type { Answer } from './answered.ts';
import { columnIn, fieldOf, isNameColumn } from './fields.ts';
import { type IndexedCollection, type IndexedItem, isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/**
 * "My train was 70 minutes late" where each row holds for a range ("30 to 59 minutes"): what the one it falls into says.
 * Null where the rows are of that kind and none of them holds for it.
 */
export function answerBand(index: PageIndex, question: Question, goal: string): Answer | null | undefined {
  if (question.form !== 'value' || question.extreme !== null) return undefined;
  const asked = amountIn(goal, question.text);
  if (!asked) return undefined;
  for (const of of index.collections) {
    if (of.collection.kind !== 'table' || of.collection.isAside || !isAbout(index, of, goal)) continue;
    const bands = of.items.map((item) => ({ item, band: bandOf(item.item.title, asked.measure) }));
    if (bands.filter(({ band }) => band !== null).length < 2) continue;
    const [only, ...others] = bands.filter(({ band }) => band !== null && isInside(asked.amount, band));
    if (!only) return null;
    const output = others.length === 0 ? saidOf(of, only.item, question) : undefined;
    if (output !== undefined) return { output, coverage: 1 };
  }
  return undefined;
}

interface Band {
  from: number;
  to: number;
  /** Whether its ends belong to it. */
  isOpen: boolean;
}

function isInside(amount: number, { from, to, isOpen }: Band): boolean {
  return isOpen ? amount > from && amount < to : amount >= from && amount <= to;
}

const UNIT = '\\s?((?:working |business |calendar )?\\p{L}+)?';
const BETWEEN = new RegExp(`${NUMBER}${UNIT}\\s?(?:to|–|—|-|and|bis)\\s?${NUMBER}${UNIT}`, 'iu');
const LESS = new RegExp(`(?:up to|until|at most|max\\.?|bis)\\s+${NUMBER}${UNIT}`, 'iu');
const BELOW = new RegExp(`(?:under|less than|below|fewer than|younger than)\\s+${NUMBER}${UNIT}`, 'iu');
const ABOVE = new RegExp(`(?:over|more than|above|longer than|older than)\\s+${NUMBER}${UNIT}`, 'iu');
const MORE = new RegExp(
  `(?:from|at least)\\s+${NUMBER}${UNIT}|${NUMBER}${UNIT}(?:\\s\\p{L}+)?\\s?(?:or (?:more|over|older|above|longer)|and (?:over|more|above|older|up)|\\+)`,
  'iu',
);

function bandOf(text: string, measure: Measure): Band | null {
  const value = (number: string | undefined, unit: string | undefined): number | null => {
    if (number === undefined) return null;
    // A bare number counts in what is asked for.
    if (unit === undefined || measure === 'age') return measured(number, '').amount;
    const found = measured(number, unit);
    return found.measure === measure ? found.amount : null;
  };
  const between = BETWEEN.exec(text);
  if (between) {
    const unit = between[4] ?? between[2];
    const [from, to] = [value(between[1], between[2] ?? unit), value(between[3], unit)];
    return from === null || to === null ? null : { from, to, isOpen: false };
  }
  for (const [look, isUpper, isOpen] of SINGLE) {
    const match = look.exec(text);
    const end = match && value(match[1] ?? match[3], match[1] === undefined ? match[4] : match[2]);
    if (match && end !== null && end !== undefined)
      return isUpper ? { from: -Infinity, to: end, isOpen } : { from: end, to: Infinity, isOpen };
  }
  return null;
}

const SINGLE: readonly (readonly [RegExp, boolean, boolean])[] = [
  [BELOW, true, true],
  [LESS, true, false],
  [ABOVE, false, true],
  [MORE, false, false],
];

/** The table, or the page around it, speaks of something that is asked about. */
function isAbout(index: PageIndex, of: IndexedCollection, goal: string): boolean {
  const told = new Set([
    ...of.about,
    ...of.columns.flat(),
    ...of.items.flatMap(({ item }) => stemsOf(item.text)),
  ]);
  return contentStems(goal).some((word) => !/^\d/.test(word) && (told.has(word) || isOwn(index, word)));
}

function saidOf(of: IndexedCollection, item: IndexedItem, question: Question): string | undefined {
  const cells = item.item.fields.filter(({ value }) => value !== '' && value !== item.item.title);
  const [only] = cells;
  if (only && new Set(cells.map(({ value }) => value)).size === 1) return only.value;
  const column = columnIn(of, question.words, question.implied);
  return column && !isNameColumn(of, column.name) ? fieldOf(item, column.name)?.value : undefined;
}
