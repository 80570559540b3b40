import { isMoney } from '../../platform/text/number.ts';
import { contentStems, nameWords } from '../../platform/text/words.ts';
import type { Collection, ExtractedPage, Field, Item } from '../page/page.ts';
import { schemaType } from '../values/convert-value.ts';
import { isThing, nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import { namesOfKey, wantsLink } from './key.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';

interface Source {
  page: ExtractedPage;
  goal: string;
  root: Schema;
}

const NAMED = 0.55;
const LEAST_FILLED = 0.5;
/** The last row of a table that sums up the others. */
const TOTAL = /^(?:totals?|sum|average|mean|overall|gesamt|summe)\b/iu;

/** The rows of the list or table whose columns bear the names of the keys. */
export function listOfThings(
  items: Schema,
  names: readonly string[][],
  source: Source,
): unknown[] | undefined {
  const wanted = Object.keys(propertiesOf(items)).length;
  const lists = source.page.collections.flatMap((collection) => groupsOf(collection, names));
  const scored = lists.flatMap((collection) => {
    const rows = collection.items
      .filter(({ title }, at, list) => at < list.length - 1 || !TOTAL.test(title))
      .map((item) => fillRow(item, items, source))
      .filter((row) => Object.keys(row).length > 0);
    const filled =
      rows.reduce((sum, row) => sum + Object.keys(row).length, 0) / Math.max(1, rows.length * wanted);
    if (rows.length === 0 || filled < LEAST_FILLED) return [];
    const score =
      2 * filled +
      aboutMatch(collection, names, source.goal) +
      Math.min(0.3, rows.length / 50) -
      (collection.isAside ? 0.6 : 0) -
      (collection.kind === 'sections' ? 0.4 : 0);
    return [{ rows, score }];
  });
  return scored.sort((one, other) => other.score - one.score)[0]?.rows;
}

/** A list divided by headings: only the group of that name, if any. */
function groupsOf(collection: Collection, names: readonly string[][]): Collection[] {
  const groups = Map.groupBy(collection.items, ({ under }) => under);
  const named = [...groups].filter(([under]) =>
    names.some((name) => nameMatch(name, nameWords(under)) >= 0.9),
  );
  return groups.size > 1 && named.length === 1
    ? named.map(([under, items]) => ({ ...collection, about: [under], items }))
    : [collection];
}

/** The similarity of the page's name for a list with the schema's. */
function aboutMatch({ about, items }: Collection, names: readonly string[][], goal: string): number {
  const called = [...about, ...new Set(items.slice(0, 20).map(({ under }) => under))]
    .filter(Boolean)
    .map(nameWords);
  const best = Math.max(0, ...called.flatMap((each) => names.map((name) => nameMatch(name, each))));
  const asked = contentStems(goal);
  return best >= NAMED ? best : called.some((each) => each.some((word) => asked.includes(word))) ? 0.3 : 0;
}

/** One row by the names of its fields; its title and link need none. */
function fillRow(item: Item, schema: Schema, { page, root }: Source): Record<string, unknown> {
  const filled = new Map<string, unknown>();
  const taken = new Set<Field>();
  const keys = Object.entries(propertiesOf(schema)).map(
    ([key, property]) => [key, resolveSchema(property, root)] as const,
  );
  const take = (key: string, property: Schema, field: Field | undefined): boolean => {
    if (filled.has(key) || !field || (taken.has(field) && !wantsLink(key, property))) return false;
    const value = valueIn(field, property, key, page, root);
    if (value === undefined) return false;
    filled.set(key, value);
    if (!wantsLink(key, property)) taken.add(field);
    return true;
  };
  for (const least of [0.9, NAMED])
    for (const [key, property] of keys)
      namedFields(item, key, property, least).some((field) => take(key, property, field));
  const isFree = (text: string) => ![...filled.values()].includes(text);
  for (const [key, property] of keys) take(key, property, unnamed(item, key, property, page, isFree));
  return Object.fromEntries(keys.flatMap(([key]) => (filled.has(key) ? [[key, filled.get(key)]] : [])));
}

function namedFields({ fields }: Item, key: string, schema: Schema, least: number): Field[] {
  const asked = namesOfKey(key, schema);
  const scoreOf = ({ names }: Field) =>
    Math.max(0, ...names.flatMap((name) => asked.map((each) => nameMatch(each, nameWords(name)))));
  return fields
    .map((field) => ({ field, score: scoreOf(field) }))
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score)
    .map(({ field }) => field);
}

function unnamed(
  { title, fields }: Item,
  key: string,
  schema: Schema,
  _page: ExtractedPage,
  isFree: (text: string) => boolean,
): Field | undefined {
  const [asked = []] = namesOfKey(key, schema);
  if (wantsLink(key, schema)) {
    const links = fields.filter(({ href }) => href !== undefined);
    const isOwn = /^(?:url|link|href|page|detail|permalink)/i.test(
      key.replace(/^(?:item|product|article|job|page)_?/i, ''),
    );
    return isOwn ? (links.find(({ value }) => value === title) ?? links[0]) : undefined;
  }
  if (isThing(asked, 'title') || /(?:^|_)(?:name|title|headline)$/i.test(key))
    return [title, ...fields.map(({ value }) => value)]
      .filter((value) => /\p{L}{2}/u.test(value) && isFree(value) && !isMoney(value))
      .map((value) => ({ names: ['title'], value }))[0];
  return undefined;
}

function valueIn(field: Field, schema: Schema, key: string, page: ExtractedPage, root: Schema): unknown {
  if (schemaType(schema) !== 'array') return convertField(field, schema, key, page);
  const items = resolveSchema(schema.items, root);
  if (schemaType(items) === 'object') return undefined;
  const parts = field.parts ?? field.value.split(/\s*[,;•·|]\s+/);
  const values = parts.map((value) => convertField({ names: [], value }, items, key, page));
  return values.every((value) => value !== undefined) ? values : undefined;
}
