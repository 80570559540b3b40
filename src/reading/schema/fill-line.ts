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

/** One thing of a list, and what it is to become. */
interface Line {
  item: IndexedItem;
  items: Schema;
  key: string;
  of: IndexedCollection;
  source: Source;
}

/** A thing that is one line, or a name with a value, taken apart as the keys ask. */
export function fillLine(line: Line): Row | undefined {
  return fillPair(line) ?? fillInOrder(line) ?? fillMeasured(line);
}

/** A card of bare parts, as many as there are keys, each of the type and form of its key: they stand in the keys' order. */
export function fillSlots({ fields }: IndexedItem, items: Schema, source: Source): Row | undefined {
  const keys = Object.keys(propertiesOf(items));
  if (keys.length < 3 || fields.some(({ names }) => names.length > 0)) return undefined;
  const parts = fields
    .map(({ field }) => field)
    .filter((field) => !field.isPiece && field.parts === undefined);
  if (parts.length !== keys.length) return undefined;
  const row = keys.map((name, at): Said => {
    const value = parts[at]?.value ?? '';
    return [name, isOfForm(value, name, items, source) ? value : undefined];
  });
  return whole(row, items, source);
}

/** A bare part is a number where it begins with one, and a text where it looks like what its key names. */
function isOfForm(value: string, name: string, items: Schema, source: Source): boolean {
  const schema = resolveSchema(propertiesOf(items)[name], source.root);
  const type = schemaType(schema);
  if (type === 'number' || type === 'integer') return /^\W*\d/.test(value);
  const isPlain = type === 'string' && schema.format === undefined && !schema.enum;
  return !isPlain || isFitting(value, name);
}

/** "300 g green lentils" under `ingredients: [{ quantity, name }]`. */
function fillMeasured({ item: { item }, items, key, of, source }: Line): Row | undefined {
  const keys = Object.keys(propertiesOf(items));
  const amount = keys.find(
    (name) => isThing(nameWords(name), 'quantity') || /^(?:amount|measure)$/i.test(name),
  );
  const unit = keys.find((name) => /^units?$/i.test(name));
  const thing = keys.find((name) => /^(?:name|ingredient|item|food|what|title)$/i.test(name));
  if (of.collection.kind !== 'list' || !amount || !thing || !isNamed(of, key)) return undefined;
  const [, number = '', measure = '', what = ''] = MEASURED.exec(item.text) ?? [];
  const said: Said[] = unit
    ? [
        [amount, number],
        [unit, measure],
      ]
    : [[amount, `${number} ${measure}`.trim()]];
  const row = converted([...said, [thing, what || item.text]], items, source);
  return Object.keys(row).length > 0 ? row : undefined;
}

const MEASURED =
  /^([\d½¼¾⅓⅔⅛.,/]+(?:\s?[–-]\s?[\d½¼¾.,/]+)?(?:\s[½¼¾⅓⅔])?)\s?((?:kg|g|mg|ml|cl|dl|l|litres?|liters?|tbsp|tsp|cups?|oz|ounces?|lbs?|pounds?|pinch(?:es)?|cloves?|cans?|tins?|slices?|sticks?|bunch(?:es)?|EL|TL|Prise|Bund|càs|càc|cucharadas?|cucharaditas?)(?![\p{L}]))?\.?\s+(?:of\s)?(.+)$/u;

/** "Ann Lee (Rovers) – 7" under `scorers: [{ player, team, goals }]`: a line with as many parts as there are keys, in their order. */
function fillInOrder({ item: { item }, items, key, of, source }: Line): Row | undefined {
  const keys = Object.keys(propertiesOf(items));
  if (of.collection.kind !== 'list' || keys.length < 3 || !isNamed(of, key)) return undefined;
  const parts = splitLine(item.text);
  if (parts.length !== keys.length) return undefined;
  return whole(
    keys.map((name, at) => [name, parts[at]]),
    items,
    source,
  );
}

/** `{ code, meaning }` of a list of terms: two keys for a name and a value, where the page calls the list like the schema. */
function fillPair({ item: { item }, items, key, of, source }: Line): Row | undefined {
  const [first, second, ...more] = Object.keys(propertiesOf(items));
  const values = [...new Set(item.fields.map(({ value }) => value))].filter(
    (value) => value !== item.title && value !== item.text && /[\p{L}\p{N}]/u.test(value),
  );
  if (first === undefined || second === undefined || more.length > 0 || values.length !== 1) return undefined;
  const isAnswered = item.title.endsWith('?') && isThing(nameWords(first), 'question');
  if (item.title === '' || !(isAnswered || isPartlyNamed(of, key))) return undefined;
  return whole(
    [
      [first, item.title],
      [second, values[0]],
    ],
    items,
    source,
  );
}

/** A key and what the page says to it. */
type Said = [name: string, value: string | undefined];

/** All of them, each in the type of its key; nothing where one is not of its type. */
function whole(said: Said[], items: Schema, source: Source): Row | undefined {
  const row = converted(said, items, source);
  return Object.keys(row).length === said.length ? row : undefined;
}

function converted(said: Said[], items: Schema, { index, root }: Source): Row {
  const { url, language } = index.page;
  const properties = propertiesOf(items);
  const entries = said.map(([name, value]) => [
    name,
    value
      ? convertValue(value, resolveSchema(properties[name], root), { url, language, key: name })
      : undefined,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isPartlyNamed(of: IndexedCollection, key: string): boolean {
  return nameWords(key).some(
    (word) => word.length > 3 && [...of.about].some((each) => isSameWord(each, word)),
  );
}
