import { schemaType } from '../values/convert-value.ts';
import { isObject, propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';

/** The filled share of a schema's required keys, from 0 to 1; of all keys when it requires none. */
export function filledShare(schema: Schema, value: unknown): number {
  return shareIn(schema, value, schema, true);
}

/** The filled share of all keys. */
export function shareOfKeys(schema: Schema, value: unknown): number {
  return shareIn(schema, value, schema, false);
}

function shareIn(schema: Schema, value: unknown, root: Schema, isByRequired: boolean): number {
  const shape = resolveSchema(schema, root);
  const type = schemaType(shape);
  if (type === 'array') {
    if (!Array.isArray(value) || value.length === 0) return 0;
    const items = isObject(shape.items) ? shape.items : {};
    return mean(value.slice(0, 50).map((item) => shareIn(items, item, root, isByRequired)));
  }
  if (type !== 'object') return value === undefined || value === null || value === '' ? 0 : 1;
  const properties = propertiesOf(shape);
  const required = [shape.required].flat().filter((key) => typeof key === 'string' && key in properties);
  const keys = isByRequired && required.length > 0 ? (required as string[]) : Object.keys(properties);
  if (!isObject(value)) return 0;
  // A list is empty only where the page says so or says most else, and that is an answer.
  const isNone = (part: unknown) => Array.isArray(part) && part.length === 0;
  return mean(
    keys.map((key) =>
      isNone(value[key]) ? 1 : shareIn(resolveSchema(properties[key], root), value[key], root, isByRequired),
    ),
  );
}

function mean(shares: number[]): number {
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
