import { isMoney } from '../../platform/text/number.ts';
import { nameWords } from '../../platform/text/words.ts';
import type { Collection, ExtractedPage, Item } from '../page/page.ts';
import { nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import type { Fact } from './fact.ts';
import type { Schema } from './schema-shape.ts';

/** Several texts of a page that belong together, with the page's names for them. */
interface Texts {
  texts: string[];
  names: string[][];
  isAside: boolean;
}

/** The page's name answers to the key; it is the same. */
const NAMED = 0.55;
const SAME = 0.9;
const MOST_TRIED = 5;
const ASIDE = 0.3;

/** A list of plain values: the entries of a list, one column of rows, a label with several values. */
export function listOfValues(
  items: Schema,
  key: string,
  names: readonly string[][],
  { page, facts, goal }: { page: ExtractedPage; facts: readonly Fact[]; goal: string },
): unknown[] | undefined {
  for (const { texts, score } of named(page, facts, key === '' ? [nameWords(goal)] : names).slice(
    0,
    MOST_TRIED,
  )) {
    const values = texts.map((value) => convertField({ names: [], value }, items, key, page));
    // One text is a list only under exactly the name of the key.
    if (values.every((value) => value !== undefined) && (texts.length > 1 || score >= SAME)) return values;
  }
  return undefined;
}

function named(
  page: ExtractedPage,
  facts: readonly Fact[],
  names: readonly string[][],
): (Texts & { score: number })[] {
  const scoreOf = ({ names: called, texts, isAside }: Texts) =>
    Math.max(0, ...called.flatMap((each) => names.map((name) => nameMatch(name, each)))) +
    (texts.length > 1 ? 0.05 : 0) -
    (isAside ? ASIDE : 0);
  return [...facts.flatMap(ofFact), ...page.collections.flatMap(listsOf)]
    .filter(({ texts }) => texts.length > 0)
    .map((texts) => ({ ...texts, score: scoreOf(texts) }))
    .filter(({ score }) => score >= NAMED)
    .sort((one, other) => other.score - one.score);
}

function ofFact({ name, within, field, trust, isOfItem }: Fact): Texts[] {
  if (isOfItem || trust < 0.9 || (!field.parts && field.value.length >= 400)) return [];
  const names = [name, ...(within.length > 0 ? [[...within, ...name]] : [])];
  return [{ texts: field.parts ?? field.value.split(/\s*[,;•·|]\s+/u), names, isAside: false }];
}

const NAMES = ['name', 'title', 'headline'].map(nameWords);

/** A list as a whole, the groups that headings divide it into, and each of its columns. */
function listsOf({ items, about, kind, isAside }: Collection): Texts[] {
  if (kind === 'sections') return [];
  const called = about.map(nameWords);
  const groups = Map.groupBy(items, ({ under }) => under);
  const parts =
    groups.size > 1
      ? [...groups].map(([under, some]) => ({ texts: some.map(entryOf), names: [nameWords(under)], isAside }))
      : [];
  const heads = new Set(
    items.slice(0, 20).flatMap(({ fields }) => fields.flatMap(({ names }) => names[0] ?? [])),
  );
  const columns = [...heads].flatMap((head) => {
    const texts = items.flatMap(({ fields }) => fields.find(({ names }) => names[0] === head)?.value ?? []);
    return texts.length >= 0.6 * items.length
      ? [{ texts, names: [nameWords(head), [...(called[0] ?? []), ...nameWords(head)]], isAside }]
      : [];
  });
  const under = groups.size === 1 ? [nameWords(items[0]?.under ?? '')] : [];
  const things =
    kind === 'table' || kind === 'cards' ? [{ texts: items.map(nameOf), names: NAMES, isAside }] : [];
  const all = kind === 'table' ? items.map(nameOf) : items.map(entryOf);
  return [...things, { texts: all, names: [...called, ...under], isAside }, ...parts, ...columns];
}

/** The name of a thing in a list: its title, unless that is a sum or a number, else its first text. */
function nameOf({ title, fields }: Item): string {
  const isName = (text: string) => /\p{L}{2}/u.test(text) && !isMoney(text);
  return [title, ...fields.map(({ value }) => value)].find(isName) ?? title;
}

function entryOf({ text, title }: Item): string {
  return text.length <= 300 ? text : title;
}
