import { isJsonObject, type JsonObject } from './json-object.ts';
import { propertyMapSchema } from './property-map.ts';
import type { SchemaChecker } from './schema-checker.ts';

/** The wanted shape of the result. `json_object` is any object, so it has a schema too. */
export type OutputContract =
  | { mode: 'schema' | 'json_object'; schema: JsonObject }
  | { mode: 'none'; schema: null };

type Field = 'output_schema' | 'text' | 'response_format';

interface UnusableContract {
  /** The reason, in words for the caller. */
  problem: string;
  param: Field;
}

const DEPTH_LIMIT = 32;
const NODE_LIMIT = 10_000;
const SIZE_LIMIT = 200 * 1024;

/**
 * Reads the three ways of asking for structured output; the first one given wins. The returned schema is plain JSON Schema,
 * within limits, without remote references, and known to compile.
 */
export async function readOutputSchema(
  input: { output_schema?: unknown; text?: unknown; response_format?: unknown },
  checker: SchemaChecker,
): Promise<OutputContract | UnusableContract> {
  const asked = askedFor(input);
  if (asked === null) return { mode: 'none', schema: null };
  const { param } = asked;
  if ('problem' in asked) return asked;
  if (asked.schema === 'json_object') return { mode: 'json_object', schema: { type: 'object' } };
  const problem = limitProblem(asked.schema) ?? referenceProblem(asked.schema);
  if (problem) return { problem, param };
  const read = propertyMapSchema(asked.schema as JsonObject);
  if ('problem' in read) return { problem: read.problem, param };
  const refusal = await checker.compileProblem(read.schema);
  return refusal ? { problem: refusal, param } : { mode: 'schema', schema: read.schema };
}

type Asked = { param: Field; schema: unknown } | UnusableContract;

function askedFor(input: {
  output_schema?: unknown;
  text?: unknown;
  response_format?: unknown;
}): Asked | null {
  if (isGiven(input.output_schema)) {
    const { output_schema: given } = input;
    const isEnvelope = isJsonObject(given) && given.type === 'json_schema' && isJsonObject(given.json_schema);
    if (isEnvelope) return readFormat(given, 'output_schema');
    return { param: 'output_schema', schema: isJsonObject(given) ? withoutEnvelope(given) : given };
  }
  if (isGiven(input.text)) {
    if (!isJsonObject(input.text)) return { param: 'text', problem: 'text must be an object' };
    const asked = isGiven(input.text.format) ? readFormat(input.text.format, 'text') : null;
    if (asked) return asked;
  }
  return isGiven(input.response_format) ? readFormat(input.response_format, 'response_format') : null;
}

function readFormat(format: unknown, param: Field): Asked | null {
  if (!isJsonObject(format)) return { param, problem: 'the format must be an object' };
  if (format.type === 'text') return null;
  if (format.type === 'json_object') return { param, schema: 'json_object' };
  if (format.type !== 'json_schema') {
    return { param, problem: 'the format type must be json_schema, json_object or text' };
  }
  const schema = withoutEnvelope(format);
  return schema === format ? { param, problem: 'a json_schema format needs a schema' } : { param, schema };
}

/** Takes the schema out of `{type: json_schema, json_schema: {schema}}` (Chat) and `{type: json_schema, schema}` (flat). */
function withoutEnvelope(value: JsonObject): unknown {
  if (value.type !== 'json_schema') return value;
  const { json_schema: inner } = value;
  if (isJsonObject(inner)) {
    if (isGiven(inner.schema)) return inner.schema;
    return Object.keys(inner).every((key) => ENVELOPE_KEYS.has(key)) ? value : inner;
  }
  return isGiven(value.schema) ? value.schema : value;
}

/** Members of the Chat envelope besides the schema; an object with only these has no schema. */
const ENVELOPE_KEYS = new Set(['name', 'description', 'strict', 'schema']);

/** Level by level instead of recursive, so that depth cannot overflow the stack. */
function limitProblem(schema: unknown): string | null {
  if (!isJsonObject(schema)) return 'the schema must be a JSON object';
  let level: unknown[] = [schema];
  let nodes = 1;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_LIMIT) return `the schema is nested more than ${DEPTH_LIMIT} levels deep`;
    const next: unknown[] = [];
    for (const parent of level) {
      const children = Object.values(parent as object);
      nodes += children.length;
      if (nodes > NODE_LIMIT) return `the schema has more than ${NODE_LIMIT} parts`;
      next.push(...children.filter((child) => child !== null && typeof child === 'object'));
    }
    level = next;
  }
  const size = Buffer.byteLength(JSON.stringify(schema));
  return size > SIZE_LIMIT ? `the schema is larger than ${SIZE_LIMIT / 1024} KB` : null;
}

/** References are looked up inside the schema only; nothing is ever fetched. Expects a schema within the limits. */
function referenceProblem(schema: unknown): string | null {
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const part = open.pop();
    for (const [key, value] of Object.entries(part as object)) {
      if (/^\$(?:dynamic|recursive)?ref$/i.test(key) && typeof value === 'string' && !value.startsWith('#')) {
        return `only references inside the schema are allowed ("#/..."), not ${JSON.stringify(value.slice(0, 100))}`;
      }
      const isData = key === 'enum' || key === 'const' || key === 'default' || key === 'examples';
      if (value !== null && typeof value === 'object' && !(isData && !isJsonObject(value))) open.push(value);
    }
  }
  return null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
