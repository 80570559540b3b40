import type { IndexedCollection, IndexedItem } from '../answers/page-index.ts';
import { splitLine } from '../answers/pieces.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { isNamed } from './collection-name.ts';
import { isFitting } from './left-over.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

type Row = Record<string, unknown>;

/** A thing that is one line, or a name with a value, taken apart as the keys ask. */
export function fillLine(
  item: IndexedItem,
  items: Schema,
  key: string,
  of: IndexedCollection,
  source: Source,
): Row | undefined {
  return (
    fillPair(item, items, key, of, source) ??
    fillInOrder(item, items, key, of, source) ??
    fillMeasured(item, items, key, of, source)
  );
}

/** A card of bare parts, as many as there are keys, each of the type and form of its key: they stand in the keys' order. */
export function fillSlots({ fields }: IndexedItem, items: Schema, source: Source): Row | undefined {
  const keys = Object.entries(propertiesOf(items));
  if (keys.length < 3 || fields.some(({ names }) => names.length > 0)) return undefined;
  const parts = fields
    .map(({ field }) => field)
    .filter((field) => !field.isPiece && field.parts === undefined);
  if (parts.length !== keys.length) return undefined;
  const { url, language } = source.index.page;
  const row = keys.map(([name, unresolved], at) => {
    const schema = resolveSchema(unresolved, source.root);
    const value = parts[at]?.value ?? '';
    const isPlain = schemaType(schema) === 'string' && schema.format === undefined && !schema.enum;
    const isFit = !isPlain || isFitting(value, name);
    const isBare =
      schemaType(schema) !== 'number' && schemaType(schema) !== 'integer' ? true : /^\W*\d/.test(value);
    return [
      name,
      isFit && isBare ? convertValue(value, schema, { url, language, key: name }) : undefined,
    ] as const;
  });
  return row.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(row);
}

/** "300 g green lentils" under `ingredients: [{ quantity, name }]`. */
function fillMeasured(
  { item }: IndexedItem,
  items: Schema,
  key: string,
  of: IndexedCollection,
  source: Source,
): Row | undefined {
  const keys = Object.entries(propertiesOf(items));
  const amount = keys.find(
    ([name]) => isThing(nameWords(name), 'quantity') || /^(?:amount|measure)$/i.test(name),
  );
  const unit = keys.find(([name]) => /^units?$/i.test(name));
  const thing = keys.find(([name]) => /^(?:name|ingredient|item|food|what|title)$/i.test(name));
  if (of.collection.kind !== 'list' || !amount || !thing || !isNamed(of, key)) return undefined;
  const [, number = '', measure = '', what = ''] = MEASURED.exec(item.text) ?? [];
  const said: [string, unknown, string][] = unit
    ? [
        [...amount, number],
        [...unit, measure],
      ]
    : [[...amount, `${number} ${measure}`.trim()]];
  const { url, language } = source.index.page;
  const row = [...said, [...thing, what || item.text] as [string, unknown, string]]
    .filter(([, , value]) => value !== '')
    .map(([name, schema, value]) => [
      name,
      convertValue(value, resolveSchema(schema, source.root), { url, language, key: name }),
    ])
    .filter(([, value]) => value !== undefined);
  return row.length > 0 ? Object.fromEntries(row) : undefined;
}

const MEASURED =
  /^([\d½¼¾⅓⅔⅛.,/]+(?:\s?[–-]\s?[\d½¼¾.,/]+)?(?:\s[½¼¾⅓⅔])?)\s?((?:kg|g|mg|ml|cl|dl|l|litres?|liters?|tbsp|tsp|cups?|oz|ounces?|lbs?|pounds?|pinch(?:es)?|cloves?|cans?|tins?|slices?|sticks?|bunch(?:es)?|EL|TL|Prise|Bund|càs|càc|cucharadas?|cucharaditas?)(?![\p{L}]))?\.?\s+(?:of\s)?(.+)$/u;

/** "Ann Lee (Rovers) – 7" under `scorers: [{ player, team, goals }]`: a line with as many parts as there are keys, in their order. */
function fillInOrder(
  { item }: IndexedItem,
  items: Schema,
  key: string,
  of: IndexedCollection,
  source: Source,
): Row | undefined {
  const keys = Object.entries(propertiesOf(items));
  if (of.collection.kind !== 'list' || keys.length < 3 || !isNamed(of, key)) return undefined;
  const parts = splitLine(item.text);
  if (parts.length !== keys.length) return undefined;
  const { url, language } = source.index.page;
  const row = keys.map(([name, unresolved], at) => {
    const schema = resolveSchema(unresolved, source.root);
    return [name, convertValue(parts[at] ?? '', schema, { url, language, key: name })] as const;
  });
  return row.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(row);
}

/** `{ code, meaning }` of a list of terms: two keys for a name and a value, where the page calls the list like the schema. */
function fillPair(
  { item }: IndexedItem,
  items: Schema,
  key: string,
  of: IndexedCollection,
  source: Source,
): Row | undefined {
  const keys = Object.entries(propertiesOf(items));
  const values = [...new Set(item.fields.map(({ value }) => value))].filter(
    (value) => value !== item.title && value !== item.text && /[\p{L}\p{N}]/u.test(value),
  );
  const [value] = values;
  if (keys.length !== 2 || values.length !== 1 || value === undefined) return undefined;
  const isAnswered = item.title.endsWith('?') && isThing(nameWords(keys[0]?.[0] ?? ''), 'question');
  if (item.title === '' || !(isAnswered || isPartlyNamed(of, key))) return undefined;
  const { url, language } = source.index.page;
  const converted = keys.map(([name, schema], at) => [
    name,
    convertValue(at === 0 ? item.title : value, resolveSchema(schema, source.root), {
      url,
      language,
      key: name,
    }),
  ]);
  return converted.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(converted);
}

function isPartlyNamed(of: IndexedCollection, key: string): boolean {
  return nameWords(key).some(
    (word) => word.length > 3 && [...of.about].some((each) => isSameWord(each, word)),
  );
}
