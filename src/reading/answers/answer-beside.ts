import { stem, stemsOf, wordsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { fieldOf } from './fields.ts';
import type { IndexedCollection, IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "Who was keeper before Ann Lee?", "who held it in 1920?": a row by the one beside it, or by the time it spans. */
export function answerBeside(index: PageIndex, question: Question): Answer | undefined {
  if (!question.asksThing || question.ordinal !== null || question.extreme !== null) return undefined;
  for (const of of index.collections) {
    if (of.collection.kind !== 'table' || of.collection.isAside) continue;
    const item = besideOf(of, question) ?? during(of, question);
    if (item && isAbout(of, question)) return { output: item.item.title, coverage: 1 };
  }
  return undefined;
}

/** The table is one of what the question speaks of. */
function isAbout({ about, columns }: IndexedCollection, { words }: Question): boolean {
  return words.some((word) => about.has(word) || columns.some((name) => name.includes(word)));
}

function besideOf({ items }: IndexedCollection, { text }: Question): IndexedItem | undefined {
  const [, before, after, name = ''] =
    text.match(
      /(?<!\p{L})(?:(before|preceded|vor|avant|antes de|prima di|przed)|(after|succeeded|followed|nach|après|después de|dopo|po))\s+(\p{L}.+?)\s*\?*$/iu,
    ) ?? [];
  if (before === undefined && after === undefined) return undefined;
  const asked = wordsOf(name).map(stem);
  const at = items.findIndex(
    ({ title }) => title.size > 0 && [...title].every((word) => asked.includes(word)),
  );
  const isUpward = before !== undefined;
  return at < 0 ? undefined : items[at + (isUpward ? -1 : 1)];
}

/** The one row whose years hold the year that is asked for; a year in which two share it belongs to neither. */
function during(of: IndexedCollection, { text }: Question): IndexedItem | undefined {
  const year = text.match(/(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)/)?.[1];
  if (year === undefined) return undefined;
  const spans = of.items.map((item) => ({ item, span: spanOf(item) }));
  if (spans.filter(({ span }) => span).length < 2) return undefined;
  const held = spans.filter(({ span }) => span && span[0] <= Number(year) && Number(year) < span[1]);
  return held.length === 1 ? held[0]?.item : undefined;
}

function spanOf(item: IndexedItem): [number, number] | undefined {
  const ends = [FROM, TO].map((names) => {
    const field = names.map((name) => fieldNamed(item, name)).find((found) => found !== undefined);
    return Number(field?.match(/(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)/)?.[1] ?? Number.NaN);
  });
  const [from = Number.NaN, to = Number.NaN] = ends;
  if (!Number.isNaN(from) && !Number.isNaN(to)) return [from, Math.max(to, from + 1)];
  const years = item.item.fields
    .map(({ value }) => value.match(/^\D{0,10}(1[4-9]\d\d|20\d\d)\s?[–—-]\s?(1[4-9]\d\d|20\d\d)\D{0,10}$/))
    .find((match) => match !== null);
  return years ? [Number(years[1]), Number(years[2])] : undefined;
}

function fieldNamed(item: IndexedItem, name: string): string | undefined {
  return fieldOf(item, stemsOf(name), ({ names }) =>
    names.some((each) => stemsOf(each).join(' ') === stemsOf(name).join(' ')),
  )?.value;
}

const FROM = ['from', 'start', 'since', 'von', 'de', 'desde', 'od', 'began', 'took office'];
const TO = ['to', 'end', 'until', 'bis', 'à', 'hasta', 'do', 'ended', 'left office'];
