import { fieldOf } from '../answers/fields.ts';
import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { convertValue, schemaType, toBoolean } from '../values/convert-value.ts';
import { isThing, nameMatch } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** The keys of a schema filled from one card, row or entry. */
export function fillItem(item: IndexedItem, schema: Schema, source: Source): Record<string, unknown> {
  const filled: [string, unknown][] = [];
  for (const [key, unresolved] of Object.entries(propertiesOf(schema)).slice(0, 200)) {
    const value = itemValue(item, key, resolveSchema(unresolved, source.root), source);
    if (value !== undefined) filled.push([key, value]);
  }
  return Object.fromEntries(filled);
}

function itemValue(item: IndexedItem, key: string, schema: Schema, source: Source): unknown {
  const asked = askedWords(key);
  const type = schemaType(schema);
  if (type === 'array') return itemList(item, asked, resolveSchema(schema.items, source.root), source, key);
  if (type === 'object') {
    const parts = item.fields.filter(({ names }) =>
      names.some((name) => name.length > asked.length && asked.every((word) => name.includes(word))),
    );
    const inner =
      parts.length > 0
        ? fillItem(
            {
              ...item,
              fields: parts.map(({ field, names }) => ({
                field,
                names: names.map((name) => name.filter((word) => !asked.includes(word))),
              })),
            },
            schema,
            source,
          )
        : {};
    return Object.keys(inner).length > 0 ? inner : undefined;
  }
  const wantsLink = schema.format === 'uri' || schema.format === 'url' || isThing(asked, 'url');
  const convert = (field: Field): unknown => convertField(field, schema, key, source, wantsLink);
  const field = fieldOf(item, asked, (candidate) => convert(candidate) !== undefined);
  if (field) return convert(field);
  return type === 'boolean' ? saysYes(item, asked) : undefined;
}

/** `price_usd` asks for the price; the unit is for the conversion. */
export function askedWords(key: string): string[] {
  const words = nameWords(key);
  const kept = words.filter((word, at) => at === 0 || !UNITS.has(word));
  return kept.length > 0 ? kept : words;
}

const UNITS = new Set(
  'usd eur gbp kg g cm mm km minut minutes min second hour day percent pct celsius'
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
    if (nameWords(field.value).join(' ') === asked.join(' ')) return true;
  }
  return undefined;
}
