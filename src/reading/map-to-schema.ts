import { parseModelJson } from '../platform/model-json.ts';
import { nameWords } from '../platform/text/words.ts';
import { isObject, propertiesOf, resolveSchema, type Schema } from './fill/schema-shape.ts';
import { convertValue, schemaType } from './values/convert-value.ts';
import { nameMatch } from './words/names.ts';

/**
 * A result brought into the shape of a schema without a language model: wrappers taken off, keys matched by their
 * names and synonyms, values converted to the asked types. Every value comes from the result; what it does not hold is left out.
 */
export function mapToSchema(schema: Schema, output: unknown): unknown {
  const asked = resolveSchema(schema, schema);
  const source = typeof output === 'string' ? (parseModelJson(output) ?? labelled(output)) : output;
  const mapped = mapValue(asked, source, schema, 0);
  return mapped === undefined ? output : mapped;
}

const MAX_DEPTH = 16;

function mapValue(unresolved: unknown, value: unknown, root: Schema, depth: number): unknown {
  const schema = resolveSchema(unresolved, root);
  if (depth > MAX_DEPTH || value === undefined) return undefined;
  if (value === null) return null;
  switch (schemaType(schema)) {
    case 'object':
      return mapObject(schema, value, root, depth);
    case 'array':
      return mapList(schema, value, root, depth);
    default:
      return mapScalar(schema, value);
  }
}

function mapObject(schema: Schema, value: unknown, root: Schema, depth: number): unknown {
  const properties = propertiesOf(schema);
  const keys = Object.keys(properties);
  if (Array.isArray(value)) return fromList(schema, value, root, depth);
  if (!isObject(value)) return undefined;
  if (keys.length === 0) return value;
  const source = bestSource(value, keys);
  const filled: [string, unknown][] = [];
  for (const key of keys) {
    const mapped = mapValue(properties[key], valueFor(key, source), root, depth + 1);
    if (mapped !== undefined) filled.push([key, mapped]);
  }
  const isOpen = schema.additionalProperties === true;
  const rest = isOpen ? Object.entries(source).filter(([key]) => !keys.includes(key)) : [];
  return Object.fromEntries([...filled, ...rest]);
}

/** A list of one thing is that thing; another list belongs under the one key that takes a list. */
function fromList(schema: Schema, value: unknown[], root: Schema, depth: number): unknown {
  const properties = propertiesOf(schema);
  const [first] = value;
  if (
    value.length === 1 &&
    isObject(first) &&
    Object.keys(properties).some((key) => valueFor(key, first) !== undefined)
  )
    return mapObject(schema, first, root, depth + 1);
  const lists = Object.entries(properties).filter(
    ([, property]) => schemaType(resolveSchema(property, root)) === 'array',
  );
  const [only] = lists;
  return lists.length === 1 && only ? { [only[0]]: mapValue(only[1], value, root, depth + 1) } : undefined;
}

/** The object that answers most keys: the result itself, or one it wraps. */
function bestSource(value: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  const score = (candidate: Record<string, unknown>) =>
    keys.filter((key) => valueFor(key, candidate) !== undefined).length;
  const inner = Object.values(value).filter(isObject);
  return inner.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best), value);
}

function valueFor(key: string, source: Record<string, unknown>): unknown {
  if (Object.hasOwn(source, key)) return source[key];
  const asked = nameWords(key);
  const scored = Object.entries(source).map(([name, value]) => ({
    value,
    score: nameMatch(asked, nameWords(name)),
  }));
  for (const least of [1, 0.9]) {
    const found = scored.filter(({ score }) => score >= least);
    if (found.length > 0) return found.length === 1 ? found[0]?.value : undefined;
  }
  return undefined;
}

function mapList(schema: Schema, value: unknown, root: Schema, depth: number): unknown {
  const items = isObject(schema.items) ? schema.items : {};
  const list = listIn(value);
  if (list === undefined) return undefined;
  return list.map((item) => mapValue(items, item, root, depth + 1)).filter((item) => item !== undefined);
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(/\s*[;,\n]\s*/u).filter((part) => part !== '');
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter((inner) => Array.isArray(inner));
  return lists.length === 1 ? lists[0] : undefined;
}

function mapScalar(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? mapScalar(schema, value[0]) : undefined;
  // `{amount: 58, currency: "USD"}` for a number is the amount; for anything else it is no single value.
  if (isObject(value)) {
    const inner = Object.values(value).filter((part) => typeof part === 'number');
    return inner.length === 1 && ['number', 'integer'].includes(schemaType(schema))
      ? mapScalar(schema, inner[0])
      : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return convertValue(value, schema, { url: '', language: null });
}

/** "Name: Kettle" line by line, the way runners write short facts. */
function labelled(text: string): Record<string, unknown> | undefined {
  const pairs = text
    .split('\n')
    .map((line) => /^\s*(?:[-*•]\s+)?\**([\p{L}\p{N} _()/-]{1,60}?)\**\s*[:=]\**\s+(.+?)\s*$/u.exec(line))
    .filter((match) => match !== null)
    .map(([, key = '', value = '']) => [key, value.replace(/^\*\*|\*\*$/gu, '')] as const);
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
