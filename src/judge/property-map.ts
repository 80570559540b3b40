import type { JsonObject } from './json-object.ts';
import { constrainingKeyword } from './schema-keywords.ts';

type Read = { schema: JsonObject } | { problem: string };

/**
 * Callers may write `{"price": "number", "title": "the product's name"}` instead of JSON Schema, as long as no key is a
 * keyword of JSON Schema. A schema comes back as it is, a property map as an object schema that requires every key but
 * those with a `?` (`"number?"`). Expects a value within the depth limit.
 */
export function propertyMapSchema(value: JsonObject): Read {
  if (constrainingKeyword(value) !== null) return { schema: value };
  if (Object.keys(value).length === 0) return { problem: 'the schema is empty: it names no keys' };
  return mapSchema(value, '');
}

function mapSchema(map: JsonObject, path: string): Read {
  const properties: [string, JsonObject][] = [];
  const optional = new Set<string>();
  for (const [key, written] of Object.entries(map)) {
    const value = withoutMark(written);
    if (value !== written) optional.add(key);
    const read = propertySchema(value, path === '' ? key : `${path}.${key}`);
    if ('problem' in read) return read;
    properties.push([key, read.schema]);
  }
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: properties.map(([key]) => key).filter((key) => !optional.has(key)),
      additionalProperties: false,
    },
  };
}

/** A type with a question mark is optional; a description may end with one, too. */
function withoutMark(value: unknown): unknown {
  const type = typeof value === 'string' ? /^(.*\S)\s*\?\s*$/.exec(value)?.[1] : undefined;
  return type !== undefined && wordSchema(type).description === undefined ? type : value;
}

function propertySchema(value: unknown, path: string): Read {
  if (typeof value === 'string') return { schema: wordSchema(value) };
  if (typeof value === 'number') return { schema: { type: 'number' } };
  if (value === true || value === null) return { schema: {} };
  if (Array.isArray(value)) return listSchema(value, path);
  if (value !== null && typeof value === 'object') {
    const schema = value as JsonObject;
    const isSchema = constrainingKeyword(schema) !== null || Object.keys(schema).length === 0;
    return isSchema ? { schema } : mapSchema(schema, path);
  }
  return { problem: `${path} is neither a type, a description nor a schema` };
}

function listSchema(value: unknown[], path: string): Read {
  if (value.length === 0) return { schema: { type: 'array' } };
  if (value.length === 1) {
    const items = propertySchema(value[0], `${path}[]`);
    return 'problem' in items ? items : { schema: { type: 'array', items: items.schema } };
  }
  const names = value.map((item) => (typeof item === 'string' ? typeNamed(item) : null));
  if (names.every((name) => name !== null)) return { schema: { type: [...new Set(names)] } };
  return { problem: `${path} must hold one element that describes its items` };
}

/** A type (`number`, `string[]`, `number | null`), or else a description of a text. */
function wordSchema(word: string): JsonObject {
  const list = /^\s*([a-z]+)\s*\[\s*\]\s*$/i.exec(word);
  const item = list ? typeNamed(list[1] ?? '') : null;
  if (item) return { type: 'array', items: { type: item } };
  const names = word.split('|').map(typeNamed);
  if (names.every((name) => name !== null))
    return { type: names.length === 1 ? names[0] : [...new Set(names)] };
  return word.trim() === '' ? { type: 'string' } : { type: 'string', description: word };
}

const TYPES: Record<string, string> = {
  string: 'string',
  str: 'string',
  text: 'string',
  number: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  integer: 'integer',
  int: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  object: 'object',
  array: 'array',
  list: 'array',
  null: 'null',
};

function typeNamed(word: string): string | null {
  const name = word.trim().toLowerCase();
  return Object.hasOwn(TYPES, name) ? (TYPES[name] ?? null) : null;
}
