import { z } from 'zod';
import { isObject } from './json.ts';
import { parseModelJson } from './model-json.ts';
import { writtenCalls } from './written-calls.ts';

/** A call of a tool as a model meant it. */
export interface LlmToolCall {
  id: string;
  name: string;
  input: unknown;
  /** Why the call cannot be carried out, with the closest valid form; null when it can. */
  problem: string | null;
}

export type LlmTools = Record<string, { description: string; input: z.ZodType | Record<string, unknown> }>;

/** A call as it came, or as it was found in a text. */
export interface RawCall {
  name: string;
  input: unknown;
}

type Schema = Record<string, unknown>;

/** Calls of one turn that are carried out; each of the others is answered with a refusal. */
const MAX_CALLS = 20;
/** Calls of one turn that are read at all. */
const MAX_READ = 200;
const MAX_DEPTH = 4;
/** Models may leave their notes out. */
const NOTES: readonly string[] = ['thought', 'memory'];
/** Names of a call and of its input in the styles of several makers. */
const NAMES = [
  'name',
  'recipient_name',
  'tool',
  'tool_name',
  'toolName',
  'function',
  'function_name',
  'action',
  'type',
];
const INPUTS = ['arguments', 'args', 'input', 'parameters', 'params', 'action_input', 'tool_input', 'kwargs'];
/** Names of the number of an element. */
const ELEMENT =
  /^(?:n|num|number|no|ref|index|idx|element|element_?(?:id|index|number|ref)|id|node|node_?id|target|selector|uid|label)$/iu;

/** The calls of a reply, normalized. `prefix` makes IDs of calls that came without one. */
export function readCalls(
  raw: readonly (RawCall & { id: string })[],
  text: string,
  tools: LlmTools,
  prefix: string,
): LlmToolCall[] {
  const names = Object.keys(tools);
  const found =
    raw.length > 0
      ? raw
          .slice(0, MAX_READ)
          .flatMap(({ id, ...call }) =>
            callsIn(call, tools).map((one, index) => ({ ...one, id: index === 0 ? id : `${id}_${index}` })),
          )
      : writtenCalls(text, names)
          .flatMap((call) => callsIn(call, tools))
          .map((call, index) => ({ ...call, id: `${prefix}_${index}` }));
  return withinLimit(
    found.slice(0, MAX_READ).map(({ id, name, input }) => readCall(id, { name, input }, tools)),
  );
}

/** Refuses the calls of a turn after the first twenty; endpoints expect a result for each. */
export function withinLimit<Call extends { problem: string | null }>(calls: readonly Call[]): Call[] {
  const problem = `only the first ${MAX_CALLS} calls of a turn are carried out`;
  return calls.map((call, index) => (index < MAX_CALLS ? call : { ...call, problem }));
}

/** One call whose name may be that of a wrapper: `{"action": [{"click": {"index": 4}}]}`. */
function callsIn(call: RawCall, tools: LlmTools, depth = 0): RawCall[] {
  const name = toolNamed(call.name, tools);
  const input = parsed(call.input);
  if (name !== null) return [{ name, input: unwrapped(input, schemaOf(tools[name]?.input)) }];
  if (depth >= MAX_DEPTH) return [call];
  const inner = Array.isArray(input) ? input : [input];
  const meant = inner.flatMap((one) => callsInside(one, tools, depth + 1));
  if (meant.length > 0) return meant;
  if (call.name !== '') return [call];
  // Text that looks like a call of a tool that is not there; other JSON is an answer.
  return inner.flatMap((one) =>
    isObject(one) && typeof one.name === 'string' && INPUTS.some((member) => member in one)
      ? [{ name: one.name, input: {} }]
      : [],
  );
}

/** The calls that a value stands for; none when it is something else. */
function callsInside(value: unknown, tools: LlmTools, depth = 0): RawCall[] {
  const one = parsed(value);
  if (Array.isArray(one))
    return one
      .slice(0, MAX_READ)
      .flatMap((part) => (depth < MAX_DEPTH ? callsInside(part, tools, depth + 1) : []));
  if (!isObject(one) || depth > MAX_DEPTH) return [];
  const listed =
    one.tool_calls ??
    one.tool_uses ??
    one.actions ??
    one.calls ??
    (isCallLike(one.action) ? one.action : undefined);
  if (listed !== undefined) {
    const meant = callsInside(listed, tools, depth + 1);
    // Notes beside the list belong to each of its calls.
    return meant.map((call) => ({
      ...call,
      input: isObject(call.input) ? { ...notesOf(one), ...call.input } : call.input,
    }));
  }
  if (isObject(one.function)) return callsInside({ ...one.function }, tools, depth + 1);
  for (const key of NAMES) {
    const name = typeof one[key] === 'string' ? toolNamed(one[key], tools) : null;
    if (name === null) continue;
    const { [key]: _, ...rest } = one;
    const given = INPUTS.find((member) => one[member] !== undefined && one[member] !== null);
    const input = parsed(given === undefined ? rest : one[given]);
    return [{ name, input: isObject(input) ? { ...notesOf(one), ...input } : input }];
  }
  const [only] = Object.keys(one).filter((key) => toolNamed(key, tools) !== null);
  const name = only === undefined ? null : toolNamed(only, tools);
  if (only === undefined || name === null) return [];
  const input = parsed(one[only]);
  if (!isCallLike(input) && Object.keys(one).length > 1) return [];
  return [{ name, input: isObject(input) ? { ...notesOf(one), ...input } : input }];
}

function isCallLike(value: unknown): boolean {
  return Array.isArray(value) || isObject(value);
}

function notesOf(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    NOTES.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
  );
}

/** The tool that a name means: `Click`, `click_element`, `browser.click` and `functions.click:0` are `click`. */
function toolNamed(name: string, tools: LlmTools): string | null {
  if (Object.hasOwn(tools, name)) return name;
  if (name.length > 100) return null;
  const known = Object.keys(tools);
  const wanted = bare(name);
  const exact = known.find((tool) => bare(tool) === wanted);
  if (exact) return exact;
  const trimmed = wanted
    .replace(/^(?:functions?|browser|page|tools?|default_api|action)_/u, '')
    .replace(/_(?:element|tool|action|page|\d+)$/u, '');
  return known.find((tool) => bare(tool) === trimmed) ?? null;
}

function bare(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

/** `{"input": {...}}` where the tool has no such field. */
function unwrapped(input: unknown, schema: Schema): unknown {
  if (!isObject(input)) return input;
  const fields = propertiesOf(schema);
  const wrapper = INPUTS.find((name) => isObject(parsed(input[name])) && !(name in fields));
  if (wrapper === undefined) return input;
  return { ...notesOf(input), ...(parsed(input[wrapper]) as object) };
}

function readCall(id: string, { name, input }: RawCall, tools: LlmTools): LlmToolCall {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) {
    const like = closestName(name, Object.keys(tools));
    const hint = like ? `. Did you mean ${like}? Call it like ${exampleOf(like, tools)}` : '';
    return {
      id,
      name,
      input: isObject(input) ? input : {},
      problem: `there is no tool ${name.slice(0, 80)}${hint}`,
    };
  }
  const schema = schemaOf(tool.input);
  const fitted = fittedTo(schema, input);
  const read = validatorOf(tool.input).safeParse(fitted);
  if (read.success) return { id, name, input: fitted, problem: null };
  const [issue] = read.error.issues;
  const where = issue?.path.join('.');
  const what = `the input of ${name} is not valid${where ? `: ${where}` : ''}: ${issue?.message ?? 'unknown'}`;
  return { id, name, input: fitted, problem: `${what}. Call it like ${exampleOf(name, tools, fitted)}` };
}

const validators = new WeakMap<object, z.ZodType>();

function validatorOf(input: z.ZodType | Schema): z.ZodType {
  if (input instanceof z.ZodType) return input;
  const known = validators.get(input) ?? z.fromJSONSchema(input);
  validators.set(input, known);
  return known;
}

const schemas = new WeakMap<object, Schema>();

/** The JSON Schema of an input. */
export function schemaOf(input: z.ZodType | Schema | undefined): Schema {
  if (!(input instanceof z.ZodType)) return input ?? {};
  const known = schemas.get(input) ?? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  schemas.set(input, known);
  return known as Schema;
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (isObject(schema.properties) ? schema.properties : {}) as Record<string, Schema>;
}

/** The input with names and types as the schema has them, as far as there is no doubt about them. */
function fittedTo(schema: Schema, input: unknown): Record<string, unknown> {
  const fields = propertiesOf(schema);
  const required = (Array.isArray(schema.required) ? schema.required : []) as string[];
  const missing = (given: object) => required.filter((name) => !(name in given) && !NOTES.includes(name));
  let given: Record<string, unknown> = {};
  if (isObject(input)) given = { ...input };
  else {
    const values = Array.isArray(input)
      ? input
      : input === undefined || input === null || input === ''
        ? []
        : [input];
    const order = Object.keys(fields).filter((name) => !NOTES.includes(name));
    values.forEach((value, index) => {
      const name = order[index];
      if (name !== undefined) given[name] = value;
    });
  }
  for (const name of Object.keys(given)) {
    const meant = name in fields ? name : Object.keys(fields).find((field) => bare(field) === bare(name));
    if (meant === undefined || meant === name || meant in given) continue;
    given[meant] = given[name];
    delete given[name];
  }
  for (const name of missing(given)) {
    const isNumber = isNumeric(fields[name] ?? {});
    const other = Object.keys(given).find(
      (key) => !(key in fields) && isNumber && ELEMENT.test(key) && ELEMENT.test(name),
    );
    if (other !== undefined) {
      given[name] = given[other];
      delete given[other];
    }
  }
  const [only, ...more] = missing(given);
  const unknown = Object.keys(given).filter((key) => !(key in fields) && !NOTES.includes(key));
  if (
    only !== undefined &&
    more.length === 0 &&
    unknown.length === 1 &&
    schema.additionalProperties !== true
  ) {
    given[only] = given[unknown[0] as string];
    delete given[unknown[0] as string];
  }
  for (const name of Object.keys(given)) {
    const field = fields[name];
    if (field === undefined) continue;
    const value = coerced(field, given[name]);
    if (value === undefined || (value === null && !required.includes(name) && !allowsNull(field)))
      delete given[name];
    else given[name] = value;
  }
  for (const name of NOTES) if (required.includes(name) && typeof given[name] !== 'string') given[name] = '';
  return given;
}

function allowsNull(schema: Schema): boolean {
  const kinds = [schema.type].flat();
  return kinds.includes('null') || branchesOf(schema).some(allowsNull);
}

function branchesOf(schema: Schema): Schema[] {
  return [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as Schema[]) : []));
}

function isNumeric(schema: Schema): boolean {
  return schema.type === 'integer' || schema.type === 'number' || branchesOf(schema).some(isNumeric);
}

function coerced(schema: Schema, value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const fitting = branches.find((branch) => isOfType(branch, coerced(branch, value, depth + 1)));
    return fitting ? coerced(fitting, value, depth + 1) : value;
  }
  if (Array.isArray(schema.enum)) {
    const words = schema.enum as unknown[];
    return words.find((word) => bare(String(word)) === bare(String(value))) ?? value;
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberIn(value) ?? value;
    case 'boolean':
      if (value === 1 || /^(?:true|yes|on|1)$/i.test(String(value))) return true;
      return value === 0 || /^(?:false|no|off|0)$/i.test(String(value)) ? false : value;
    case 'string':
      if (typeof value === 'number' || typeof value === 'boolean') return String(value);
      if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return value[0];
      return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value;
    case 'array': {
      const list = parsed(value);
      const items = isObject(schema.items) ? schema.items : {};
      const all = Array.isArray(list) ? list : list === null || list === undefined ? list : [list];
      return Array.isArray(all) ? all.map((one) => coerced(items, one, depth + 1)) : all;
    }
    case 'object':
      return parsed(value);
    default:
      return value;
  }
}

function isOfType(schema: Schema, value: unknown): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if ('const' in schema) return schema.const === value;
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'object':
      return isObject(value);
    default:
      return schema.type === undefined || typeof value === schema.type;
  }
}

/** `4`, `"4"`, `"[4]"`, `"ref=4"`, `[4]` and `{"index": 4}` are 4. */
function numberIn(value: unknown, depth = 0): number | null {
  if (typeof value === 'number') return value;
  if (depth > 2) return null;
  if (Array.isArray(value)) return value.length === 1 ? numberIn(value[0], depth + 1) : null;
  if (isObject(value)) {
    const values = Object.entries(value).filter(([key]) => ELEMENT.test(key));
    return values.length === 1 ? numberIn(values[0]?.[1], depth + 1) : null;
  }
  if (typeof value !== 'string' || value.length > 60) return null;
  const numbers = value.match(/-?\d+(?:\.\d+)?/g) ?? [];
  return numbers.length === 1 && /^[^\p{L}]*(?:[a-z_ -]{0,16}[^\p{L}]*)$/iu.test(value)
    ? Number(numbers[0])
    : null;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return parseModelJson(value) ?? value;
}

/** The closest valid form of a call, with the values that were understood. */
function exampleOf(name: string, tools: LlmTools, given: Record<string, unknown> = {}): string {
  const schema = schemaOf(tools[name]?.input);
  const fields = propertiesOf(schema);
  const required = (Array.isArray(schema.required) ? schema.required : []) as string[];
  const shown = required.map((field) => {
    const value = given[field];
    const isRight = value !== undefined && isOfType(fields[field] ?? {}, value);
    return [field, isRight ? shortened(value) : placeholderOf(fields[field] ?? {})];
  });
  return JSON.stringify({ name, arguments: Object.fromEntries(shown) });
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 60) : value;
}

function placeholderOf(schema: Schema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (isNumeric(schema)) return 4;
  if (schema.type === 'boolean') return true;
  return schema.type === 'array' ? ['...'] : '...';
}

function closestName(name: string, known: readonly string[]): string | null {
  const wanted = bare(name.slice(0, 80));
  const scored = known.map((tool) => ({ tool, score: likeness(wanted, bare(tool)) }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0.3 ? best.tool : null;
}

/** Share of common pairs of letters. */
function likeness(one: string, other: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
  const [mine, its] = [pairs(one), pairs(other)];
  const common = [...mine].filter((pair) => its.has(pair)).length;
  return (2 * common) / Math.max(1, mine.size + its.size);
}
