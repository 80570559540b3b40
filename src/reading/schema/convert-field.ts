import type { Field } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { isMoney } from '../values/number.ts';
import { isSameThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** What a field holds, in the type and form that the schema asks for. */
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
  const value = schemaType(schema) === 'string' ? partMeant(field, key).replace(TRAILING, '') : field.value;
  return value === '' ? undefined : convertValue(withoutName(value, key), schema, setting);
}

/** The same of a text found on the page. */
export function convertText(value: string, schema: Schema, key: string, { index }: Source): unknown {
  return convertValue(value, schema, { url: index.page.url, language: index.page.language, key });
}

/** "07:15 LIS", "4h 10m Nonstop": of a box whose parts are of several forms, the one that has the key's. */
function partMeant({ value, names, parts = [] }: Field, key: string): string {
  // An entry of a list is wanted whole: "5 egg yolks".
  if (names.includes('list-item')) return value;
  // Behind a name may stand where it comes from: "Writing a linker (mold.example)".
  const [lead = value, ...behind] = parts;
  if (behind.length > 0 && behind.every((part) => /^[([]/.test(part))) return lead;
  const isMixed = parts.some(isFormed) && !parts.every(isFormed);
  if (!isMixed || parts.some((part) => part.length > 60)) return value;
  const wants = FORMS.find(([asks]) => asks.test(key))?.[1];
  if (wants) return parts.find(wants) ?? value;
  const plain = parts.filter((part) => !isFormed(part));
  return plain.length === 1 ? (plain[0] ?? value) : value;
}

/** "Full-time /": what goes before the next part of a line. */
const TRAILING = /(?<=\p{L})\s+[/|·•›»]$/u;
const TIME = /^\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?$/i;
const SPAN = /^\d+\s?(?:h|hrs?|hours?|m|mins?|minutes?|d|days?)(?!\p{L})/iu;
const FORMS: readonly (readonly [RegExp, (part: string) => boolean])[] = [
  [/duration|length|runtime/i, (part) => SPAN.test(part)],
  [/time|depart|arriv|starts?|ends?|hour/i, (part) => TIME.test(part)],
  [/price|cost|fee|fare|amount|total/i, isSum],
];

function isSum(part: string): boolean {
  return isMoney(part) || /^[\d.,\s]+%?$/.test(part);
}

function isFormed(part: string): boolean {
  return TIME.test(part) || SPAN.test(part) || isSum(part);
}

/** "Item no. NB14" under the key `sku`. */
function withoutName(value: string, key: string): string {
  const [, name = '', rest] = value.match(/^(\p{L}[\p{L} ]{1,20})[.:]?\s+(\S*\d\S*)$/u) ?? [];
  if (rest === undefined) return value;
  const [said, asked] = [nameWords(name), nameWords(key)];
  // "Order #FC-20418" under `order_number`.
  if (rest.startsWith('#') && said.every((word) => asked.includes(word))) return rest.slice(1);
  const isPair = value.includes(': ') && asked.every((word) => said.includes(word));
  return isPair || isSameThing(said, asked) ? rest : value;
}
