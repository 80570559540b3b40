import { nameWords } from '../../task/index.ts';
import type { ExtractedPage, Field, Item } from '../page/page.ts';
import { kindAsked, spansIn } from '../parts/kinds.ts';
import { schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { amountsIn, isMoney } from '../values/number.ts';
import { inUnitOf } from '../values/unit.ts';
import { isThing, nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import { edgeOf, namesOfKey, wantsLink } from './key.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';

export interface FilledItem {
  row: Record<string, unknown>;
  /** How many of the keys found their values by name or looks, and not only by their place. */
  sure: number;
}

/** The keys of one thing of a list, from its fields by their names, then by what they look like. */
export function fillItem(
  written: Item,
  schema: Schema,
  page: ExtractedPage,
  root: Schema,
  kind: string[] = [],
): FilledItem {
  const item = withOwnTitle(written);
  const filled = new Map<string, unknown>();
  const taken = new Set<Field>();
  const keys = Object.entries(propertiesOf(schema)).map(
    ([key, property]) => [key, resolveSchema(property, root)] as const,
  );
  const take = (key: string, schema: Schema, field: Field | undefined): boolean => {
    const value = field && valueIn(field, schema, key, page, root);
    if (field === undefined || value === undefined) return false;
    filled.set(key, value);
    if (!wantsLink(key, schema)) taken.add(field);
    return true;
  };
  for (const [key, property] of keys) take(key, property, edgeOfRange(item, key));
  // A key keeps the value under its own name; only then may others take a likely value.
  for (const least of [0.9, 0.55, 0.5])
    for (const [key, property] of keys)
      if (!filled.has(key))
        namedFields(item, key, property, least).some(
          (field) => (wantsLink(key, property) || !taken.has(field)) && take(key, property, field),
        );
  // "Summer" heads the column of `summer_price`.
  for (const [key, property] of keys) {
    const [asked = []] = namesOfKey(key, property);
    const headed = item.fields.filter((field) => !taken.has(field) && isHeadOf(field, asked));
    if (!filled.has(key) && headed.length === 1) take(key, property, headed[0]);
  }
  for (const [key, property] of keys) {
    if (filled.has(key)) continue;
    const names = namesOfKey(key, property);
    const isName =
      names.some(
        (name) => isThing(name, 'title') || (name.join(' ') === kind.join(' ') && kindAsked(key) === null),
      ) || NAME.test(key);
    const isFree = ![...filled.values()].includes(item.title);
    if (
      isName &&
      isFree &&
      /\p{L}/u.test(item.title) &&
      schemaType(property) === 'string' &&
      !wantsLink(key, property)
    )
      take(key, property, { names: ['title'], value: item.title });
    else
      lookedFields(item, key, property, page).some(
        (field) => (wantsLink(key, property) || !taken.has(field)) && take(key, property, field),
      );
  }
  const sure = filled.size;
  const takeUnder = (pattern: RegExp) => {
    const [key, property] = keys.find(([name]) => !filled.has(name) && pattern.test(name)) ?? [];
    if (key && property && item.under !== '') take(key, property, { names: [], value: item.under });
  };
  takeUnder(/^(?:section|group|heading|course)$/iu);
  takeInOrder(item, keys, filled, taken, take);
  takeUnder(/^(?:category|day)$/iu);
  const row = Object.fromEntries(keys.flatMap(([key]) => (filled.has(key) ? [[key, filled.get(key)]] : [])));
  return { row, sure };
}

function isHeadOf({ names }: Field, asked: readonly string[]): boolean {
  return names.some((name) => {
    const words = nameWords(name);
    return words.length > 0 && words.length < asked.length && words.every((word) => asked.includes(word));
  });
}

/** Values alike in name and look are taken in their order: `actor` and `character` of a row with two names. */
function takeInOrder(
  item: Item,
  keys: readonly (readonly [string, Schema])[],
  filled: ReadonlyMap<string, unknown>,
  taken: ReadonlySet<Field>,
  take: (key: string, schema: Schema, field: Field) => boolean,
): void {
  const open = keys.filter(
    ([key, schema]) =>
      !filled.has(key) &&
      schemaType(schema) === 'string' &&
      !schema.format &&
      !schema.enum &&
      !wantsLink(key, schema),
  );
  if (open.length === 0) return;
  const used = new Set([...filled.values()].map(String));
  const free = textsOf(item).filter(
    ({ value }) => !used.has(value) && ![...taken].some((field) => field.value === value),
  );
  for (const [at, [key, schema]] of open.entries()) {
    const field = free[at];
    if (field) take(key, schema, field);
  }
}

/** "Weight: 412 g" is called by its label; a sum or a time is no name of a thing. */
function withOwnTitle(item: Item): Item {
  const label = item.fields.flatMap(({ names }) => names).find((name) => item.title.startsWith(`${name}:`));
  return label === undefined ? item : { ...item, title: label };
}

/** "8:00am – 5:30pm" for `open` and `close`: one end of the range that a thing tells. */
function edgeOfRange({ fields }: Item, key: string): Field | undefined {
  const edge = edgeOf(nameWords(key));
  if (edge === null) return undefined;
  const ranges = (['time', 'date', 'money'] as const).flatMap((kind) =>
    fields.map(({ value }) => spansIn(value.slice(0, 60), kind)).filter(({ length }) => length === 2),
  );
  const text = ranges[0]?.at(edge)?.text;
  return text === undefined ? undefined : { names: [], value: text };
}

/** The short texts of a thing, none of them a part of another: its title first. */
function textsOf({ title, text, fields }: Item): Field[] {
  const all = [title, ...fields.map(({ value }) => value)];
  const short = new Set(
    all.filter((value) => value !== '' && value.length <= 120 && !/^https?:/u.test(value)),
  );
  const isPair = short.size === 2;
  const values = [...short].filter((value) => isPair || !isTyped(value));
  const plain = values.flatMap((value) => {
    const inner = values.filter((other) => other !== value && value.includes(other));
    const rest = inner.reduce(
      (left, other) => (left.endsWith(other) ? left.slice(0, -other.length).trim() : left),
      value,
    );
    return inner.length === 0 || (rest !== value && rest.length > 2 && !/[·|•]/u.test(rest)) ? [rest] : [];
  });
  const names = [...new Set(plain)];
  // "Dr Aroha Pickering, principal dentist": what stands behind the name.
  const [only = ''] = names;
  const behind = names.length === 1 && text.startsWith(`${only}, `) ? text.slice(only.length + 2) : '';
  return [...names, ...(behind !== '' && behind.length <= 80 ? [behind] : [])].map((value) => ({
    names: [],
    value,
  }));
}

/** A sum, a day, an hour, a number: found by its looks. */
export function isTyped(value: string): boolean {
  return (
    isMoney(value) ||
    !/\p{L}{2}/u.test(value) ||
    parseDate(value) !== undefined ||
    /^\d{1,2}[:.]\d{2}/u.test(value)
  );
}

const NAME = /(?:^|_)(?:name|title|headline)$/i;

function valueIn(field: Field, schema: Schema, key: string, page: ExtractedPage, root: Schema): unknown {
  if (schemaType(schema) !== 'array') return convertField(field, schema, key, page);
  const items = resolveSchema(schema.items, root);
  if (schemaType(items) === 'object') return undefined;
  const parts = field.parts ?? field.value.split(/\s*[,;•·|]\s+/);
  const values = parts.map((value) => convertField({ names: [], value }, items, key, page));
  return values.every((value) => value !== undefined) ? values : undefined;
}

function namedFields({ fields }: Item, key: string, schema: Schema, least: number): Field[] {
  const asked = namesOfKey(key, schema);
  return fields
    .map((field) => ({
      field,
      score: Math.max(
        0,
        ...field.names.flatMap((name) => asked.map((each) => nameMatch(each, nameWords(name)))),
      ),
    }))
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score - one.score)
    .map(({ field }) => field);
}

/** The one field without another role that looks like what the key asks for. */
function lookedFields(item: Item, key: string, schema: Schema, page: ExtractedPage): Field[] {
  const [asked = []] = namesOfKey(key, schema);
  const type = schemaType(schema);
  const isNumber = type === 'number' || type === 'integer';
  const only = (is: (field: Field) => boolean): Field[] => {
    const fits = item.fields.filter((field) => field.value.length <= 120 && is(field));
    // A piece of a line says it without the rest of the line.
    const found = fits.filter(
      ({ value }) => !fits.some((other) => other.value !== value && value.includes(other.value)),
    );
    return new Set(found.map(({ value }) => value)).size === 1 ? found.slice(0, 1) : [];
  };
  if (wantsLink(key, schema)) {
    const links = item.fields.filter(({ href }) => href !== undefined);
    const own = links.find(({ value }) => value === item.title) ?? links[0];
    return own &&
      /^(?:url|link|href|page|detail|permalink)/i.test(
        key.replace(/^(?:item|product|article|job|page)_?/i, ''),
      )
      ? [own]
      : [];
  }
  if (isThing(asked, 'price')) {
    const sums = only((field) => !field.isOld && isMoney(field.value));
    return sums.length > 0 ? sums : only(({ value }) => /^\d{1,6}[.,]\d{2}$/u.test(value));
  }
  if (isThing(asked, 'original price')) return only((field) => field.isOld === true);
  if (isThing(asked, 'currency'))
    return item.fields.filter(({ value }) => amountsIn(value).length > 0).slice(0, 1);
  if (/^date/.test(String(schema.format)))
    return only((field) => parseDate(field.machine ?? field.value, page.language) !== undefined);
  if (isNumber) return only((field) => inUnitOf(field.value, key, page.language) !== undefined);
  return [];
}
