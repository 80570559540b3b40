import { isJsonObject, type JsonObject } from './json-object.ts';
import { constrainingKeyword, isKeyword } from './schema-keywords.ts';

/** Keywords of ours, set on the caller's schema; the caller cannot set them. */
export const FILLED = 'svc:filled';
export const DECLARED = 'svc:declared';

export interface DeclaredKeys {
  keys: string[];
  patterns: string[];
}

/**
 * The caller's schema with the service's contract written into it, in the 2020-12 dialect: required keys must hold
 * something, and an object holds only keys that the schema declares unless it says otherwise. Draft-07 and OpenAPI
 * spellings are translated. The walk recurses; the schema's depth was limited when it was accepted.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  return strict(schema, schema, true) as JsonObject;
}

/** `isWhole`: this schema describes a whole value, not a part of a composition to which others add keys. */
function strict(value: unknown, root: JsonObject, isWhole: boolean): unknown {
  if (!isJsonObject(value)) return value;
  checkKeywords(value);
  const entries = Object.entries(value)
    .filter(([key]) => !DROPPED.has(key))
    .flatMap(([key, part]) => strictKeyword(key, part, value, root));
  const result: JsonObject = Object.fromEntries(entries);
  if (typeof value.$id === 'string' && /^#[\w.-]+$/.test(value.$id)) result.$anchor = value.$id.slice(1);
  if (value.nullable === true) allowNull(result);
  if (Array.isArray(value.required)) result[FILLED] = value.required;
  const keys = isWhole ? declared(value, root) : null;
  if (keys) result[DECLARED] = keys;
  return result;
}

/** An unknown keyword would be a constraint that is silently ignored. */
function checkKeywords(schema: JsonObject): void {
  for (const [key, value] of Object.entries(schema)) {
    if (!isKeyword(key, value)) {
      const keyword = constrainingKeyword(schema);
      const because = keyword ? ` beside ${JSON.stringify(keyword)}` : '';
      throw new Error(`${JSON.stringify(key.slice(0, 80))}${because} is not a JSON Schema keyword`);
    }
    if ((key === '$schema' || key === '$id') && typeof value !== 'string')
      throw new Error(`${key} must be a string`);
  }
}

function strictKeyword(key: string, part: unknown, value: JsonObject, root: JsonObject): [string, unknown][] {
  if (key === 'items' && Array.isArray(part)) return [['prefixItems', strictAll(part, root, true)]];
  if (key === 'additionalItems')
    return Array.isArray(value.items) ? [['items', strict(part, root, true)]] : [];
  if (key === 'dependencies' && isJsonObject(part)) return splitDependencies(part, root);
  // In draft 4 and OpenAPI 3.0 the exclusive limits are flags.
  const limited = EXCLUSIVE.get(key);
  if (limited !== undefined && typeof part === 'boolean') {
    const limit = value[limited];
    return part && typeof limit === 'number' ? [[key, limit]] : [];
  }
  if (WHOLE.has(key)) return [[key, strict(part, root, true)]];
  if (PART.has(key)) return [[key, strict(part, root, false)]];
  if (WHOLE_LIST.has(key) && Array.isArray(part)) return [[key, strictAll(part, root, true)]];
  if (PART_LIST.has(key) && Array.isArray(part)) return [[key, strictAll(part, root, false)]];
  if (WHOLE_MAP.has(key) && isJsonObject(part)) return [[key, strictEach(part, root, true)]];
  if (PART_MAP.has(key) && isJsonObject(part)) return [[key, strictEach(part, root, false)]];
  return [[key, part]];
}

const EXCLUSIVE = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);
const DROPPED = new Set(['$schema', '$id', '$async', '$vocabulary', '$recursiveAnchor', 'nullable', 'id']);
const WHOLE = new Set(['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']);
const PART = new Set(['not', 'if', 'then', 'else', 'contains', 'propertyNames']);
const WHOLE_LIST = new Set(['prefixItems']);
const PART_LIST = new Set(['allOf', 'anyOf', 'oneOf']);
const WHOLE_MAP = new Set(['properties', 'patternProperties']);
const PART_MAP = new Set(['$defs', 'definitions', 'dependentSchemas']);

function strictAll(parts: unknown[], root: JsonObject, isWhole: boolean): unknown[] {
  return parts.map((part) => strict(part, root, isWhole));
}

function strictEach(parts: JsonObject, root: JsonObject, isWhole: boolean): JsonObject {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, strict(part, root, isWhole)]));
}

function splitDependencies(parts: JsonObject, root: JsonObject): [string, unknown][] {
  const entries = Object.entries(parts);
  const keys = entries.filter(([, part]) => Array.isArray(part));
  const schemas = entries.filter(([, part]) => !Array.isArray(part));
  return [
    ['dependentRequired', Object.fromEntries(keys)],
    ['dependentSchemas', strictEach(Object.fromEntries(schemas), root, false)],
  ];
}

/** OpenAPI's way of saying that a value may be null. */
function allowNull(schema: JsonObject): void {
  if (typeof schema.type === 'string') schema.type = [...new Set([schema.type, 'null'])];
  else if (Array.isArray(schema.type)) schema.type = [...new Set([...schema.type, 'null'])];
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}

/** Every key the schema declares for one object, through its compositions and references; null when it is open. */
function declared(schema: JsonObject, root: JsonObject): DeclaredKeys | null {
  const keys = new Set<string>();
  const patterns = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const part = open.pop();
    if (!isJsonObject(part) || seen.has(part)) continue;
    seen.add(part);
    const isOpen = (word: unknown) => word === true || isJsonObject(word);
    if (isOpen(part.additionalProperties) || isOpen(part.unevaluatedProperties)) return null;
    if (isJsonObject(part.properties)) for (const key of Object.keys(part.properties)) keys.add(key);
    if (isJsonObject(part.patternProperties))
      for (const key of Object.keys(part.patternProperties)) patterns.add(key);
    for (const list of [part.allOf, part.anyOf, part.oneOf]) if (Array.isArray(list)) open.push(...list);
    const { if: condition, then: consequence, else: alternative } = part;
    open.push(condition, consequence, alternative, referred(part.$ref ?? part.$dynamicRef, root));
    for (const map of [part.dependentSchemas, part.dependencies])
      if (isJsonObject(map)) open.push(...Object.values(map));
  }
  return keys.size === 0 ? null : { keys: [...keys], patterns: [...patterns] };
}

/** The part of the schema a JSON pointer names. An anchor is not looked up; its keys then count as open. */
function referred(reference: unknown, root: JsonObject): unknown {
  if (typeof reference !== 'string') return undefined;
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return { additionalProperties: true };
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    if (found === null || typeof found !== 'object') return undefined;
    const key = unescaped(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined;
  }
  return found;
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
