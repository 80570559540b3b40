import { contentStems, nameWords, stemsOf } from '../../task/index.ts';
import type { Collection, ExtractedPage, Item } from '../page/page.ts';
import { rankParts } from '../parts/rank.ts';
import { nearness } from '../words/kin.ts';
import { nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import { type Fact, factsOf } from './fact.ts';
import { isTyped } from './fill-item.ts';
import { namesOfKey } from './key.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** Several texts of a page that stand together, with what the page calls them. */
interface Texts {
  texts: string[];
  names: string[][];
  isAside: boolean;
}

/** From here on the page calls the texts by the name of the key; below, they only come nearest. */
const NAMED = 0.55;
const SAME = 0.9;
const NEAR = 0.3;
const NAMED_RIGHT = 0.62;
const NEAR_RIGHT = 0.4;
const NEAREST_RIGHT = 0.3;

/** A list of plain values: the entries of a list, one column of rows, a label that lists several. */
export function listOfValues(
  schema: Schema,
  items: Schema,
  key: string,
  source: Source,
  isRequired: boolean,
): unknown[] | undefined {
  const { page, facts, goal, sureness } = source;
  const names = key === '' ? [contentStems(goal)] : namesOfKey(key, schema);
  const asked = contentStems(goal);
  const scored = textsIn(page, facts)
    .map((texts) => ({ ...texts, score: scoreOf(texts, names, asked) }))
    .filter(({ score }) => score >= (isRequired ? NEAR : NAMED))
    .sort((one, other) => other.score - one.score);
  for (const { texts, score } of scored.slice(0, MOST_TRIED)) {
    const values = texts.map((value) => convertField({ names: [], value }, items, key, page));
    if (values.length === 0 || values.some((value) => value === undefined)) continue;
    // One text is a list only where it has just the name that is asked for.
    const isNamed = score >= (texts.length > 1 ? NAMED : SAME);
    sureness.least = Math.min(sureness.least, isNamed ? NAMED_RIGHT : NEAR_RIGHT);
    return values;
  }
  return isRequired ? nearestLines(items, key, source) : undefined;
}

/** The texts of the page that are called by the words of a task, with how well they are. */
export function listNamed(
  page: ExtractedPage,
  words: readonly string[],
): { texts: string[]; score: number } | null {
  const [best] = textsIn(page, factsOf(page))
    .filter(({ texts, isAside }) => texts.length > 1 && !isAside)
    .map((texts) => ({ texts: texts.texts, score: scoreOf(texts, [[...words]], words) }))
    .sort((one, other) => other.score - one.score);
  return best ?? null;
}

/** The lines of the part that comes nearest to the key, where the page has no list of its name. */
function nearestLines(
  items: Schema,
  key: string,
  { page, goal, found, sureness }: Source,
): unknown[] | undefined {
  const words = [...new Set([...nameWords(key), ...contentStems(goal)])];
  const task = { text: goal, words, kind: null, asksWhy: false, asksMany: true };
  const [best] = rankParts(found.parts, task).ranked;
  if (!best || best.signs.together === 0) return undefined;
  const values = best.part.lines.map((value) => convertField({ names: [], value }, items, key, page));
  const told = values.filter((value) => value !== undefined);
  if (told.length === 0) return undefined;
  sureness.least = Math.min(sureness.least, NEAREST_RIGHT);
  return told;
}

const MOST_TRIED = 5;

function scoreOf(
  { names: called, isAside, texts }: Texts,
  names: readonly string[][],
  goal: readonly string[],
): number {
  const named = Math.max(0, ...called.flatMap((each) => names.map((name) => nameMatch(name, each))));
  const isNear = (word: string) => called.some((each) => each.some((other) => nearness(word, other) >= 0.6));
  const shareOf = (words: readonly string[]) =>
    words.length === 0 ? 0 : words.filter(isNear).length / words.length;
  const near = Math.max(0, ...names.map((name) => 0.7 * shareOf(name)));
  const score = Math.max(named, near) + 0.15 * shareOf(goal) + (texts.length > 1 ? 0.05 : 0);
  return isAside ? score - 0.3 : score;
}

function textsIn(page: ExtractedPage, facts: readonly Fact[]): Texts[] {
  const questions = page.headings.map(({ text }) => text).filter((text) => text.endsWith('?'));
  return [
    ...facts
      .filter(
        ({ isOfItem, trust, field }) =>
          !isOfItem && trust >= 0.9 && (field.parts || field.value.length < 400),
      )
      .map(({ name, within, field }) => ({
        texts: field.parts ?? field.value.split(/\s*[,;•·|]\s+/u),
        names: [name, ...(within.length > 0 ? [[...within, ...name]] : [])],
        isAside: false,
      })),
    ...page.collections.flatMap(listsOf),
    { texts: questions, names: [['question']], isAside: false },
  ].filter(({ texts }) => texts.length > 0);
}

/** A list as a whole, by the headings that it is divided by, and each of its columns. */
function listsOf({ items, about, kind, isAside }: Collection): Texts[] {
  const called = about.map(nameWords);
  if (kind === 'sections') return [];
  const all = { texts: items.map(entryOf(items)), names: called, isAside };
  const groups = Map.groupBy(items, ({ under }) => under);
  const parted =
    groups.size > 1
      ? [...groups].map(([under, some]) => ({
          texts: some.map(entryOf(items)),
          names: [nameWords(under)],
          isAside,
        }))
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
  const under = groups.size === 1 ? nameWords(items[0]?.under ?? '') : [];
  const thingNames = kind === 'table' ? [...called, under, ...NAMES] : NAMES;
  const things =
    kind === 'table' || kind === 'cards' ? [{ texts: items.map(nameOf), names: thingNames, isAside }] : [];
  return [...things, { ...all, names: [...called, under] }, ...parted, ...columns];
}

const NAMES = ['name', 'title', 'headline'].map(nameWords);

/** The name of a thing in a list: its title, where that is no day, sum or number, else its first text. */
function nameOf({ title, fields }: Item): string {
  return [title, ...fields.map(({ value }) => value)].find((text) => text !== '' && !isTyped(text)) ?? title;
}

/** The text of an entry; where every entry leads with its name, that name. */
function entryOf(items: readonly Item[]): (item: Item) => string {
  const leads = items.map(leadOf);
  const areLed = leads.every((lead) => lead !== null);
  return (item) => (areLed ? (leadOf(item) ?? item.title) : item.text.length <= 300 ? item.text : item.title);
}

function leadOf({ text, title, fields }: Item): string | null {
  const lead =
    fields.find(({ value }) => value.length < text.length && text.startsWith(value))?.value ?? title;
  return lead.length < text.length &&
    text.startsWith(lead) &&
    /^\p{L}/u.test(lead) &&
    stemsOf(lead).length <= 8
    ? lead
    : null;
}
