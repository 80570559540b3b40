import type { ExtractedPage, Field } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { wantsLink } from './key.ts';
import type { Schema } from './schema-shape.ts';

/** A field's value in the type and form of the schema; undefined where it clearly is of another. */
export function convertField(
  field: Field,
  schema: Schema,
  key: string,
  { url, language }: ExtractedPage,
): unknown {
  const setting = { url, language, key };
  if (wantsLink(key, schema))
    return convertValue(field.href ?? field.machine ?? field.value, { ...schema, format: 'uri' }, setting);
  const type = schemaType(schema);
  const wantsMachine = /^date/.test(String(schema.format)) || type === 'number' || type === 'integer';
  const exact = wantsMachine && field.machine ? convertValue(field.machine, schema, setting) : undefined;
  if (exact !== undefined) return exact;
  // One number of a text of many is as often the wrong one.
  if ((type === 'number' || type === 'integer') && isManifold(field.value)) return undefined;
  const value = field.value.trim();
  return value === '' ? undefined : convertValue(value, schema, setting);
}

function isManifold(text: string): boolean {
  return text.length > 60 && (text.match(/\d[\d.,]*/g) ?? []).length > 2;
}
