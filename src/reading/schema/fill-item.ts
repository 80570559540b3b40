import { fieldOf, namedField } from '../answers/fields.ts';
import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { convertValue, schemaType, toBoolean } from '../values/convert-value.ts';
import { isMoney } from '../values/number.ts';
import { isThing, nameMatch } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** The keys of a schema filled from one card, row or entry; `kind` is what the page or the schema calls such things. */
export function fillItem(
  item: IndexedItem,
  schema: Schema,
  source: Source,
  kind: ReadonlySet<string> = NO_KIND,
): Record<string, unknown> {
  const filled = new Map<string, unknown>();
  const taken: Filling['taken'] = { fields: new Set(), hasTitle: false };
  const properties = Object.entries(propertiesOf(schema)).slice(0, 200);
  // What a key finds by its own name it keeps; only then others may take what looks right.
  for (const least of [0.99, 0.55, null]) {
    for (const [key, unresolved] of properties) {
      if (filled.has(key)) continue;
      const found = itemValue(item, key, resolveSchema(unresolved, source.root), source, {
        least,
        taken,
        kind,
      });
      if (found !== undefined) filled.set(key, found);
    }
  }
  return Object.fromEntries(properties.flatMap(([key]) => (filled.has(key) ? [[key, filled.get(key)]] : [])));
}

const NO_KIND: ReadonlySet<string> = new Set();

interface Filling {
  /** How well a field's name must answer; null when looks may decide too. */
  least: number | null;
  /** What has been given to a key. */
  taken: { fields: Set<Field>; hasTitle: boolean };
  kind: ReadonlySet<string>;
}

function itemValue(
  item: IndexedItem,
  key: string,
  schema: Schema,
  source: Source,
  filling: Filling,
): unknown {
  const asked = askedWords(key);
  const type = schemaType(schema);
  const { least, taken, kind } = filling;
  const isByName = least !== null;
  if (type === 'array')
    return isByName
      ? itemList(item, asked, resolveSchema(schema.items, source.root), source, key)
      : undefined;
  if (type === 'object') return isByName ? itemObject(item, asked, schema, source) : undefined;
  const wantsLink = schema.format === 'uri' || schema.format === 'url' || isThing(asked, 'url');
  const convert = (field: Field): unknown => convertField(field, schema, key, source, wantsLink);
  const isTaken = (field: Field) =>
    taken.fields.has(field) || (taken.hasTitle && field.value === item.item.title);
  const isFree = (field: Field) => wantsLink || isMoney(field.value) || !isTaken(field);
  const accepts = (field: Field) => isFree(field) && convert(field) !== undefined;
  const [word] = asked;
  const isKind = asked.length === 1 && word !== undefined && kind.has(word) && type === 'string';
  const field = isByName
    ? namedField(item, asked, accepts, least)
    : ((isKind ? titleField(item, accepts) : undefined) ?? fieldOf(item, asked, accepts));
  if (field) {
    if (!wantsLink) {
      taken.fields.add(field);
      taken.hasTitle ||= field.value === item.item.title;
    }
    return convert(field);
  }
  return type === 'boolean' && !isByName ? saysYes(item, asked) : undefined;
}

function titleField(item: IndexedItem, accepts: (field: Field) => boolean): Field | undefined {
  const field = { names: ['title'], value: item.item.title };
  return item.item.title !== '' && accepts(field) ? field : undefined;
}

function itemObject(item: IndexedItem, asked: string[], schema: Schema, source: Source): unknown {
  const parts = item.fields.filter(({ names }) =>
    names.some((name) => name.length > asked.length && asked.every((word) => name.includes(word))),
  );
  const fields = parts.map(({ field, names }) => ({
    field,
    names: names.map((name) => name.filter((word) => !asked.includes(word))),
  }));
  const inner = parts.length > 0 ? fillItem({ ...item, fields }, schema, source) : {};
  return Object.keys(inner).length > 0 ? inner : undefined;
}

/** `price_usd` asks for the price; the unit is for the conversion. */
export function askedWords(key: string): string[] {
  const words = nameWords(key);
  const kept = words.filter((word, at) => at === 0 || !UNITS.has(word));
  return kept.length > 0 ? kept : words;
}

const UNITS = new Set(
  'usd eur gbp kg g gram grams lb lbs oz cm mm km m meter meters inch inches ft feet mile miles sqm sqft sq acre ml litre liter liters mb gb tb minut minutes min mins second seconds hour hours day days week month months year years percent pct celsius fahrenheit'
    .split(' ')
    .flatMap((word) => [word, ...nameWords(word)]),
);

export function convertField(
  field: Field,
  schema: Schema,
  key: string,
  { index }: Source,
  wantsLink = false,
): unknown {
  const setting = { url: index.page.url, language: index.page.language, key };
  if (wantsLink && field.href) return convertValue(field.href, schema, setting);
  const wantsMachine =
    schema.format === 'date' ||
    schema.format === 'date-time' ||
    schemaType(schema) === 'number' ||
    schemaType(schema) === 'integer';
  if (wantsMachine && field.machine) {
    const converted = convertValue(field.machine, schema, setting);
    if (converted !== undefined) return converted;
  }
  return field.value === '' ? undefined : convertValue(field.value, schema, setting);
}

function itemList(
  item: IndexedItem,
  asked: string[],
  items: Schema,
  source: Source,
  key: string,
): unknown[] | undefined {
  const named = item.fields.filter(({ names }) => names.some((name) => nameMatch(asked, name) >= 0.55));
  const listed = item.fields.filter(({ field }) => field.names.includes('list-item'));
  const values = (named.length > 0 ? named : listed.length > 1 ? listed : []).map(({ field }) => field);
  const [only] = values;
  const parts =
    values.length === 1 && only
      ? only.value.split(/\s*[,;|]\s*/).map((value) => ({ ...only, value }))
      : values;
  const converted = parts
    .map((field) => convertField(field, items, key, source))
    .filter((value) => value !== undefined);
  return converted.length > 0 ? [...new Set(converted)] : undefined;
}

/** A badge that says the very thing: "Free shipping". */
function saysYes(item: IndexedItem, asked: string[]): boolean | undefined {
  for (const { field } of item.fields) {
    if (field.value.length > 40) continue;
    if (
      isThing(asked, 'availability') &&
      toBoolean(field.value) !== undefined &&
      /stock|sold|available/i.test(field.value)
    )
      return toBoolean(field.value);
    const said = nameWords(field.value).join(' ');
    if (said === asked.join(' ')) return true;
    if (OPPOSITE.get(asked.filter((word) => word !== 'is').join(' ')) === said) return false;
  }
  return undefined;
}

const OPPOSITE = new Map(
  [
    ['required', 'optional'],
    ['optional', 'required'],
    ['public', 'private'],
    ['private', 'public'],
    ['open', 'closed'],
    ['active', 'inactive'],
    ['used', 'new'],
    ['new', 'used'],
  ].map(([word = '', other = '']) => [nameWords(word).join(' '), nameWords(other).join(' ')]),
);
