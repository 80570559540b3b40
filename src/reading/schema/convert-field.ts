import type { Field } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
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
  return field.value === '' ? undefined : convertValue(withoutName(field.value, key), schema, setting);
}

/** "Item no. NB14" under the key `sku`. */
function withoutName(value: string, key: string): string {
  const [, name = '', rest] = value.match(/^(\p{L}[\p{L} ]{1,20})[.:]?\s+(\S*\d\S*)$/u) ?? [];
  if (rest === undefined) return value;
  const [said, asked] = [nameWords(name), nameWords(key)];
  const isPair = value.includes(': ') && asked.every((word) => said.includes(word));
  return isPair || isSameThing(said, asked) ? rest : value;
}
